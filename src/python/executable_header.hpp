// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace kenv::python {

/// What the ELF header of an interpreter says of the platform it runs on (System V ABI, chapters 4 and 5). It is the
/// interpreter that decides which wheels can be loaded: a 32-bit one runs on a 64-bit kernel, a musl one beside glibc.
struct ExecutableHeader {
  bool is_64_bit = false;
  bool little_endian = false;
  std::uint16_t machine = 0;  ///< e_machine
  std::uint32_t flags = 0;    ///< e_flags: on ARM the ABI that calls of functions follow
  std::string loader;         ///< the program that PT_INTERP names; empty for static executables

  /// `bytes` are the beginning of the file. A loader that stands beyond them is not seen.
  static Result<ExecutableHeader> read(std::span<const std::byte> bytes);

  /// "musl" (PEP 656) or "glibc" by the name of the loader; empty where there is none or it is neither's.
  std::string_view c_library() const;
  /// Whether wheels of that machine's manylinux and musllinux tags (PEP 600) can be loaded: for "armv7l" only into code
  /// of the hard-float ABI, for "i686" only into 32-bit Intel code. For other names the header has no say.
  bool takes_wheels_for(std::string_view tag_machine) const;
};

}  // namespace kenv::python
