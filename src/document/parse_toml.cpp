// SPDX-License-Identifier: Apache-2.0
#include <toml++/toml.h>

#include <algorithm>
#include <sstream>

#include "document/toml_characters.hpp"
#include "document/value.hpp"

namespace kenv::document {
namespace {

Position place_of(const toml::source_region& region, const ReadableToml& readable) {
  return readable.in_document({{}, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)});
}

/// Nesting is limited by readable_toml, so recursion here is.
Value value_of(const toml::node& node, const ReadableToml& readable) {
  Value value;
  const Position begin = place_of(node.source(), readable);
  value.line = begin.line;
  value.column = begin.column;
  const auto printed = [](const auto& what) {
    std::ostringstream out;
    out << what;
    return out.str();
  };
  if (const auto* table = node.as_table()) {
    for (const auto& [key, member] : *table)
      value.members.push_back({std::string(key.str()), value_of(member, readable)});
    std::ranges::sort(value.members, {}, &Member::key);
  } else if (const auto* array = node.as_array()) {
    value.kind = Value::Kind::Array;
    for (const auto& item : *array) value.items.push_back(value_of(item, readable));
  } else if (const auto* text = node.as_string()) {
    value.kind = Value::Kind::Text;
    value.text = text->get();
  } else if (const auto* integer = node.as_integer()) {
    value.kind = Value::Kind::Integer;
    value.integer = integer->get();
  } else if (const auto* flag = node.as_boolean()) {
    value.kind = Value::Kind::Flag;
    value.flag = flag->get();
  } else if (const auto* number = node.as_floating_point()) {
    value.kind = Value::Kind::Float;
    value.text = printed(number->get());
  } else {
    value.kind = Value::Kind::Time;
    if (const auto* moment = node.as_date_time()) value.text = printed(moment->get());
    if (const auto* date = node.as_date()) value.text = printed(date->get());
    if (const auto* time = node.as_time()) value.text = printed(time->get());
  }
  return value;
}

}  // namespace

const Value* Value::find(std::string_view key) const {
  const auto found = std::ranges::lower_bound(members, key, {}, &Member::key);
  return found == members.end() || found->key != key ? nullptr : &found->value;
}

std::string_view to_text(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::Text:
      return "a string";
    case Value::Kind::Integer:
      return "a whole number";
    case Value::Kind::Float:
      return "a number";
    case Value::Kind::Flag:
      return "true or false";
    case Value::Kind::Time:
      return "a date or time";
    case Value::Kind::Array:
      return "an array";
    case Value::Kind::Table:
      return "a table";
  }
  return "a value";
}

Result<Value> parse_toml(std::string_view text, std::string_view file) {
  const auto readable = readable_toml(text, file);
  if (!readable) return tl::unexpected(readable.error());
  try {
    return value_of(toml::parse(readable->text, file), *readable);
  } catch (const toml::parse_error& failure) {
    Position begin = place_of(failure.source(), *readable);
    begin.file = file;
    return refuse(std::string(failure.description()), std::move(begin));
  }
}

}  // namespace kenv::document
