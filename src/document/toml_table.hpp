// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "document/value.hpp"

namespace kenv::document {

/// Typed access to a table of a TOML document that notes every problem with its place instead of stopping at the first.
/// Keys that nobody asked for are problems too, in tables within as well: a misspelt key must not be silently without
/// effect. In documents that others extend they may be noted elsewhere, or nowhere. All that it is given must outlive
/// it.
class TomlTable {
 public:
  TomlTable(const Value& table, std::string_view file, std::vector<Problem>& problems)
      : TomlTable(table, file, problems, &problems) {}
  TomlTable(const Value& table, std::string_view file, std::vector<Problem>& problems,
            std::vector<Problem>* unknown_keys)
      : table_(table), file_(file), problems_(problems), unknown_keys_(unknown_keys) {}

  bool has(std::string_view key) const { return table_.find(key) != nullptr; }
  std::string text(std::string_view key, bool required = false);
  bool flag(std::string_view key, bool otherwise);
  int integer(std::string_view key, int otherwise);
  std::optional<std::uint64_t> size(std::string_view key);  ///< a whole number that is not negative
  std::string time(std::string_view key);                   ///< a date with a time, as RFC 3339 has it
  std::vector<std::string> texts(std::string_view key);
  void each(std::string_view key, const std::function<void(TomlTable&)>& read);  ///< an array of tables
  /// A table within, if it is there.
  void within(std::string_view key, const std::function<void(TomlTable&)>& read);
  /// Any value, null if absent; for what the rest does not fit.
  const Value* value(std::string_view key) { return find(key); }

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

  void report(std::string_view key, std::string message, std::string hint = {});
  void report_at(Position where, std::string message, std::string hint = {});
  Position position(std::string_view key = {}) const;
  std::string_view file() const { return file_; }
  /// At the end: notes the keys that were never asked for. Done for tables within.
  void finish();

 private:
  const Value* find(std::string_view key);

  const Value& table_;
  std::string_view file_;
  std::vector<Problem>& problems_;
  std::vector<Problem>* unknown_keys_;
  std::set<std::string, std::less<>> asked_;
};

}  // namespace kenv::document
