// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <utility>

namespace kenv::text {
namespace {

/// Letters to add, take out, change, or exchange with their neighbour: a transposition is one slip, not two.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last, row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

}  // namespace

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\f\v";
  const auto first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0;;) {
    const auto end = text.find(separator, start);
    parts.push_back(text.substr(start, end == std::string_view::npos ? end : end - start));
    if (end == std::string_view::npos) return parts;
    start = end + 1;
  }
}

std::vector<std::string_view> lines(std::string_view text) {
  auto out = split(text, '\n');
  if (!out.empty() && out.back().empty()) out.pop_back();
  for (auto& line : out)
    if (line.ends_with('\r')) line.remove_suffix(1);
  return out;
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  std::string out;
  for (const auto& part : parts) {
    if (&part != parts.data()) out += separator;
    out += part;
  }
  return out;
}

std::optional<std::uint64_t> parse_unsigned(std::string_view digits) {
  std::uint64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, failure] = std::from_chars(digits.data(), end, value);
  if (digits.empty() || failure != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<std::string> closest(std::string_view typed, std::span<const std::string> candidates) {
  constexpr std::size_t kLongest = 100;  // more than that is no slip, and comparing takes the product of both lengths
  if (typed.size() > kLongest) return std::nullopt;
  const std::string wanted = lower(typed);
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(2, wanted.size() / 3) + 1;
  for (const auto& candidate : candidates) {
    if (candidate.size() >= wanted.size() + best_distance) continue;  // so many letters are missing at least
    const std::size_t distance = edit_distance(wanted, lower(candidate));
    if (distance < best_distance && distance < std::max(wanted.size(), candidate.size())) {  // something of it is left
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string human_bytes(std::uint64_t bytes) {
  constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < std::size(kUnits)) {
    value /= 1000;
    ++unit;
  }
  return unit == 0 || value >= 99.95 ? fmt::format("{:.0f} {}", value, kUnits[unit])
                                     : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

}  // namespace kenv::text
