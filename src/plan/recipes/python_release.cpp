// SPDX-License-Identifier: Apache-2.0
#include "plan/recipes/python_release.hpp"

#include "base/text.hpp"
#include "python/version.hpp"

namespace kenv::plan {
namespace {

std::string line(std::string_view python_version, std::uint64_t step) {
  const auto version = python::Version::parse(python_version);
  if (!version) return std::string(python_version);
  const auto minor = text::parse_unsigned(version->release_at(1).text()).value_or(0);
  return version->release_at(0).text() + "." + std::to_string(minor + step);
}

}  // namespace

std::string release_line(std::string_view python_version) { return line(python_version, 0); }
std::string next_release_line(std::string_view python_version) { return line(python_version, 1); }

}  // namespace kenv::plan
