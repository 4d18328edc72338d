// SPDX-License-Identifier: Apache-2.0
#include "change/direct_wheels.hpp"

#include <fmt/format.h>

#include <utility>

#include "change/direct_url.hpp"
#include "change/file_digest.hpp"
#include "change/record_match.hpp"
#include "index/local_index.hpp"
#include "python/location.hpp"
#include "resolvers/candidate.hpp"

namespace kenv::change {
namespace {

std::string with_digests(const DirectUrl& direct) {
  std::string out = direct.url;
  char separator = '#';
  for (const auto& digest : direct.digests.all())
    out += fmt::format("{}{}={}", std::exchange(separator, '&'), to_text(digest.algorithm), digest.hex);
  return out;
}

/// A wheel of which nobody recorded a digest.
struct Unproven {
  const venv::InstalledDistribution* package;
  index::MetadataRequest request;
};

void prove(const Unproven& one, const index::MemberText& record) {
  const std::string where = python::without_secrets(one.request.file.url);
  if (const auto* silent = std::get_if<index::Unreachable>(&record))
    throw Error(ExitCode::Network, silent->code,
                fmt::format("whether {} is what {} was installed from is not known: {}", where,
                            one.package->name.text(), silent->reason),
                silent->hint);
  const auto* unusable = std::get_if<index::UnusableMetadata>(&record);
  const auto unlike =
      unusable != nullptr ? unusable->reason : unlike_installed(std::get<std::string>(record), *one.package);
  if (!unlike) return;
  throw Error(ExitCode::VerificationFailed, "wheel-replaced",
              fmt::format("{} is not what {} {} was installed from: {}", where, one.package->name.text(),
                          one.package->version_text, *unlike),
              fmt::format("to take it all the same, name it: \"{} @ {}\"", one.package->name.text(), where));
}

}  // namespace

std::map<python::PackageName, std::string> direct_wheels(const std::vector<venv::InstalledDistribution>& installed,
                                                         const std::set<python::PackageName>& left_out,
                                                         index::IndexClient& index) {
  std::map<python::PackageName, std::string> found;
  std::vector<Unproven> unproven;
  for (const auto& package : installed) {
    const auto direct = read_direct_url(package.direct_url);
    if (!direct || !direct->is_wheel() || left_out.contains(package.name)) continue;
    if (!found.emplace(package.name, with_digests(*direct)).second || !direct->digests.empty()) continue;
    python::ProjectFile file;
    file.filename = direct->filename;
    file.url = direct->url;
    unproven.push_back({&package, {resolvers::kDirectIndex, std::move(file)}});
  }
  std::vector<index::MetadataRequest> asked;
  for (const auto& one : unproven) asked.push_back(one.request);
  const auto records = index.records(asked);
  for (std::size_t i = 0; i < unproven.size(); ++i) {
    prove(unproven[i], records[i]);
    // The digest of what was looked at: nothing else may lie there when it is installed.
    if (const auto path = index::local_path(unproven[i].request.file.url))
      found[unproven[i].package->name] += "#sha256=" + digests_of_file(*path).sha256->hex();
  }
  return found;
}

}  // namespace kenv::change
