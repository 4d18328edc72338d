// SPDX-License-Identifier: Apache-2.0
#include "venv/version_request.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace kenv::venv {

std::optional<VersionRequest> VersionRequest::parse(std::string_view text) {
  VersionRequest request;
  for (const std::string_view prefix : {"cpython", "python"})
    if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  if (text.ends_with('t')) {
    request.free_threaded = true;
    text.remove_suffix(1);
  }
  const auto parts = text::split(text, '.');
  if (parts.size() > 3 ||
      !std::all_of(parts.begin(), parts.end(), [](auto part) { return text::parse_unsigned(part); }))
    return std::nullopt;
  request.digits = text;
  return request;
}

bool VersionRequest::accepts(const Interpreter& found) const {
  const std::string& version = found.version_text;
  const bool matches = version == digits || (version.starts_with(digits) && version[digits.size()] == '.') ||
                       found.version.text() == digits ||
                       digits == fmt::format("{}.{}", found.tags.major, found.tags.minor);
  return matches && found.free_threaded == free_threaded;
}

std::vector<std::string> VersionRequest::names() const {
  const auto parts = text::split(digits, '.');
  std::vector<std::string> list;
  const std::string suffix = free_threaded ? "t" : "";
  if (parts.size() >= 2) list.push_back(fmt::format("python{}.{}{}", parts[0], parts[1], suffix));
  list.push_back(fmt::format("python{}{}", parts[0], suffix));
  if (free_threaded) list.push_back(fmt::format("python{}", parts[0]));
  list.push_back("python");
  return list;
}

}  // namespace kenv::venv
