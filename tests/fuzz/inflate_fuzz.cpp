// SPDX-License-Identifier: Apache-2.0
// A deflated member; the first two bytes are the size that the directory states.
#include <span>

#include "archive/inflate.hpp"
#include "base/error.hpp"
#include "fuzz/targets.hpp"

namespace kenv::fuzz {

void inflate(std::string_view text) {
  if (text.size() < 2) return;
  archive::Member member;
  member.name = "a";
  member.method = archive::kDeflated;
  member.size = static_cast<unsigned char>(text[0]) * std::uint64_t{256} + static_cast<unsigned char>(text[1]);
  text.remove_prefix(2);
  member.compressed_size = text.size();
  const gpu::MemorySource source(std::as_bytes(std::span(text)));
  archive::Inflater inflater;
  try {
    static_cast<void>(inflater.whole(source, member, "a.whl"));
  } catch (const Error&) {
  }
  try {
    inflater.pieces(source, member, "a.whl", [](auto) {});
  } catch (const Error&) {
  }
}

}  // namespace kenv::fuzz
