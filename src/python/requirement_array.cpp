// SPDX-License-Identifier: Apache-2.0
#include "python/requirement_array.hpp"

#include "python/location.hpp"
#include "python/scanner.hpp"

namespace kenv::python {

Result<PlacedRequirement> requirement_in(const document::Value& text, std::string_view file) {
  const Position where = text.place(file);
  if (is_location(text.text))
    return refuse(excerpt(without_secrets(text.text)) + " has no name", where, "write it as NAME @ URL");
  auto placed = parse_placed_requirement(text.text);
  if (!placed) return refuse(without_secrets(placed.error().message), where, placed.error().hint);
  placed->where = where;
  return placed;
}

std::vector<PlacedRequirement> requirement_array(const document::Value& array, std::string_view what,
                                                 std::string_view file, std::vector<Problem>& problems) {
  std::vector<PlacedRequirement> out;
  if (array.kind != document::Value::Kind::Array) {
    problems.push_back({"`" + std::string(what) + "` must be an array of strings", array.place(file), {}});
    return out;
  }
  for (const auto& item : array.items) {
    if (item.kind != document::Value::Kind::Text) {
      problems.push_back(
          {"`" + std::string(what) + "` must hold strings only, this is " + std::string(to_text(item.kind)),
           item.place(file),
           {}});
      continue;
    }
    auto placed = requirement_in(item, file);
    if (placed)
      out.push_back(*std::move(placed));
    else
      problems.push_back(std::move(placed.error()));
  }
  return out;
}

}  // namespace kenv::python
