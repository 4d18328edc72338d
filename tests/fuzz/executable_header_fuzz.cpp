// SPDX-License-Identifier: Apache-2.0
// The ELF header of an interpreter.
#include <span>

#include "fuzz/targets.hpp"
#include "python/executable_header.hpp"

namespace kenv::fuzz {

void executable_header(std::string_view text) {
  const auto header = python::ExecutableHeader::read(std::as_bytes(std::span(text)));
  if (header) static_cast<void>(header->c_library());
}

}  // namespace kenv::fuzz
