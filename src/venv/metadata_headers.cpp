// SPDX-License-Identifier: Apache-2.0
#include "venv/metadata_headers.hpp"

#include "base/text.hpp"

namespace kenv::venv {
namespace {

void take(MetadataHeaders& headers, std::string_view key, std::string_view value) {
  const std::string name = text::lower(text::trim(key));
  const std::string text(text::trim(value));
  if (name == "requires-dist")
    headers.requires_dist.push_back(text);
  else if (name == "name" && headers.name.empty())
    headers.name = text;
  else if (name == "version" && headers.version.empty())
    headers.version = text;
  else if (name == "requires-python" && headers.requires_python.empty())
    headers.requires_python = text;
}

/// "[extra:marker]" of requires.txt as the condition of a requirement.
std::string condition_of(std::string_view section) {
  const auto colon = section.find(':');
  const std::string extra(text::trim(section.substr(0, colon)));
  const std::string marker(colon == std::string_view::npos ? "" : text::trim(section.substr(colon + 1)));
  if (extra.empty()) return marker;
  const std::string asked = "extra == \"" + extra + "\"";
  return marker.empty() ? asked : "(" + marker + ") and " + asked;
}

}  // namespace

MetadataHeaders read_metadata_headers(std::string_view text) {
  MetadataHeaders headers;
  std::size_t at = 0;
  while (at < text.size()) {
    auto end = text.find('\n', at);
    if (end == std::string_view::npos) end = text.size();
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) {
      headers.complete = true;
      break;
    }
    const auto colon = line.find(':');
    // Continuation lines belong to Description and License, which nobody asks for here.
    if (line.front() == ' ' || line.front() == '\t' || colon == std::string_view::npos) continue;
    take(headers, line.substr(0, colon), line.substr(colon + 1));
  }
  return headers;
}

std::vector<std::string> requirements_of_egg(std::string_view requires_txt) {
  std::vector<std::string> requirements;
  std::string condition;
  for (std::string_view line : text::lines(requires_txt)) {
    line = text::trim(line);
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '[' && line.back() == ']')
      condition = condition_of(line.substr(1, line.size() - 2));
    else
      requirements.push_back(condition.empty() ? std::string(line) : std::string(line) + " ; " + condition);
  }
  return requirements;
}

}  // namespace kenv::venv
