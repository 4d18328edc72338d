// SPDX-License-Identifier: Apache-2.0
#include "python/header_fields.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace kenv::python {
namespace {

bool is_field_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; });
}

}  // namespace

std::string HeaderField::unfolded() const { return text::one_line(value); }

Position HeaderField::position(std::string_view file, int column_in_value) const {
  const auto before = static_cast<std::size_t>(std::max(column_in_value, 1) - 1);
  const auto breaks = static_cast<int>(std::ranges::count(std::string_view(value).substr(0, before), '\n'));
  return {
      .file = std::string(file), .line = line + breaks, .column = breaks > 0 ? 0 : column + static_cast<int>(before)};
}

std::vector<HeaderField> read_header_fields(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());

  std::vector<HeaderField> fields;
  int number = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string_view line = text.substr(start, end - start);
    start = end + 1;
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) break;

    if (line.front() == ' ' || line.front() == '\t') {
      if (fields.empty()) break;
      fields.back().value += "\n" + std::string(text::trim(line));
      continue;
    }
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || !is_field_name(line.substr(0, colon))) break;
    const std::string_view value = text::trim(line.substr(colon + 1));
    const auto column =
        static_cast<int>(value.empty() ? colon + 1 : static_cast<std::size_t>(value.data() - line.data()));
    fields.push_back({text::lower(line.substr(0, colon)), std::string(value), number, column + 1});
  }
  return fields;
}

}  // namespace kenv::python
