// SPDX-License-Identifier: Apache-2.0
#include "manifest/toml_table.hpp"

namespace kenv::manifest {

const toml::node* TomlTable::find(std::string_view key) {
  asked_.emplace(key);
  return table_.get(key);
}

Position TomlTable::position(std::string_view key) const {
  const toml::node* node = key.empty() ? nullptr : table_.get(key);
  const auto& begin = (node != nullptr ? node->source() : table_.source()).begin;
  return {std::string(file_), static_cast<int>(begin.line), static_cast<int>(begin.column)};
}

void TomlTable::report(std::string_view key, std::string message) {
  problems_.push_back({std::move(message), position(key), {}});
}

std::string TomlTable::text(std::string_view key, bool required) {
  const auto* node = find(key);
  if (node == nullptr) {
    if (required) report({}, "`" + std::string(key) + "` is missing");
    return {};
  }
  if (const auto* value = node->as_string()) return value->get();
  report(key, "`" + std::string(key) + "` must be a string");
  return {};
}

bool TomlTable::flag(std::string_view key, bool otherwise) {
  const auto* node = find(key);
  if (node == nullptr) return otherwise;
  if (const auto* value = node->as_boolean()) return value->get();
  report(key, "`" + std::string(key) + "` must be true or false");
  return otherwise;
}

int TomlTable::integer(std::string_view key, int otherwise) {
  const auto* node = find(key);
  if (node == nullptr) return otherwise;
  if (const auto* value = node->as_integer(); value != nullptr && value->get() >= 0 && value->get() < 1'000'000'000)
    return static_cast<int>(value->get());
  report(key, "`" + std::string(key) + "` must be a whole number from 0 to 999999999");
  return otherwise;
}

std::vector<std::string> TomlTable::texts(std::string_view key) {
  std::vector<std::string> values;
  const auto* node = find(key);
  if (node == nullptr) return values;
  const auto* array = node->as_array();
  if (array == nullptr) {
    report(key, "`" + std::string(key) + "` must be an array of strings");
    return values;
  }
  for (const auto& element : *array) {
    if (const auto* value = element.as_string())
      values.push_back(value->get());
    else
      report(key, "`" + std::string(key) + "` must hold strings only");
  }
  return values;
}

void TomlTable::each(std::string_view key, const std::function<void(TomlTable&)>& read) {
  const auto* node = find(key);
  if (node == nullptr) return;
  const auto* array = node->as_array();
  if (array == nullptr) {
    report(key, "`" + std::string(key) + "` must be an array of tables");
    return;
  }
  for (const auto& element : *array) {
    if (const auto* table = element.as_table()) {
      TomlTable inner(*table, file_, problems_);
      read(inner);
      inner.finish();
    } else {
      report(key, "`" + std::string(key) + "` must hold tables only");
    }
  }
}

void TomlTable::finish() {
  for (const auto& [key, node] : table_)
    if (!asked_.contains(key.str())) report(key.str(), "unknown key `" + std::string(key.str()) + "`");
}

}  // namespace kenv::manifest
