// SPDX-License-Identifier: Apache-2.0
#include "index/uv_configuration.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "document/value.hpp"
#include "index/setting_sources.hpp"

namespace kenv::index {
namespace {

namespace fs = std::filesystem;
using document::Value;

std::string value_of(const Variables& variables, const std::string& name) {
  const auto found = variables.find(name);
  return found == variables.end() ? std::string() : found->second;
}

/// The weakest first. Of the system's folders the first that has the file counts.
std::vector<fs::path> uv_files(const Variables& variables, const FileReader& read_file) {
  if (const auto chosen = value_of(variables, "UV_CONFIG_FILE"); !chosen.empty()) return {chosen};
  if (yes_or_no(value_of(variables, "UV_NO_CONFIG")).value_or(false)) return {};
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

  void table(const Value& table) {
    for (const auto& [key, value] : table.members) {
      if (key == "pip" && value.kind == Value::Kind::Table)
        this->table(value);
      else if (key == "index" && value.kind == Value::Kind::Array)
        indexes(value);
      else
        setting(key, value);
    }
  }

 private:
  void setting(const std::string& key, const Value& value) {
    for (const auto& one : value.items) setting(key, one);
    if (value.kind == Value::Kind::Text) add(key, value.text, value);
    if (value.kind == Value::Kind::Integer) add(key, std::to_string(value.integer), value);
    if (value.kind == Value::Kind::Flag) add(key, value.flag ? "true" : "false", value);
  }

  void indexes(const Value& list) {
    for (const auto& entry : list.items) {
      const Value* url = entry.find("url");
      if (url == nullptr || url->kind != Value::Kind::Text) continue;
      const Value *name = entry.find("name"), *is_default = entry.find("default");
      const std::string prefix =
          name == nullptr || name->kind != Value::Kind::Text || name->text.empty() ? "" : name->text + "=";
      add(is_default != nullptr && is_default->flag ? "default-index" : "index", prefix + url->text, *url);
    }
  }

  void add(std::string key, std::string text, const Value& value) {
    entries_.push_back({std::move(key), std::move(text), fmt::format("{}:{}", file_, value.line)});
  }

  std::vector<UvConfiguration::Entry>& entries_;
  std::string file_;
};

}  // namespace

UvConfiguration read_uv_configuration(const Variables& variables, const FileReader& read_file) {
  UvConfiguration out;
  for (const auto& file : uv_files(variables, read_file)) {
    const auto content = read_file(file);
    if (!content) continue;
    const auto document = document::parse_toml(*content, file.string());
    if (document) {
      Collecting(out.entries, file.string()).table(*document);
    } else {
      const auto& [message, at, hint] = document.error();
      out.unusable.push_back({"uv.toml", "", fmt::format("{}:{}:{}", at.file, at.line, at.column),
                              fmt::format("it is no valid TOML: {}", message)});
    }
  }
  return out;
}

}  // namespace kenv::index
