// SPDX-License-Identifier: Apache-2.0
#include "document/toml_table.hpp"

#include <utility>

namespace kenv::document {

using Kind = Value::Kind;

const Value* TomlTable::find(std::string_view key) {
  asked_.emplace(key);
  return table_.find(key);
}

Position TomlTable::position(std::string_view key) const {
  const Value* value = key.empty() ? nullptr : table_.find(key);
  return (value != nullptr ? *value : table_).place(file_);
}

void TomlTable::report(std::string_view key, std::string message, std::string hint) {
  problems_.push_back({std::move(message), position(key), std::move(hint)});
}

void TomlTable::report_at(Position where, std::string message, std::string hint) {
  problems_.push_back({std::move(message), std::move(where), std::move(hint)});
}

std::string TomlTable::text(std::string_view key, bool required) {
  const auto* value = find(key);
  if (value == nullptr) {
    if (required) report({}, "`" + std::string(key) + "` is missing");
    return {};
  }
  if (value->kind == Kind::Text) return value->text;
  report(key, "`" + std::string(key) + "` must be a string");
  return {};
}

bool TomlTable::flag(std::string_view key, bool otherwise) {
  const auto* value = find(key);
  if (value == nullptr) return otherwise;
  if (value->kind == Kind::Flag) return value->flag;
  report(key, "`" + std::string(key) + "` must be true or false");
  return otherwise;
}

int TomlTable::integer(std::string_view key, int otherwise) {
  const auto* value = find(key);
  if (value == nullptr) return otherwise;
  if (value->kind == Kind::Integer && value->integer >= 0 && value->integer < 1'000'000'000)
    return static_cast<int>(value->integer);
  report(key, "`" + std::string(key) + "` must be a whole number from 0 to 999999999");
  return otherwise;
}

std::optional<std::uint64_t> TomlTable::size(std::string_view key) {
  const auto* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (value->kind == Kind::Integer && value->integer >= 0) return static_cast<std::uint64_t>(value->integer);
  report(key, "`" + std::string(key) + "` must be a whole number that is not negative");
  return std::nullopt;
}

std::string TomlTable::time(std::string_view key) {
  const auto* value = find(key);
  if (value == nullptr) return {};
  if (value->kind == Kind::Time && value->text.find('T') != std::string::npos) return value->text;
  report(key, "`" + std::string(key) + "` must be a date with a time");
  return {};
}

std::vector<std::string> TomlTable::texts(std::string_view key) {
  std::vector<std::string> values;
  const auto* array = find(key);
  if (array == nullptr) return values;
  if (array->kind != Kind::Array) {
    report(key, "`" + std::string(key) + "` must be an array of strings");
    return values;
  }
  for (const auto& item : array->items) {
    if (item.kind == Kind::Text)
      values.push_back(item.text);
    else
      problems_.push_back(
          {"`" + std::string(key) + "` must hold strings only, this is " + std::string(to_text(item.kind)),
           item.place(file_),
           {}});
  }
  return values;
}

void TomlTable::each(std::string_view key, const std::function<void(TomlTable&)>& read) {
  const auto* array = find(key);
  if (array == nullptr) return;
  if (array->kind != Kind::Array) {
    report(key, "`" + std::string(key) + "` must be an array of tables");
    return;
  }
  for (const auto& item : array->items) {
    if (item.kind != Kind::Table) {
      problems_.push_back(
          {"`" + std::string(key) + "` must hold tables only, this is " + std::string(to_text(item.kind)),
           item.place(file_),
           {}});
      continue;
    }
    TomlTable inner(item, file_, problems_, unknown_keys_);
    read(inner);
    inner.finish();
  }
}

void TomlTable::within(std::string_view key, const std::function<void(TomlTable&)>& read) {
  const auto* value = find(key);
  if (value == nullptr) return;
  if (value->kind != Kind::Table) return report(key, "`" + std::string(key) + "` must be a table");
  TomlTable inner(*value, file_, problems_, unknown_keys_);
  read(inner);
  inner.finish();
}

void TomlTable::finish() {
  if (unknown_keys_ == nullptr) return;
  for (const auto& [key, value] : table_.members)
    if (!asked_.contains(key)) unknown_keys_->push_back({"unknown key `" + key + "`", value.place(file_), {}});
}

}  // namespace kenv::document
