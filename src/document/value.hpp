// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace kenv::document {

struct Member;

/// A value of a TOML document with the place where it is written.
struct Value {
  enum class Kind { Text, Integer, Float, Flag, Time, Array, Table };
  Kind kind = Kind::Table;
  std::string text{};  ///< Text; Time as RFC 3339 has it; Float as written out
  std::int64_t integer = 0;
  bool flag = false;
  std::vector<Value> items{};   ///< of an Array
  std::vector<Member> members;  ///< of a Table, sorted by key; no {}: clang would need all of Member here
  int line = 0, column = 0;

  /// Null if the table has no such key.
  const Value* find(std::string_view key) const;
  Position place(std::string_view file) const { return {std::string(file), line, column}; }
};

struct Member {
  std::string key;
  Value value;
};

std::string_view to_text(Value::Kind kind);  ///< "a string", "an array"

/// A TOML 1.0 document. The problem of one that is none has the place where it breaks.
Result<Value> parse_toml(std::string_view text, std::string_view file);

}  // namespace kenv::document
