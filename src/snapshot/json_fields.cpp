// SPDX-License-Identifier: Apache-2.0
#include "snapshot/json_fields.hpp"

namespace kenv::snapshot {

JsonFields::JsonFields(const nlohmann::json& object, std::string path, std::optional<Problem>& problem)
    : object_(object), path_(std::move(path)), problem_(problem) {
  if (!object_.is_object() && !problem_) problem_ = Problem{path_ + " must be an object", {}, {}};
}

const nlohmann::json* JsonFields::find(const char* key) const {
  if (!object_.is_object()) return nullptr;
  const auto found = object_.find(key);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

void JsonFields::refuse_field(const char* key, std::string message) {
  if (!problem_) problem_ = Problem{path_ + "." + key + ": " + std::move(message), {}, {}};
}

void JsonFields::wrong_type(const char* key, const char* expected) {
  refuse_field(key, std::string("expected ") + expected + ", found " + find(key)->type_name());
}

void JsonFields::text(const char* key, std::string& out) {
  const auto* value = find(key);
  if (value == nullptr) return;
  if (!value->is_string()) return wrong_type(key, "a string");
  out = value->get<std::string>();
}

void JsonFields::code(const char* key, std::string& out) {
  const auto* value = find(key);
  if (value == nullptr) return;
  if (value->is_string()) return text(key, out);
  if (!value->is_number_integer()) return wrong_type(key, "a whole number or a string");
  out = value->dump();
}

void JsonFields::flag(const char* key, std::optional<bool>& out) {
  const auto* value = find(key);
  if (value == nullptr) return;
  if (!value->is_boolean()) return wrong_type(key, "true or false");
  out = value->get<bool>();
}

void JsonFields::flag(const char* key, bool& out) {
  std::optional<bool> value;
  flag(key, value);
  if (value) out = *value;
}

void JsonFields::integer(const char* key, std::optional<int>& out) {
  const auto* value = find(key);
  if (value == nullptr) return;
  if (!value->is_number_integer()) return wrong_type(key, "a whole number");
  out = value->get<int>();
}

void JsonFields::size(const char* key, std::optional<std::uint64_t>& out) {
  const auto* value = find(key);
  if (value == nullptr) return;
  if (!value->is_number_unsigned()) return wrong_type(key, "a whole number that is not negative");
  out = value->get<std::uint64_t>();
}

void JsonFields::required(const char* key) {
  if (find(key) == nullptr) refuse_field(key, "is missing");
}

void JsonFields::texts(const char* key, std::vector<std::string>& out) {
  const auto* value = find(key);
  if (value == nullptr) return;
  if (!value->is_array()) return wrong_type(key, "an array of strings");
  for (const auto& element : *value) {
    if (!element.is_string()) return refuse_field(key, "the array must hold strings only");
    out.push_back(element.get<std::string>());
  }
}

void JsonFields::text_map(const char* key, std::map<std::string, std::string>& out) {
  const auto* value = find(key);
  if (value == nullptr) return;
  if (!value->is_object()) return wrong_type(key, "an object");
  for (const auto& [name, element] : value->items())
    if (element.is_string()) out[name] = element.get<std::string>();
}

void JsonFields::integer_map(const char* key, std::map<std::string, int>& out) {
  const auto* value = find(key);
  if (value == nullptr) return;
  if (!value->is_object()) return wrong_type(key, "an object");
  for (const auto& [name, element] : value->items())
    if (element.is_number_integer()) out[name] = element.get<int>();
}

void JsonFields::size_map(const char* key, std::map<std::string, std::uint64_t>& out) {
  const auto* value = find(key);
  if (value == nullptr) return;
  if (!value->is_object()) return wrong_type(key, "an object");
  for (const auto& [name, element] : value->items())
    if (element.is_number_unsigned()) out[name] = element.get<std::uint64_t>();
}

void JsonFields::object(const char* key, const std::function<void(JsonFields&)>& read) {
  const auto* value = find(key);
  if (value == nullptr) return;
  JsonFields inner(*value, path_ + "." + key, problem_);
  if (value->is_object()) read(inner);
}

bool JsonFields::objects(const char* key, const std::function<void(JsonFields&)>& read) {
  const auto* value = find(key);
  if (value == nullptr) return false;
  if (!value->is_array()) {
    wrong_type(key, "an array of objects");
    return false;
  }
  std::size_t index = 0;
  for (const auto& element : *value) {
    JsonFields inner(element, path_ + "." + key + "[" + std::to_string(index++) + "]", problem_);
    if (element.is_object()) read(inner);
  }
  return true;
}

}  // namespace kenv::snapshot
