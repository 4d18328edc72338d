// SPDX-License-Identifier: Apache-2.0
#include "change/lock_installed.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "change/direct_url.hpp"
#include "change/lock_files.hpp"
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
  if (direct->digests.empty()) return unknown("no digest of the wheel is recorded");
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
      for (const auto& file : page->files) {
        const auto name = python::WheelName::parse(file.filename);
        if (!name || name->version.without_local() != distribution.version->without_local() || sorted(name->tags) != sorted(wheel->tags)) continue;
        if (file.digests().empty()) why = fmt::format("index {} states no digest of {}", requests[i].index, file.filename);
        else if (!file.metadata_sha256) why = fmt::format("index {} does not state what METADATA {} has", requests[i].index, file.filename);
        else if (*file.metadata_sha256 != sha256(*metadata)) why = fmt::format("its METADATA is not that of {} on index {}", file.filename, requests[i].index);
        else return plan::LockedWheel{file.filename, file.url, file.digests(), requests[i].index, file.size, page->index_url, file.upload_time, requires_python(*metadata)};
      }
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

}  // namespace

plan::LockTarget lock_installed(const EnvironmentFacts& existing, const resolvers::Request& request, const manifest::Catalog& catalog, index::IndexClient& index) {
  plan::LockTarget target = lock_target({}, request);
  const auto recorded = recorded_wheels(existing.environment.root);
  Lookup lookup(request, catalog, index);
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
  return target;
}

}  // namespace kenv::change
