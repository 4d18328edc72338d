// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "diagnose/rules.hpp"
#include "python/name.hpp"

namespace kenv::diagnose {
namespace {

plan::Finding mismatch(const InstalledFramework& installed, const snapshot::Package& companion,
                       const std::string& what) {
  plan::Finding finding;
  finding.code = "torch-family-mismatch";
  finding.subject = companion.name;
  finding.summary = fmt::format("{} {} does not go with {} {}: {}", companion.name, companion.version,
                                installed.package->name, installed.package->version, what);
  finding.evidence.push_back({companion.name + " " + companion.version, companion.location});
  finding.evidence.push_back({installed.package->name + " " + installed.package->version, installed.package->location});
  finding.remedy.kind = "change-packages";
  finding.remedy.text = "install the family as one set";
  return finding;
}

}  // namespace

std::vector<plan::Finding> find_family_mismatch(const InstalledFramework& installed, const Scene& scene) {
  std::vector<plan::Finding> findings;
  for (const auto& companion : installed.framework->companions) {
    if (!companion.family) continue;
    for (const auto& package : scene.snapshot.environment.packages) {
      const auto name = python::PackageName::parse(package.name);
      const auto version = python::Version::parse(package.version);
      if (!name || !version || name->text() != companion.package) continue;
      const auto* pair = companion.pair_for(installed.version);
      const std::string variant = package.variant.empty() ? version->local_text() : package.variant;
      if (pair != nullptr && !pair->companion.contains(*version))
        findings.push_back(mismatch(installed, package,
                                    fmt::format("it goes with {}{}", companion.package, pair->companion.to_text())));
      else if (!companion.variants_agree(pair, installed.variant, variant))
        findings.push_back(mismatch(installed, package, fmt::format("{} beside {}", variant, installed.variant)));
    }
  }
  return findings;
}

}  // namespace kenv::diagnose
