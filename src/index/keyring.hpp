// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "http/client.hpp"

namespace kenv::index {

/// Asks the command `keyring`, as pip and uv do with the provider "subprocess": first for the address of the index that
/// the URL belongs to, then for its host. With a user name, "keyring get SERVICE USER" prints the password; without
/// one, "keyring get SERVICE --mode creds" prints both, a line each. A http::CredentialFinder.
class KeyringCommand {
 public:
  explicit KeyringCommand(std::vector<std::string> indexes) : indexes_(std::move(indexes)) {}
  http::FoundCredentials operator()(const std::string& url, const std::string& user) const;

 private:
  std::vector<std::string> indexes_;  ///< their addresses
};

}  // namespace kenv::index
