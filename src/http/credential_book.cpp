// SPDX-License-Identifier: Apache-2.0
#include "http/credential_book.hpp"

#include <fmt/format.h>

namespace kenv::http {

std::optional<Credentials> CredentialBook::known(const std::string& url) const {
  const auto found = known_.find(origin_of(url));
  return found == known_.end() ? std::nullopt : std::optional(found->second.credentials);
}

bool CredentialBook::has_others(const std::string& url, const std::optional<Credentials>& sent) {
  const auto present = known(url);
  if (present && present != sent) return true;  // found for another request meanwhile
  const std::string origin = origin_of(url);
  if (!finder_ || searched_.contains(origin)) return false;
  auto found = finder_(without_credentials(url), sent ? sent->user : "");
  searched_[origin] = found.explanation;
  if (!found.credentials) return false;
  known_[origin] = {std::move(*found.credentials), "the keyring"};
  return true;
}

std::string CredentialBook::explanation(const std::string& url, const std::optional<Credentials>& sent) const {
  const std::string origin = origin_of(url), host(split_url(url).host);
  const auto searched = searched_.find(origin);
  const std::string said = searched == searched_.end() || searched->second.empty() ? "" : "; " + searched->second;
  const auto present = known_.find(origin);
  if (sent && present != known_.end())
    return fmt::format("{} does not accept the credentials of {}{}", host, present->second.origin, said);
  return said.empty() ? "" : fmt::format("no credentials are configured for {}{}", host, said);
}

}  // namespace kenv::http
