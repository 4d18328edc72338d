// SPDX-License-Identifier: Apache-2.0
#include "change/lock_installed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "change/direct_url.hpp"
#include "change/lock_files.hpp"
#include "change/missing_digests.hpp"
#include "http/url.hpp"
#include "io/files.hpp"
#include "python/metadata.hpp"
#include "python/wheel_file.hpp"
#include "python/wheel_name.hpp"
#include "resolvers/builds/ladder.hpp"
#include "resolvers/installed.hpp"
#include "transaction/history.hpp"
#include "transaction/open_state.hpp"

namespace kenv::change {
namespace {

using Wheels = std::map<std::string, plan::LockedWheel>;  ///< by "name==version"
using Origin = tl::expected<plan::LockedWheel, std::string>;

Origin unknown(std::string why) { return tl::unexpected<std::string>(std::move(why)); }

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
  const auto direct = read_direct_url(distribution.direct_url);
  if (!direct) return unknown("its direct_url.json cannot be read");
  if (direct->kind == DirectUrl::Kind::Repository) return unknown("it was built from a repository");
  if (direct->kind == DirectUrl::Kind::Folder) return unknown("it was built from a folder");
  if (!direct->is_wheel()) return unknown("it was built from an archive of sources");
  plan::LockedWheel wheel{direct->filename, direct->url, direct->digests, "", {}};
  wheel.direct = true;
  return wheel;
}

std::vector<python::Tag> sorted(std::vector<python::Tag> tags) {
  std::ranges::sort(tags);
  return tags;
}

/// What kenv's own record says of the wheel beside its address: its size, what Python it needs.
Origin same_wheel(Origin origin, const plan::LockedWheel* own) {
  if (origin && own != nullptr && own->direct && own->digests.sha256 == origin->digests.sha256) return *own;
  return origin;
}

/// Looks the wheels of installed packages up where they may have come from.
class Lookup {
 public:
  Lookup(const resolvers::Request& request, const manifest::Catalog& catalog, index::IndexClient& index) : request_(request), catalog_(catalog), index_(index) {}

  Origin find(const venv::InstalledDistribution& distribution, const std::string& variant) {
    const auto folder = distribution.site_packages / distribution.folder;
    const auto wheel_text = io::read_text_if_present(folder / "WHEEL"), metadata = io::read_text_if_present(folder / "METADATA");
    if (!wheel_text || !metadata || !distribution.version) return unknown("it was not installed from a wheel");
    const auto wheel = python::WheelFile::parse(*wheel_text);
    if (!wheel) return unknown("its WHEEL file is damaged: " + wheel.error().message);
    const auto requests = places(distribution.name, variant);
    std::string why = fmt::format("index {} lists no wheel of this version with its tags", request_.default_index);
    const auto answers = index_.pages(requests);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const auto* page = std::get_if<python::ProjectPage>(&answers[i]);
      if (page == nullptr) {
        const auto& gone = std::get<index::Unreachable>(answers[i]);
        why = fmt::format("index {} gives no usable answer: {}", requests[i].index, gone.reason);
        continue;
      }
      const python::ProjectFile* unstated = nullptr;
      const auto locked = [&](const python::ProjectFile& file) {
        return plan::LockedWheel{file.filename, file.url, file.digests(), requests[i].index, file.size, page->index_url, file.upload_time, requires_python(*metadata)};
      };
      for (const auto& file : page->files) {
        const auto name = python::WheelName::parse(file.filename);
        if (!name || name->version.without_local() != distribution.version->without_local() || sorted(name->tags) != sorted(wheel->tags)) continue;
        // What an index says of METADATA is not always so where it says nothing of the wheel: that one is looked into.
        if (file.digests().empty()) unstated = &file;
        else if (!file.metadata_sha256) why = fmt::format("index {} does not state what METADATA {} has", requests[i].index, file.filename);
        else if (*file.metadata_sha256 != sha256(*metadata)) why = fmt::format("its METADATA is not that of {} on index {}", file.filename, requests[i].index);
        else return locked(file);
      }
      if (unstated != nullptr) return locked(*unstated);
    }
    return unknown(why);
  }

 private:
  /// The default index, and for what a framework's own index serves that one, in the part of the installed variant.
  std::vector<index::PageRequest> places(const python::PackageName& name, const std::string& variant) const {
    std::vector<index::PageRequest> out{{request_.default_index, "", name}};
    for (const auto& framework : catalog_.frameworks) {
      if (!resolvers::is_member(framework.members, name)) continue;
      for (const auto& index : framework.indexes)
        if (index != request_.default_index && request_.framework_indexes.contains(index)) out.push_back({index, resolvers::split_by_variant(framework, index) ? variant : "", name});
    }
    std::erase_if(out, [&](const auto& one) { return request_.without_index.contains(one.index); });
    return out;
  }

  /// As it is to be written: nothing where it does not hold for the very interpreter (resolvers/plan_of.cpp).
  std::string requires_python(const std::string& metadata) const {
    const auto read = python::CoreMetadata::parse(metadata);
    return read && read->requires_python.contains(request_.python_version) ? read->requires_python.to_text() : "";
  }

  const resolvers::Request& request_;
  const manifest::Catalog& catalog_;
  index::IndexClient& index_;
};

/// The METADATA that is installed of a package; empty if it has none.
std::string installed_metadata(const EnvironmentFacts& existing, const python::PackageName& name) {
  for (const auto& one : existing.contents.installed)
    if (one.name == name) return io::read_text_if_present(one.site_packages / one.folder / "METADATA").value_or("");
  return {};
}

/// Takes the digest that nobody states from the wheel itself, if that is what is installed. One that cannot be had is no
/// reason to fail: the lock says so.
Origin from_the_wheel(const plan::LockedPackage& package, const std::string& metadata, const Workshop& workshop, const std::string& not_fetched) {
  plan::LockedWheel wheel = *package.wheel;
  python::ProjectFile file{.filename = wheel.filename, .url = wheel.url, .size = wheel.size};
  file.size = wheel.size = workshop.index.sizes(std::span(&file, 1)).front();
  if (!not_fetched.empty()) return unknown(no_digest_text(wheel.direct, wheel.size, not_fetched));
  plan::Plan plan;
  plan.steps = {{.action = plan::Step::Action::Add, .name = package.name, .to = package.version, .wheel = plan::Wheel{file, wheel.index}}};
  try {
    const auto stored = add_missing_digests(plan, workshop).at(package.name);
    if (io::read_text(stored->tree / stored->dist_info / "METADATA") != metadata) return unknown("its METADATA is not that of " + http::shown(wheel.url));
    wheel.digests.sha256 = stored->digest;
    return wheel;
  } catch (const Error& error) {
    return unknown(fmt::format("no digest of the wheel is stated, and to take one failed: {}", error.what()));
  }
}

void fill_digests(plan::LockTarget& target, const EnvironmentFacts& existing, const Workshop& workshop, const std::string& not_fetched) {
  for (auto& package : target.packages) {
    if (!package.wheel || !package.wheel->digests.empty()) continue;
    const auto origin = from_the_wheel(package, installed_metadata(existing, package.name), workshop, not_fetched);
    package.wheel = origin ? std::optional(*origin) : std::nullopt;
    if (!origin) package.unknown = origin.error();
  }
}

}  // namespace

plan::LockTarget lock_installed(const EnvironmentFacts& existing, const resolvers::Request& request, const Workshop& workshop, const std::string& not_fetched) {
  plan::LockTarget target = lock_target({}, request);
  const auto recorded = recorded_wheels(existing.environment.root);
  Lookup lookup(request, workshop.catalog, workshop.index);
  std::string framework_variant;
  for (const auto& package : existing.facts.packages)
    if (!package.variant.empty()) framework_variant = package.variant;
  for (const auto& distribution : existing.contents.installed) {
    if (is_tool(distribution.name.text())) continue;
    plan::LockedPackage package{distribution.name, distribution.version_text, {}, ""};
    const auto own = recorded.find(package.name.text() + "==" + package.version);
    Origin origin = unknown("");
    if (distribution.editable) origin = unknown("it is an editable installation");
    else if (!distribution.direct_url.empty()) origin = same_wheel(direct_origin(distribution), own == recorded.end() ? nullptr : &own->second);
    else if (distribution.installer == "kenv" && own != recorded.end()) origin = own->second;
    else if (distribution.installer == "conda") origin = unknown("conda installed it");
    else origin = lookup.find(distribution, framework_variant);
    if (origin) package.wheel = *std::move(origin);
    else package.unknown = origin.error();
    target.packages.push_back(std::move(package));
  }
  fill_digests(target, existing, workshop, not_fetched);
  return target;
}

}  // namespace kenv::change
