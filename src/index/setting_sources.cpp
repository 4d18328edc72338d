// SPDX-License-Identifier: Apache-2.0
#include "index/setting_sources.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/text.hpp"

namespace kenv::index {

SettingSources::SettingSources(const Variables& variables, const FileReader& read_file)
    : variables_(variables),
      pip_(read_pip_configuration(variables, read_file)),
      uv_(read_uv_configuration(variables, read_file)) {}

Setting<std::string> SettingSources::variable(const std::string& name) const {
  const auto found = variables_.find(name);
  if (found == variables_.end() || found->second.empty()) return {};
  return {found->second, name};
}

Setting<std::string> SettingSources::pip(const std::string& key) const {
  const auto found = pip_.find(key);
  return found == pip_.end() || found->second.value.empty() ? Setting<std::string>{} : found->second;
}

Setting<std::string> SettingSources::uv(const std::string& key) const {
  auto values = uv_list(key);
  return values.empty() ? Setting<std::string>{} : std::move(values.back());
}

std::vector<Setting<std::string>> SettingSources::uv_list(const std::string& key) const {
  std::vector<Setting<std::string>> out;
  for (const auto& entry : uv_.entries)
    if (entry.key == key && !entry.value.empty()) out.push_back({entry.value, entry.origin});
  return out;
}

Setting<std::string> first_of(std::initializer_list<Setting<std::string>> settings) {
  for (const auto& setting : settings)
    if (!setting.value.empty()) return setting;
  return {};
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  for (char c : std::string(text) + " ") {
    if (c != ' ' && c != '\n' && c != '\t' && c != '\r')
      word += c;
    else if (!word.empty())
      out.push_back(std::exchange(word, {}));
  }
  return out;
}

std::optional<bool> yes_or_no(std::string_view value) {
  const std::string word = text::lower(value);
  for (const char* yes : {"1", "true", "t", "yes", "y", "on"})
    if (word == yes) return true;
  for (const char* no : {"0", "false", "f", "no", "n", "off"})
    if (word == no) return false;
  return std::nullopt;
}

std::optional<std::chrono::milliseconds> seconds(std::string_view text) {
  constexpr double kDay = 86'400;
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (fault != std::errc() || end != text.data() + text.size() || !(value > 0 && value < kDay)) return std::nullopt;
  return std::chrono::milliseconds(std::max(1L, std::lround(value * 1000)));
}

Error bad_setting(const std::string& message, std::string hint) {
  return Error(ExitCode::Usage, "bad-setting", message, std::move(hint));
}

}  // namespace kenv::index
