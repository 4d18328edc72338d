// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "http/client.hpp"
#include "http/netrc.hpp"

namespace kenv::http {

/// The credentials for an address: those that the finder gave after a 401 (it is asked once for each origin), those
/// that were configured, those of a netrc file.
class CredentialBook {
 public:
  /// `netrc_file` may be missing.
  CredentialBook(ConfiguredCredentials configured, const std::filesystem::path& netrc_file, CredentialFinder finder);

  std::optional<Credentials> known(const std::string& url) const;
  /// After a 401 to a request that went with `sent`: whether there are others now.
  bool has_others(const std::string& url, const std::optional<Credentials>& sent);
  /// Which credentials were not taken, or why there were none; empty if there is nothing to say.
  std::string explanation(const std::string& url, const std::optional<Credentials>& sent) const;

 private:
  std::optional<KnownCredentials> entry(const std::string& url) const;

  ConfiguredCredentials configured_;
  std::vector<NetrcEntry> netrc_;
  std::string netrc_name_;
  std::map<std::string, FoundCredentials> searched_;  ///< what came of asking the finder, by origin
  CredentialFinder finder_;
};

}  // namespace kenv::http
