// SPDX-License-Identifier: Apache-2.0
#include "resolvers/dependencies/direct_candidates.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "python/location.hpp"
#include "python/wheel_name.hpp"
#include "resolvers/builds/manifest_rows.hpp"
#include "resolvers/builds/rules.hpp"
#include "resolvers/dependencies/wheel_choice.hpp"

namespace kenv::resolvers {
namespace {

/// A framework's wheel is judged by what its version says it is; it is measured before it is switched on in any case.
void judge_build(const python::PackageName& name, Candidate& candidate, const Surroundings& around) {
  if (around.catalog.family_of(name.text()) == nullptr) return;
  candidate.variant = candidate.version.local_text();
  if (const auto* framework = around.catalog.framework(name.text()); framework && !candidate.variant.empty())
    candidate.build = find_row(*framework, candidate.version, candidate.variant, "", around.request);
  candidate.rejections = judge(name, candidate, around.request, around.catalog);
}

python::ProjectFile file_at(const std::string& url) {
  python::ProjectFile file;
  file.filename = python::file_name_of(url);
  file.url = url.substr(0, url.find('#'));
  if (auto digests = python::digests_in(url)) file.take(*std::move(digests));
  return file;
}

}  // namespace

CandidateList direct_candidates(const python::PackageName& name, const NamedFile& named, const Surroundings& around) {
  CandidateList list{name, {}, false, {}};
  python::ProjectFile file = file_at(named.url);
  const auto wheel = python::WheelName::parse(file.filename);
  if (!wheel) {
    const auto kind = python::kind_of(named.url);
    list.nowhere = kind == python::LocationKind::Wheel ? "its file name is not a wheel's: " + wheel.error().message
                                                       : "that " + python::why_not_installed(kind);
    return list;
  }
  if (wheel->name != name) {
    list.nowhere = fmt::format("that is a wheel of {}", wheel->name.text());
    return list;
  }
  list.nowhere = fmt::format("it is to be {} of {} as named by {}", wheel->version.text(),
                             python::without_secrets(file.url), named.by);
  Candidate candidate{wheel->version, kDirectIndex, "", std::move(file)};
  candidate.direct = true;
  judge_build(name, candidate, around);
  const auto obstacle = python::wheel_obstacle({&wheel->tags}, around.target.tags);
  candidate.blocked = obstacle.here;
  if (!obstacle.here.empty())
    candidate.rejections.insert(candidate.rejections.begin(),
                                {to_text(name, candidate), rule_of(obstacle), {}, obstacle.text()});
  // Its own address may state digests; else what is vouched for elsewhere counts. Of several the right one is known
  // when the file is there.
  const auto digests = around.request.hashes.find(name);
  const bool vouched = digests != around.request.hashes.end() && !digests->second.empty();
  if (candidate.file->digests().empty() && vouched) candidate.file->take(unambiguous(digests->second));
  if (candidate.file->digests().empty() && !vouched && around.request.require_hashes)
    candidate.rejections.push_back({to_text(name, candidate), "hash", {}, "has no digest that you vouch for (--hash)"});
  if (candidate.eligible())
    if (const auto* failure = around.failure_of(name, candidate.version, candidate.index))
      candidate.rejections.push_back(*failure);
  list.candidates.push_back(std::move(candidate));
  return list;
}

bool same_file(std::string_view one, std::string_view other) {
  return one.substr(0, one.find('#')) == other.substr(0, other.find('#'));
}

}  // namespace kenv::resolvers
