// SPDX-License-Identifier: Apache-2.0
#include "index/uv_configuration.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>

#include "base/text.hpp"

namespace kenv::index {
namespace {

namespace fs = std::filesystem;

std::string value_of(const Variables& variables, const std::string& name) {
  const auto found = variables.find(name);
  return found == variables.end() ? std::string() : found->second;
}

/// The weakest first. Of the system's folders the first that has the file counts.
std::vector<fs::path> files(const Variables& variables, const FileReader& read_file) {
  if (const auto chosen = value_of(variables, "UV_CONFIG_FILE"); !chosen.empty()) return {chosen};
  const std::string off = text::lower(value_of(variables, "UV_NO_CONFIG"));
  if (off == "1" || off == "true" || off == "yes" || off == "on") return {};
  std::vector<fs::path> out;
  const std::string folders = value_of(variables, "XDG_CONFIG_DIRS");
  std::vector<fs::path> system;
  for (auto folder : text::split(folders.empty() ? "/etc/xdg" : std::string_view(folders), ':'))
    if (!folder.empty()) system.push_back(fs::path(folder) / "uv" / "uv.toml");
  system.push_back("/etc/uv/uv.toml");
  for (const auto& file : system) {
    if (!read_file(file)) continue;
    out.push_back(file);
    break;
  }
  const std::string user = value_of(variables, "XDG_CONFIG_HOME"), home = value_of(variables, "HOME");
  if (!user.empty())
    out.push_back(fs::path(user) / "uv" / "uv.toml");
  else if (!home.empty())
    out.push_back(fs::path(home) / ".config" / "uv" / "uv.toml");
  return out;
}

class Collecting {
 public:
  Collecting(std::vector<UvConfiguration::Entry>& entries, std::string file)
      : entries_(entries), file_(std::move(file)) {}

  void table(const toml::table& table) {
    for (const auto& [key, value] : table) {
      if (key == "pip" && value.is_table())
        this->table(*value.as_table());
      else if (key == "index" && value.is_array())
        indexes(*value.as_array());
      else
        setting(std::string(key.str()), value);
    }
  }

 private:
  void setting(const std::string& key, const toml::node& node) {
    if (const auto* list = node.as_array())
      for (const auto& one : *list) setting(key, one);
    else if (const auto text = node.value<std::string>(); text && node.is_string())
      add(key, *text, node);
    else if (const auto number = node.value<std::int64_t>(); number && node.is_integer())
      add(key, std::to_string(*number), node);
    else if (node.is_boolean())
      add(key, node.value_or(false) ? "true" : "false", node);
  }

  void indexes(const toml::array& list) {
    for (const auto& node : list) {
      const auto* entry = node.as_table();
      if (entry == nullptr) continue;
      const auto* url = entry->get("url");
      if (url == nullptr || !url->is_string()) continue;
      const std::string name = (*entry)["name"].value_or(std::string());
      const bool is_default = (*entry)["default"].value_or(false);
      add(is_default ? "default-index" : "index", (name.empty() ? "" : name + "=") + url->value_or(std::string()),
          *url);
    }
  }

  void add(std::string key, std::string value, const toml::node& node) {
    entries_.push_back(
        {std::move(key), std::move(value), fmt::format("{}:{}", file_, std::uint32_t{node.source().begin.line})});
  }

  std::vector<UvConfiguration::Entry>& entries_;
  std::string file_;
};

}  // namespace

UvConfiguration read_uv_configuration(const Variables& variables, const FileReader& read_file) {
  UvConfiguration out;
  for (const auto& file : files(variables, read_file)) {
    const auto content = read_file(file);
    if (!content) continue;
    try {
      Collecting(out.entries, file.string()).table(toml::parse(*content));
    } catch (const toml::parse_error& error) {
      const auto at = error.source().begin;
      out.unusable.push_back({"uv.toml", "",
                              fmt::format("{}:{}:{}", file.string(), std::uint32_t{at.line}, std::uint32_t{at.column}),
                              fmt::format("it is no valid TOML: {}", error.description())});
    }
  }
  return out;
}

}  // namespace kenv::index
