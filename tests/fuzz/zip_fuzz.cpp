// SPDX-License-Identifier: Apache-2.0
// An archive's central directory, local headers and members.
#include <span>

#include "archive/central_directory.hpp"
#include "archive/inflate.hpp"
#include "base/error.hpp"
#include "fuzz/targets.hpp"

namespace kenv::fuzz {
namespace {
constexpr std::uint64_t kLargest = 16u << 20;
}  // namespace

void zip(std::string_view text) {
  const gpu::MemorySource source(std::as_bytes(std::span(text)));
  try {
    auto directory = archive::read_central_directory(source, "a.whl");
    archive::locate_all(source, directory, "a.whl");
    archive::Inflater inflater;
    for (const auto& member : directory.members)
      if (member.size < kLargest) inflater.pieces(source, member, "a.whl", [](auto) {});
  } catch (const Error&) {  // how archives are refused
  }
}

}  // namespace kenv::fuzz
