// SPDX-License-Identifier: Apache-2.0
#include "gpu/compute_capability.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace kenv::gpu {
namespace {

tl::unexpected<Problem> not_a_capability(std::string_view text) {
  return refuse(fmt::format("\"{}\" is not a compute capability", text), {}, "write it as 9.0, 90 or sm_90");
}

}  // namespace

std::string ComputeCapability::text() const { return fmt::format("{}.{}", major, minor); }

Result<ComputeCapability> ComputeCapability::parse(std::string_view text) {
  std::string_view number = text::trim(text);
  if (number.starts_with("sm_")) number.remove_prefix(3);

  std::string_view major, minor;
  if (const auto dot = number.find('.'); dot != std::string_view::npos) {
    major = number.substr(0, dot);
    minor = number.substr(dot + 1);
  } else if (number.size() >= 2) {  // the minor number has always been one digit
    major = number.substr(0, number.size() - 1);
    minor = number.substr(number.size() - 1);
  }
  const auto major_value = text::parse_unsigned(major), minor_value = text::parse_unsigned(minor);
  if (!major_value || !minor_value || major.size() > 2 || minor.size() != 1 || *major_value == 0)
    return not_a_capability(text);
  return ComputeCapability{static_cast<int>(*major_value), static_cast<int>(*minor_value)};
}

}  // namespace kenv::gpu
