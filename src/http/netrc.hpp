// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "http/url.hpp"

namespace kenv::http {

/// One "machine" of a netrc file; the name is empty for "default".
struct NetrcEntry {
  std::string machine;
  Credentials credentials;
};

/// The entries in their order (the format of ftp(1): words between blanks, quoted where they hold blanks; "macdef" goes
/// to the next empty line). Read by ourselves and not by libcurl, which does not tell whether it found any: a refusal
/// has to name the credentials that it refuses.
std::vector<NetrcEntry> parse_netrc(std::string_view text);

}  // namespace kenv::http
