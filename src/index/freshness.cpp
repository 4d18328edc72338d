// SPDX-License-Identifier: Apache-2.0
#include "index/freshness.hpp"

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "http/date.hpp"

namespace kenv::index {
namespace {

using Headers = std::map<std::string, std::string>;

constexpr std::int64_t kTenMinutes = 600, kDay = 86'400;

std::string value_of(const Headers& headers, const char* name) {
  const auto found = headers.find(name);
  return found == headers.end() ? std::string() : text::lower(found->second);
}

/// The directives of Cache-Control, each with its argument; quotes around that are allowed (RFC 9111, 5.2).
std::map<std::string, std::string> directives_of(const Headers& headers) {
  std::map<std::string, std::string> out;
  const std::string control = value_of(headers, "cache-control");
  for (auto directive : text::split(control, ',')) {
    directive = text::trim(directive);
    const auto equals = directive.find('=');
    auto argument = equals == std::string_view::npos ? std::string_view() : text::trim(directive.substr(equals + 1));
    if (argument.size() >= 2 && argument.front() == '"' && argument.back() == '"')
      argument = argument.substr(1, argument.size() - 2);
    out.emplace(text::trim(directive.substr(0, equals)), argument);
  }
  return out;
}

std::optional<std::int64_t> date_of(const Headers& headers, const char* name) {
  const auto found = headers.find(name);
  return found == headers.end() ? std::nullopt : http::parse_date(found->second);
}

/// Seconds from when the answer was made; nothing if the server says nothing.
std::optional<std::int64_t> stated_lifetime(const Headers& headers, std::int64_t now) {
  const auto directives = directives_of(headers);
  if (directives.contains("no-cache") || directives.contains("no-store") || value_of(headers, "vary") == "*") return 0;
  if (const auto age = directives.find("max-age"); age != directives.end()) {
    const auto seconds = text::parse_unsigned(age->second);
    return seconds ? static_cast<std::int64_t>(std::min<std::uint64_t>(*seconds, kDay)) : 0;
  }
  if (!headers.contains("expires")) return std::nullopt;
  const auto expires = date_of(headers, "expires");  // "0" and other nonsense means: at once
  return expires ? std::clamp<std::int64_t>(*expires - date_of(headers, "date").value_or(now), 0, kDay) : 0;
}

}  // namespace

std::int64_t freshness_seconds(const Headers& headers, std::int64_t now) {
  if (const auto stated = stated_lifetime(headers, now)) {
    const auto age = text::parse_unsigned(value_of(headers, "age")).value_or(0);
    return std::max<std::int64_t>(0, *stated - static_cast<std::int64_t>(std::min<std::uint64_t>(age, kDay)));
  }
  const bool can_be_asked = !value_of(headers, "etag").empty() || date_of(headers, "last-modified");
  return can_be_asked ? 0 : kTenMinutes;
}

bool may_be_kept(const Headers& headers) { return !directives_of(headers).contains("no-store"); }

}  // namespace kenv::index
