// SPDX-License-Identifier: Apache-2.0
#include "index/keyring.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "io/process.hpp"

namespace kenv::index {
namespace {

/// A keyring may open a window and wait for its owner.
constexpr std::chrono::milliseconds kPatience{120'000};
constexpr int kNotStarted = 127;

std::vector<std::string> services_of(const std::string& url, const std::vector<std::string>& indexes) {
  std::vector<std::string> out;
  for (const auto& index : indexes)
    if (!index.empty() && http::origin_of(index) == http::origin_of(url) && url.starts_with(index))
      out.insert(out.end(), {index, index + "/"});  // as people write it in pip.conf
  const auto parts = http::split_url(url);
  out.push_back(std::string(parts.host) + (parts.port.empty() ? "" : ":" + std::string(parts.port)));
  return out;
}

std::optional<http::Credentials> credentials_in_output(const std::string& output, const std::string& user) {
  const auto lines = text::lines(output);
  if (lines.empty() || lines[0].empty()) return std::nullopt;
  if (!user.empty()) return http::Credentials{user, std::string(lines[0])};
  if (lines.size() < 2) return std::nullopt;
  return http::Credentials{std::string(lines[0]), std::string(lines[1])};
}

}  // namespace

http::FoundCredentials KeyringCommand::operator()(const std::string& url, const std::string& user) const {
  std::string said;
  for (const auto& service : services_of(url, indexes_)) {
    io::Command command;
    command.arguments = {"keyring", "get", service};
    if (user.empty())
      command.arguments.insert(command.arguments.end(), {"--mode", "creds"});
    else
      command.arguments.push_back(user);
    command.set["PYTHONIOENCODING"] = "utf-8";
    command.time_limit = kPatience;
    const auto result = io::run(command);
    if (result.exit_code == kNotStarted) return {std::nullopt, "the command keyring is not on PATH"};
    if (result.timed_out) return {std::nullopt, "the command keyring did not answer"};
    if (result.ok())
      if (auto found = credentials_in_output(result.output, user)) return {std::move(found), ""};
  }
  return {std::nullopt, user.empty() ? "the keyring knows no credentials for it"
                                     : fmt::format("the keyring knows no password of {} for it", user)};
}

}  // namespace kenv::index
