// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <toml++/toml.h>

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

// Private to this folder: typed access to a TOML table that reports every problem with its place instead of stopping.
namespace kenv::manifest {

class TomlTable {
 public:
  TomlTable(const toml::table& table, std::string_view file, std::vector<Problem>& problems)
      : table_(table), file_(file), problems_(problems) {}

  std::string text(std::string_view key, bool required = false);
  bool flag(std::string_view key, bool otherwise);
  int integer(std::string_view key, int otherwise);
  std::vector<std::string> texts(std::string_view key);
  void each(std::string_view key, const std::function<void(TomlTable&)>& read);  ///< an array of tables

  /// The text parsed by a Result-returning parser; a refusal is reported at the key's place.
  template <class T>
  std::optional<T> parsed(std::string_view key, Result<T> (*parse)(std::string_view), bool required = false) {
    const std::string value = text(key, required);
    if (value.empty()) return std::nullopt;
    auto result = parse(value);
    if (result) return *std::move(result);
    report(key, "`" + std::string(key) + "`: " + result.error().message);
    return std::nullopt;
  }
  template <class T>
  std::vector<T> parsed_list(std::string_view key, Result<T> (*parse)(std::string_view)) {
    std::vector<T> values;
    for (const auto& one : texts(key)) {
      auto result = parse(one);
      if (result)
        values.push_back(*std::move(result));
      else
        report(key, "`" + std::string(key) + "`: " + result.error().message);
    }
    return values;
  }

  void report(std::string_view key, std::string message);
  Position position(std::string_view key = {}) const;
  /// Reports every key that was never asked for: a misspelt key must not be silently without effect.
  void finish();

 private:
  const toml::node* find(std::string_view key);

  const toml::table& table_;
  std::string_view file_;
  std::vector<Problem>& problems_;
  std::set<std::string, std::less<>> asked_;
};

}  // namespace kenv::manifest
