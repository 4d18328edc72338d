// SPDX-License-Identifier: Apache-2.0
#include "change/lock_installed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>

#include "change/direct_url.hpp"
#include "change/file_digest.hpp"
#include "change/installed_wheels.hpp"
#include "change/lock_files.hpp"
#include "change/missing_digests.hpp"
#include "change/record_match.hpp"
#include "http/url.hpp"
#include "index/local_index.hpp"
#include "io/files.hpp"
#include "transaction/history.hpp"
#include "transaction/open_state.hpp"

namespace kenv::change {
namespace {

using Wheels = std::map<std::string, plan::LockedWheel>;  ///< by "name==version"
using Origin = WheelOrError;

/// What kenv itself installed: the lock of the environment's present generation says it.
Wheels recorded_wheels(const io::fs::path& environment) {
  Wheels wheels;
  if (!transaction::has_state(environment)) return wheels;
  const auto history = transaction::read_history(environment);
  for (const auto& generation : history.generations) {
    const auto file = generation.files.find(kLockFile);
    if (generation.id != history.current || file == generation.files.end()) continue;
    const auto lock = plan::read_lock(io::read_text_if_present(file->second).value_or(""), file->second.string());
    if (!lock) continue;
    for (const auto& target : lock->targets)
      for (const auto& package : target.packages)
        if (package.wheel) wheels[package.name.text() + "==" + package.version] = *package.wheel;
  }
  return wheels;
}

Origin direct_origin(const venv::InstalledDistribution& distribution) {
  if (auto why = why_no_wheel_again(distribution.direct_url); !why.empty()) return unknown(std::move(why));
  const auto direct = read_direct_url(distribution.direct_url);
  plan::LockedWheel wheel{direct->filename, direct->url, direct->digests, "", {}};
  wheel.direct = true;
  return wheel;
}

/// What kenv's own record says of the wheel beside its address: its size, what Python it needs.
Origin same_wheel(Origin origin, const plan::LockedWheel* own) {
  if (origin && own != nullptr && own->direct && own->digests.sha256 == origin->digests.sha256) return *own;
  return origin;
}

/// A wheel on this machine is only read, whoever forbids to fetch.
Origin from_file(plan::LockedWheel wheel, const io::fs::path& path, const venv::InstalledDistribution& installed,
                 const Workshop& workshop) {
  const index::MetadataRequest request{wheel.index, {.filename = wheel.filename, .url = wheel.url}};
  const auto record = workshop.index.records(std::span(&request, 1)).front();
  if (const auto* silent = std::get_if<index::Unreachable>(&record)) return unknown(silent->reason);
  if (const auto* unusable = std::get_if<index::UnusableMetadata>(&record)) return unknown(unusable->reason);
  if (const auto unlike = unlike_installed(std::get<std::string>(record), installed))
    return unknown(fmt::format("{} is another wheel: {}", path.string(), *unlike));
  wheel.digests = digests_of_file(path);
  if (const auto status = io::target_status(path)) wheel.size = status->size;
  return wheel;
}

/// Takes the digest that nobody states from the wheel itself, if that is what is installed. One that cannot be had is
/// no reason to fail: the lock says so.
Origin from_the_wheel(const plan::LockedPackage& package, const venv::InstalledDistribution& installed,
                      const Workshop& workshop, const std::string& not_fetched) {
  plan::LockedWheel wheel = *package.wheel;
  if (const auto path = index::local_path(wheel.url)) return from_file(std::move(wheel), *path, installed, workshop);
  python::ProjectFile file{.filename = wheel.filename, .url = wheel.url, .size = wheel.size};
  file.size = wheel.size = workshop.index.sizes(std::span(&file, 1)).front();
  if (!not_fetched.empty()) return unknown(no_digest_text(wheel.direct, wheel.size, not_fetched));
  plan::Plan plan;
  plan.steps = {{.action = plan::Step::Action::Add,
                 .name = package.name,
                 .to = package.version,
                 .wheel = plan::Wheel{file, wheel.index}}};
  try {
    const auto stored = add_missing_digests(plan, workshop).at(package.name);
    if (const auto unlike = unlike_installed(io::read_text(stored->tree / stored->dist_info / "RECORD"), installed))
      return unknown(fmt::format("{} is another wheel: {}", http::shown(wheel.url), *unlike));
    wheel.digests.sha256 = stored->digest;
    return wheel;
  } catch (const Error& error) {
    return unknown(fmt::format("no digest of the wheel is stated, and to take one failed: {}", error.what()));
  }
}

void set_origin(plan::LockedPackage& package, Origin origin) {
  if (origin)
    package.wheel = *std::move(origin);
  else
    package.unknown = origin.error();
}

void fill_digests(plan::LockTarget& target, const EnvironmentFacts& existing, const Workshop& workshop,
                  const std::string& not_fetched) {
  for (auto& package : target.packages) {
    if (!package.wheel || !package.wheel->digests.empty()) continue;
    const auto installed =
        std::ranges::find(existing.contents.installed, package.name, &venv::InstalledDistribution::name);
    const auto origin = from_the_wheel(package, *installed, workshop, not_fetched);
    package.wheel = origin ? std::optional(*origin) : std::nullopt;
    if (!origin) package.unknown = origin.error();
  }
}

}  // namespace

plan::LockTarget lock_installed(const EnvironmentFacts& existing, const resolvers::Request& request,
                                const Workshop& workshop, const std::string& not_fetched) {
  plan::LockTarget target = lock_target({}, request);
  const auto recorded = recorded_wheels(existing.environment.root);
  std::string framework_variant;
  for (const auto& package : existing.facts.packages)
    if (!package.variant.empty()) framework_variant = package.variant;
  std::vector<const venv::InstalledDistribution*> looked_up;
  std::vector<std::size_t> places;
  for (const auto& distribution : existing.contents.installed) {
    if (is_tool(distribution.name.text())) continue;
    plan::LockedPackage package{distribution.name, distribution.version_text, {}, ""};
    const auto own = recorded.find(package.name.text() + "==" + package.version);
    Origin origin = unknown("");
    if (distribution.editable)
      origin = unknown("it is an editable installation");
    else if (!distribution.direct_url.empty())
      origin = same_wheel(direct_origin(distribution), own == recorded.end() ? nullptr : &own->second);
    else if (distribution.installer == "kenv" && own != recorded.end())
      origin = own->second;
    else if (distribution.installer == "conda")
      origin = unknown("conda installed it");
    else {
      looked_up.push_back(&distribution);
      places.push_back(target.packages.size());
    }
    set_origin(package, std::move(origin));
    target.packages.push_back(std::move(package));
  }
  auto found = find_wheels(looked_up, framework_variant, request, workshop);
  for (std::size_t i = 0; i < places.size(); ++i) set_origin(target.packages[places[i]], std::move(found[i]));
  fill_digests(target, existing, workshop, not_fetched);
  return target;
}

}  // namespace kenv::change
