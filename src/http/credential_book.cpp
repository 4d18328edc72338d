// SPDX-License-Identifier: Apache-2.0
#include "http/credential_book.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "io/files.hpp"
#include "io/surroundings.hpp"

namespace kenv::http {

namespace {

constexpr std::uint64_t kLargestNetrc = 1u << 20;

std::vector<NetrcEntry> read_netrc(const std::filesystem::path& file) {
  try {
    return parse_netrc(io::read_text_if_present(file, kLargestNetrc).value_or(""));
  } catch (const Error&) {
    return {};  // of somebody else, or a folder: as good as none
  }
}

}  // namespace

CredentialBook::CredentialBook(ConfiguredCredentials configured, const std::filesystem::path& netrc_file,
                               CredentialFinder finder)
    : configured_(std::move(configured)),
      netrc_(read_netrc(netrc_file.empty() ? io::home_directory() / ".netrc" : netrc_file)),
      netrc_name_(netrc_file.empty() ? "~/.netrc" : netrc_file.string()),
      finder_(std::move(finder)) {}

/// What is configured comes before netrc; where that is a name alone, netrc may know its password.
std::optional<KnownCredentials> CredentialBook::entry(const std::string& url) const {
  if (const auto searched = searched_.find(origin_of(url)); searched != searched_.end() && searched->second.credentials)
    return KnownCredentials{*searched->second.credentials, "the keyring"};
  const KnownCredentials* configured = credentials_for(configured_, url);
  if (configured != nullptr && !configured->credentials.password.empty()) return *configured;
  const std::string user = configured == nullptr ? "" : configured->credentials.user;
  for (const std::string& machine : {text::lower(split_url(url).host), std::string()}) {
    const auto found = std::ranges::find_if(netrc_, [&](const NetrcEntry& one) {
      return text::lower(one.machine) == machine && (user.empty() || one.credentials.user == user);
    });
    if (found != netrc_.end()) return KnownCredentials{found->credentials, netrc_name_};
  }
  return configured == nullptr ? std::nullopt : std::optional(*configured);
}

std::optional<Credentials> CredentialBook::known(const std::string& url) const {
  const auto found = entry(url);
  return found ? std::optional(found->credentials) : std::nullopt;
}

bool CredentialBook::has_others(const std::string& url, const std::optional<Credentials>& sent) {
  const auto present = known(url);
  if (present && present != sent) return true;  // found for another request meanwhile
  const std::string origin = origin_of(url);
  if (!finder_ || searched_.contains(origin)) return false;
  const auto& found = searched_[origin] = finder_(without_credentials(url), sent ? sent->user : "");
  return found.credentials.has_value();
}

std::string CredentialBook::explanation(const std::string& url, const std::optional<Credentials>& sent) const {
  const std::string origin = origin_of(url), host(split_url(url).host);
  const auto searched = searched_.find(origin);
  const std::string said =
      searched == searched_.end() || searched->second.explanation.empty() ? "" : "; " + searched->second.explanation;
  const auto present = entry(url);
  if (sent && present) return fmt::format("{} does not accept the credentials of {}{}", host, present->origin, said);
  return said.empty() ? "" : fmt::format("no credentials are configured for {}{}", host, said);
}

}  // namespace kenv::http
