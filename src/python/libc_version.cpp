// SPDX-License-Identifier: Apache-2.0
#include "python/libc_version.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace kenv::python {

std::string LibcVersion::text() const { return fmt::format("{}.{}", major, minor); }

Result<LibcVersion> LibcVersion::parse(std::string_view text) {
  constexpr std::uint64_t kHighest = 9999;
  const auto parts = text::split(text, '.');
  const auto major = text::parse_unsigned(parts[0]);
  const auto minor = parts.size() > 1 ? text::parse_unsigned(parts[1]) : std::nullopt;
  if (!major || !minor || *major > kHighest || *minor > kHighest)
    return refuse(fmt::format("\"{}\" is not a version of a C library", text), {}, "write it as 2.28");
  return LibcVersion{static_cast<int>(*major), static_cast<int>(*minor)};
}

}  // namespace kenv::python
