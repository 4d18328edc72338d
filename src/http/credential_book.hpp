// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <string>

#include "http/client.hpp"

namespace kenv::http {

/// The credentials of each origin: those that were configured, and those that the finder gave after a 401. It is asked
/// once for each origin. ~/.netrc is libcurl's business.
class CredentialBook {
 public:
  CredentialBook(std::map<std::string, KnownCredentials> known, CredentialFinder finder)
      : known_(std::move(known)), finder_(std::move(finder)) {}

  std::optional<Credentials> known(const std::string& url) const;
  /// After a 401 to a request that went with `sent`: whether there are others now.
  bool has_others(const std::string& url, const std::optional<Credentials>& sent);
  /// Which credentials were not taken, or why there were none; empty if there is nothing to say.
  std::string explanation(const std::string& url, const std::optional<Credentials>& sent) const;

 private:
  std::map<std::string, KnownCredentials> known_;
  std::map<std::string, std::string> searched_;  ///< what came of asking the finder
  CredentialFinder finder_;
};

}  // namespace kenv::http
