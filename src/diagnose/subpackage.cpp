// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "diagnose/rules.hpp"
#include "python/name.hpp"
#include "python/requirement.hpp"

namespace kenv::diagnose {
namespace {

/// NVIDIA's libraries as packages: the only members of a framework whose symbols it links against.
constexpr std::string_view kLibraryPrefix = "nvidia-";

python::MarkerEnvironment markers_of(const snapshot::Snapshot& snapshot) {
  const auto& machine = snapshot.machine;
  const bool windows = machine.os == "windows";
  python::MarkerEnvironment markers;
  markers.fields = {{"platform_system", windows ? "Windows" : "Linux"},
                    {"sys_platform", windows ? "win32" : "linux"},
                    {"platform_machine", machine.arch.empty() ? "x86_64" : machine.arch}};
  return markers;
}

}  // namespace

/// Newer libraries keep the symbols of older ones, and somebody may have put one there on purpose: only what is older
/// than what the build was linked against is a fault.
std::vector<plan::Finding> find_old_subpackages(const InstalledFramework& installed, const Scene& scene) {
  std::vector<plan::Finding> findings;
  const auto markers = markers_of(scene.snapshot);
  for (const auto& text : installed.package->requires_dist) {
    const auto requirement = python::Requirement::parse(text);
    if (!requirement || !requirement->name.text().starts_with(kLibraryPrefix) || !requirement->specifier.pins_exactly())
      continue;
    const auto applies = requirement->marker.evaluate(markers);
    if (!applies || !*applies) continue;
    const auto& pinned = requirement->specifier.clauses.front().version;
    for (const auto& package : scene.snapshot.environment.packages) {
      const auto name = python::PackageName::parse(package.name);
      const auto version = python::Version::parse(package.version);
      if (!name || !version || *name != requirement->name || *version >= pinned) continue;
      plan::Finding finding;
      finding.code = "nvidia-subpackage-mismatch";
      finding.subject = package.name;
      finding.summary = fmt::format("{} {} is older than what {} {} was built with: {}", package.name, package.version,
                                    installed.package->name, installed.package->version, pinned.text());
      finding.evidence.push_back(
          {fmt::format("{} {} requires {}", installed.package->name, installed.package->version, text), "METADATA"});
      finding.evidence.push_back({package.name + " " + package.version, package.location});
      finding.remedy.kind = "change-packages";
      finding.remedy.text = fmt::format("install the version that {} asks for", installed.package->name);
      findings.push_back(std::move(finding));
    }
  }
  return findings;
}

}  // namespace kenv::diagnose
