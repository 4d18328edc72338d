// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

// Typed access to JSON objects whose every field may be missing. The first wrong type is kept as the problem, with its
// path in the document.
namespace kenv::snapshot {

class JsonFields {
 public:
  JsonFields(const nlohmann::json& object, std::string path, std::optional<Problem>& problem);

  void text(const char* key, std::string& out);
  /// An error as its number or in words.
  void code(const char* key, std::string& out);
  void flag(const char* key, std::optional<bool>& out);
  void flag(const char* key, bool& out);
  void integer(const char* key, std::optional<int>& out);
  void size(const char* key, std::optional<std::uint64_t>& out);
  /// A field that has to be there after all.
  void required(const char* key);
  void texts(const char* key, std::vector<std::string>& out);
  void text_map(const char* key, std::map<std::string, std::string>& out);
  void integer_map(const char* key, std::map<std::string, int>& out);
  void size_map(const char* key, std::map<std::string, std::uint64_t>& out);
  void object(const char* key, const std::function<void(JsonFields&)>& read);
  /// True if the array is there, even if it is empty.
  bool objects(const char* key, const std::function<void(JsonFields&)>& read);

  /// A text field that a parser understands ("580.65.06"); what it refuses is a problem.
  template <class T>
  void parsed(const char* key, Result<T> (*parse)(std::string_view), std::optional<T>& out) {
    std::string value;
    text(key, value);
    if (value.empty()) return;
    auto result = parse(value);
    if (result)
      out = *std::move(result);
    else
      refuse_field(key, result.error().message);
  }

 private:
  const nlohmann::json* find(const char* key) const;
  void refuse_field(const char* key, std::string message);
  void wrong_type(const char* key, const char* expected);

  const nlohmann::json& object_;
  std::string path_;
  std::optional<Problem>& problem_;
};

}  // namespace kenv::snapshot
