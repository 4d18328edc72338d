// SPDX-License-Identifier: Apache-2.0
#include "http/content_range.hpp"

#include "base/text.hpp"

namespace kenv::http {

std::optional<ContentRange> parse_content_range(std::string_view header) {
  constexpr std::string_view kUnit = "bytes ";
  const auto slash = header.find('/');
  if (!header.starts_with(kUnit) || slash == std::string_view::npos) return std::nullopt;
  const auto part = header.substr(kUnit.size(), slash - kUnit.size()), whole = header.substr(slash + 1);
  ContentRange range{std::nullopt, text::parse_unsigned(whole)};
  if (!range.total && whole != "*") return std::nullopt;
  if (part == "*") return range;
  const auto dash = part.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto first = text::parse_unsigned(part.substr(0, dash)), last = text::parse_unsigned(part.substr(dash + 1));
  if (!first || !last || *first > *last || *last >= range.total.value_or(UINT64_MAX)) return std::nullopt;
  range.part = {*first, *last + 1};
  return range;
}

}  // namespace kenv::http
