// SPDX-License-Identifier: Apache-2.0
#include "http/url.hpp"

#include <algorithm>
#include <vector>

#include "base/percent_code.hpp"
#include "base/text.hpp"

namespace kenv::http {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes the scheme and its ":" off the text, if it begins with one.
std::string_view take_scheme(std::string_view& rest) {
  if (rest.empty() || !is_letter(rest[0])) return {};
  const auto end = rest.find_first_of(":/?#");
  if (end == std::string_view::npos || rest[end] != ':') return {};
  const auto scheme = rest.substr(0, end);
  const bool valid = std::all_of(scheme.begin(), scheme.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
  });
  if (!valid) return {};
  rest.remove_prefix(end + 1);
  return scheme;
}

void take_authority(std::string_view& rest, UrlParts& parts) {
  if (!rest.starts_with("//")) return;
  parts.has_authority = true;
  const auto end = std::min(rest.find_first_of("/?#", 2), rest.size());
  std::string_view authority = rest.substr(2, end - 2);
  rest.remove_prefix(end);
  if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
    parts.user_info = authority.substr(0, at);
    authority.remove_prefix(at + 1);
  }
  // The colons inside the brackets of an IPv6 address are part of the host.
  const auto bracket = authority.rfind(']');
  const auto colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  parts.host = authority.substr(0, colon);
  if (colon != std::string_view::npos) parts.port = authority.substr(colon + 1);
}

/// RFC 3986, section 5.2.4: "." and ".." are taken out of a path.
std::string without_dot_segments(std::string_view path) {
  const bool absolute = path.starts_with('/');
  std::vector<std::string> kept;
  bool ends_in_folder = false;
  for (auto segment : text::split(absolute ? path.substr(1) : path, '/')) {
    ends_in_folder = segment == "." || segment == "..";
    if (!ends_in_folder) kept.emplace_back(segment);
    if (segment == ".." && !kept.empty()) kept.pop_back();
  }
  return (absolute ? "/" : "") + text::join(kept, "/") + (ends_in_folder && !kept.empty() ? "/" : "");
}

std::string joined(const UrlParts& parts, std::string_view path) {
  std::string out;
  if (!parts.scheme.empty()) out.append(parts.scheme).append(":");
  if (parts.has_authority) {
    out += "//";
    if (!parts.user_info.empty()) out.append(parts.user_info).append("@");
    out += parts.host;
    if (!parts.port.empty()) out.append(":").append(parts.port);
  }
  out += path;
  if (parts.has_query) out.append("?").append(parts.query);
  if (parts.has_fragment) out.append("#").append(parts.fragment);
  return out;
}

/// RFC 3986, section 5.2.3.
std::string merged_path(const UrlParts& base, std::string_view reference) {
  if (base.has_authority && base.path.empty()) return "/" + std::string(reference);
  const auto slash = base.path.rfind('/');
  return std::string(base.path.substr(0, slash == std::string_view::npos ? 0 : slash + 1)) + std::string(reference);
}

}  // namespace

UrlParts split_url(std::string_view url) {
  UrlParts parts;
  std::string_view rest = url;
  parts.scheme = take_scheme(rest);
  take_authority(rest, parts);
  if (const auto hash = rest.find('#'); hash != std::string_view::npos) {
    parts.has_fragment = true;
    parts.fragment = rest.substr(hash + 1);
    rest = rest.substr(0, hash);
  }
  if (const auto mark = rest.find('?'); mark != std::string_view::npos) {
    parts.has_query = true;
    parts.query = rest.substr(mark + 1);
    rest = rest.substr(0, mark);
  }
  parts.path = rest;
  return parts;
}

std::string resolve_url(std::string_view base, std::string_view reference) {
  UrlParts from = split_url(base), to = split_url(reference);
  if (!to.scheme.empty()) return joined(to, without_dot_segments(to.path));
  to.scheme = from.scheme;
  if (to.has_authority) return joined(to, without_dot_segments(to.path));
  to.has_authority = from.has_authority;
  to.user_info = from.user_info;
  to.host = from.host;
  to.port = from.port;
  if (to.path.starts_with('/')) return joined(to, without_dot_segments(to.path));
  if (!to.path.empty()) return joined(to, without_dot_segments(merged_path(from, to.path)));
  if (!to.has_query) {
    to.has_query = from.has_query;
    to.query = from.query;
  }
  return joined(to, from.path);
}

std::string without_credentials(std::string_view url) {
  UrlParts parts = split_url(url);
  parts.user_info = {};
  return joined(parts, parts.path);
}

std::string without_fragment(std::string_view url) { return std::string(url.substr(0, url.find('#'))); }

std::optional<Credentials> credentials_in(std::string_view url) {
  const auto info = split_url(url).user_info;
  if (info.empty()) return std::nullopt;
  const auto colon = info.find(':');
  return Credentials{text::percent_decoded(info.substr(0, colon)),
                     colon == std::string_view::npos ? std::string() : text::percent_decoded(info.substr(colon + 1))};
}

std::string origin_of(std::string_view url) {
  const UrlParts parts = split_url(url);
  const std::string scheme = text::lower(parts.scheme);
  const std::string port = !parts.port.empty() ? std::string(parts.port)
                           : scheme == "https" ? "443"
                           : scheme == "http"  ? "80"
                                               : "";
  return scheme + "://" + text::lower(parts.host) + (port.empty() ? "" : ":" + port);
}

bool names_host(std::string_view url) {
  const UrlParts parts = split_url(url);
  const auto port = text::parse_unsigned(parts.port);
  if (!parts.port.empty() && (!port || *port > 65535)) return false;
  // In brackets an address of IPv6 with its zone (RFC 3986, section 3.2.2; RFC 6874), else a name without the
  // characters that mean something in an address.
  if (parts.host.starts_with('['))
    return parts.host.size() > 2 && parts.host.find_first_of("[]", 1) == parts.host.size() - 1 &&
           parts.host.find(':') != std::string_view::npos;
  return !parts.host.empty() && std::none_of(parts.host.begin(), parts.host.end(), [](char c) {
    return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F ||
           std::string_view("[]<>\\^`{|}\"").find(c) != std::string_view::npos;
  });
}

std::string shown(std::string_view url) {
  const UrlParts parts = split_url(url);
  std::string out(parts.host);
  if (!parts.port.empty()) out.append(":").append(parts.port);
  out += parts.path;
  return out;
}

std::string percent_encoded_path(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF",
                             kPlain = "-._~!$&'()*,;=:@/";  // "+" is coded: some servers take it for a blank
  std::string out;
  for (char c : path) {
    if (is_letter(c) || is_digit(c) || kPlain.find(c) != std::string_view::npos) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

std::string file_name_in(std::string_view url) {
  const auto path = split_url(url).path;
  const auto slash = path.rfind('/');
  return text::percent_decoded(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

}  // namespace kenv::http
