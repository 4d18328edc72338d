// SPDX-License-Identifier: Apache-2.0
#include "plan/lock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/text.hpp"
#include "plan/lock_json.hpp"
#include "plan/plan_json.hpp"
#include "python/file_url.hpp"

namespace kenv::plan {
namespace {

using Json = nlohmann::ordered_json;

Json other_digests(const Digests& digests) {
  Json out = Json::object();
  for (const auto& digest : digests.others) out[std::string(to_text(digest.algorithm))] = digest.hex;
  return out;
}

Json wheel_json(const LockedWheel& wheel) {
  return {{"filename", wheel.filename},
          {"url", wheel.url},
          {"direct", wheel.direct},
          {"sha256", wheel.digests.sha256 ? Json(wheel.digests.sha256->hex()) : Json(nullptr)},
          {"other_digests", other_digests(wheel.digests)},
          {"index", wheel.index},
          {"index_url", wheel.index_url},
          {"size", wheel.size ? Json(*wheel.size) : Json(nullptr)},
          {"upload_time", wheel.upload_time ? Json(wheel.upload_time->to_text()) : Json(nullptr)},
          {"requires_python", wheel.requires_python}};
}

python::PylockFile file_of(const LockedWheel& wheel) {
  python::PylockFile file{wheel.filename, wheel.url, wheel.size, {}};
  file.path = python::path_of_file_url(wheel.url);
  if (!file.path.empty()) file.url.clear();
  for (const auto& digest : wheel.digests.all()) file.hashes.emplace(to_text(digest.algorithm), digest.hex);
  if (wheel.upload_time) file.upload_time = wheel.upload_time->to_text();
  return file;
}

std::vector<LockedPackage> sorted(std::vector<LockedPackage> packages) {
  std::ranges::sort(packages, {}, &LockedPackage::name);
  return packages;
}

/// The Python of a target: its minor version, since wheels and markers were chosen for that.
std::string python_minor(const std::string& version) {
  const auto parts = text::split(version, '.');
  const auto minor = parts.size() > 1 ? text::parse_unsigned(parts[1]) : std::nullopt;
  return minor ? fmt::format("{}.{}", parts[0], *minor) : "";
}

/// The oldest Python that the lock is for. What follows a "+" names a build of that version, not another one.
std::string oldest_python(const std::string& version) { return version.substr(0, version.find('+')); }

std::string environment_marker(const LockTarget& target) {
  std::vector<std::string> terms{fmt::format("implementation_name == '{}'", target.implementation)};
  // What a package requires may depend on the patch (python_full_version < "3.11.3"), so older ones are not promised.
  // The minor version is asked by python_version, which a pre-release has too: 3.15.0b1 is not yet 3.15 by PEP 440.
  if (const auto minor = python_minor(target.python); !minor.empty())
    terms.push_back(
        fmt::format("python_version == '{}' and python_full_version >= '{}'", minor, oldest_python(target.python)));
  terms.push_back(fmt::format("sys_platform == '{}'", target.os == "windows" ? "win32" : target.os));
  terms.push_back(fmt::format("platform_machine == '{}'",
                              target.os == "windows" && target.machine == "x86_64" ? "AMD64" : target.machine));
  return text::join(terms, " and ");
}

}  // namespace

Json to_json(const LockTarget& target) {
  Json out = {{"name", target.name},
              {"file", target.file.empty() ? Json(nullptr) : Json(target.file)},
              {"complete", target.complete()},
              {"missing", Json::array()},
              {"os", target.os},
              {"machine", target.machine},
              {"python", target.python},
              {"gpus", Json::array()},
              {"needs_driver", target.needs_driver}};
  for (const auto& gpu : target.gpus)
    out["gpus"].push_back({{"name", gpu.name}, {"compute_capability", gpu.capability.text()}});
  out["choices"] = Json::array();
  for (const auto& choice : target.choices) out["choices"].push_back(to_json(choice));
  out["bridges"] = Json::array();
  for (const auto& bridge : target.bridges)
    out["bridges"].push_back({{"framework", bridge.framework},
                              {"version", bridge.version},
                              {"built", bridge.about.built},
                              {"reason", bridge.about.reason}});
  const auto probe = Json::parse(target.probe, nullptr, false);
  out["probe"] = probe.is_discarded() ? Json(nullptr) : probe;
  out["packages"] = Json::array();
  for (const auto& package : sorted(target.packages)) {
    Json one = {{"name", package.name.text()}, {"version", package.version}};
    if (package.wheel)
      one["wheel"] = wheel_json(*package.wheel);
    else
      out["missing"].push_back(
          {{"name", package.name.text()}, {"version", package.version}, {"reason", package.unknown}});
    out["packages"].push_back(std::move(one));
  }
  return out;
}

bool LockTarget::complete() const {
  return std::ranges::all_of(packages, [](const auto& package) { return package.wheel.has_value(); });
}

std::string render_lock(const Lock& lock) {
  std::vector<const LockTarget*> targets;
  for (const auto& target : lock.targets) targets.push_back(&target);
  std::ranges::stable_sort(targets, {}, [](const LockTarget* target) { return target->name; });
  const bool complete = std::ranges::all_of(targets, [](const LockTarget* target) { return target->complete(); });
  Json out = {
      {"schema", "kenv-lock-file/1"}, {"created_by", "kenv"}, {"complete", complete}, {"targets", Json::array()}};
  for (const auto* target : targets) out["targets"].push_back(to_json(*target));
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

python::Pylock to_pylock(const LockTarget& target) {
  python::Pylock pylock;
  if (target.of_extras) pylock.extras.reset();
  if (target.of_groups) pylock.dependency_groups.reset();
  if (!python_minor(target.python).empty()) pylock.requires_python = ">=" + oldest_python(target.python);
  pylock.environments = {environment_marker(target)};
  for (const auto& package : target.packages) {
    if (!package.wheel) continue;
    python::PylockPackage& out = pylock.packages.emplace_back();
    out.name = package.name;
    if (auto version = python::Version::parse(package.version)) out.version = *std::move(version);
    out.marker = package.marker;
    out.requires_python = package.wheel->requires_python;
    if (package.wheel->direct) {
      out.archive = file_of(*package.wheel);
      continue;
    }
    out.index = package.wheel->index_url;
    out.wheels.push_back(file_of(*package.wheel));
  }
  return pylock;
}

std::string target_name(const std::vector<LockedGpu>& gpus) {
  std::set<gpu::ComputeCapability> capabilities;
  for (const auto& gpu : gpus) capabilities.insert(gpu.capability);
  std::vector<std::string> names;
  for (const auto& capability : capabilities)
    names.push_back(fmt::format("sm-{}{}", capability.major, capability.minor));
  return names.empty() ? "cpu" : text::join(names, "-");
}

}  // namespace kenv::plan
