// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace kenv::index {

/// A start tag of an HTML text: its name and attributes, names in lower case, values with their entities undone.
struct Tag {
  std::string name;
  std::map<std::string, std::string, std::less<>> attributes;

  const std::string* attribute(std::string_view attribute_name) const;
};

/// Goes through the start tags of an HTML text. Index pages need no more of HTML than that: comments, the text between
/// tags and the content of scripts are passed over, and whatever is malformed ends as some odd attribute of some tag.
class TagReader {
 public:
  explicit TagReader(std::string_view html) : rest_(html) {}
  std::optional<Tag> next();

 private:
  void skip_to_end_of(std::string_view name);
  void read_attributes(Tag& tag);
  std::string_view take_value();

  std::string_view rest_;
};

/// "&gt;=3.8" is ">=3.8". The named references that index pages use and all numeric ones.
std::string without_entities(std::string_view text);

}  // namespace kenv::index
