// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

// What kenv needs to know of URLs (RFC 3986), as functions of text. None of them fails: a text that is no URL simply
// has no scheme or host.
namespace kenv::http {

/// The parts of a URL as they stand in it, nothing decoded. Views into the text that was taken apart.
struct UrlParts {
  std::string_view scheme, user_info, host, port, path, query, fragment;
  bool has_authority = false, has_query = false, has_fragment = false;
};

UrlParts split_url(std::string_view url);

struct Credentials {
  std::string user, password;
  bool operator==(const Credentials&) const = default;
};

/// The address that `reference` means on the page at `base` (RFC 3986, section 5.2).
std::string resolve_url(std::string_view base, std::string_view reference);
std::string without_credentials(std::string_view url);
std::string without_fragment(std::string_view url);
std::optional<Credentials> credentials_in(std::string_view url);  ///< percent-decoded
/// Who is asked: "https://host:443", lower case, the port always stated. Credentials belong to an origin.
std::string origin_of(std::string_view url);
/// Whether an address names a host and port that there can be: no open bracket, no blank in a name, no port above
/// 65535.
bool names_host(std::string_view url);
/// For messages: host and path. Without credentials, and without the query, which may hold a signature.
std::string shown(std::string_view url);
std::string percent_encoded_path(std::string_view path);
std::string file_name_in(std::string_view url);  ///< the last name of its path, percent-decoded

}  // namespace kenv::http
