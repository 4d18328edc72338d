// SPDX-License-Identifier: Apache-2.0
#include "index/pip_configuration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace kenv::index {
namespace {

namespace fs = std::filesystem;

std::string value_of(const Variables& variables, const std::string& name) {
  const auto found = variables.find(name);
  return found == variables.end() ? std::string() : found->second;
}

std::string normal_key(std::string_view key) {
  std::string out = text::lower(text::trim(key));
  std::replace(out.begin(), out.end(), '_', '-');
  return out;
}

/// As pip: a PIP_CONFIG_FILE that exists takes the place of the user's own files.
std::vector<fs::path> pip_files(const Variables& variables, const FileReader& read_file) {
  const std::string chosen = value_of(variables, "PIP_CONFIG_FILE"), home = value_of(variables, "HOME");
  if (chosen == "/dev/null") return {};
  std::vector<fs::path> out;
  const std::string global = value_of(variables, "XDG_CONFIG_DIRS");
  for (auto folder : text::split(global.empty() ? "/etc/xdg" : std::string_view(global), ':'))
    if (!folder.empty()) out.push_back(fs::path(folder) / "pip" / "pip.conf");
  out.push_back("/etc/pip.conf");
  if (chosen.empty() || !read_file(chosen)) {
    if (!home.empty()) out.push_back(fs::path(home) / ".pip" / "pip.conf");
    const std::string user = value_of(variables, "XDG_CONFIG_HOME");
    if (!user.empty())
      out.push_back(fs::path(user) / "pip" / "pip.conf");
    else if (!home.empty())
      out.push_back(fs::path(home) / ".config" / "pip" / "pip.conf");
  }
  if (const auto active = value_of(variables, "VIRTUAL_ENV"); !active.empty())
    out.push_back(fs::path(active) / "pip.conf");
  if (!chosen.empty()) out.push_back(chosen);
  return out;
}

}  // namespace

std::vector<PipEntry> parse_pip_file(std::string_view text) {
  std::vector<PipEntry> entries;
  std::string section;
  bool in_value = false;
  std::size_t number = 0;
  for (auto line : text::lines(text)) {
    ++number;
    const auto content = text::trim(line);
    if (content.empty() || content[0] == '#' || content[0] == ';') continue;
    const bool indented = line[0] == ' ' || line[0] == '\t';
    if (indented && in_value) {  // a value goes on
      entries.back().value.append(entries.back().value.empty() ? "" : "\n").append(content);
      continue;
    }
    in_value = false;
    if (content.front() == '[' && content.back() == ']') {
      section = content.substr(1, content.size() - 2);
      continue;
    }
    const auto separator = content.find_first_of("=:");
    if (section.empty() || separator == std::string_view::npos) continue;
    entries.push_back({section, normal_key(content.substr(0, separator)),
                       std::string(text::trim(content.substr(separator + 1))), number});
    in_value = true;
  }
  return entries;
}

PipConfiguration read_pip_configuration(const Variables& variables, const FileReader& read_file) {
  PipConfiguration out;
  for (const auto& file : pip_files(variables, read_file)) {
    const auto content = read_file(file);
    if (!content) continue;
    const auto entries = parse_pip_file(*content);
    for (const char* section : {"global", "install"})
      for (const auto& entry : entries)
        if (entry.section == section) out[entry.key] = {entry.value, fmt::format("{}:{}", file.string(), entry.line)};
  }
  for (const auto& [name, value] : variables) {
    if (!name.starts_with("PIP_") || value.empty() || name == "PIP_CONFIG_FILE") continue;
    std::string key = normal_key(name.substr(4));
    if (key == "default-timeout") key = "timeout";
    out[key] = {value, name};
  }
  return out;
}

}  // namespace kenv::index
