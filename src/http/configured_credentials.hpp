// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "http/url.hpp"

namespace kenv::http {

/// Credentials and where they were given, for messages.
struct KnownCredentials {
  Credentials credentials;
  std::string origin;
};

/// By the address that they were given with, itself without credentials.
using ConfiguredCredentials = std::map<std::string, KnownCredentials>;

/// Those that are sent to `url`: never to another origin (url.hpp). Several projects may keep indexes on one host, each
/// with a token of its own, so that of those of one origin the ones count whose address shares most of the path. Files
/// often lie beside the index and not below it. Null if there are none.
const KnownCredentials* credentials_for(const ConfiguredCredentials& configured, std::string_view url);

}  // namespace kenv::http
