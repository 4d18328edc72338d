// SPDX-License-Identifier: Apache-2.0
#include "resolvers/builds/companions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "resolvers/builds/installed_build.hpp"
#include "resolvers/builds/manifest_rows.hpp"

namespace kenv::resolvers {
namespace {

/// An installed companion has the variant that its own files state, else that of the framework it was installed with.
std::string variant_of_installed(const manifest::Framework& framework, const InstalledPackage& companion,
                                 const Surroundings& around) {
  if (!companion.variant.empty()) return companion.variant;
  if (const auto local = companion.version.local_text(); !local.empty()) return local;
  const auto* installed = around.installed.find(python::PackageName::from_normal(framework.name));
  return installed ? installed_variant(*installed, around) : "";
}

/// One build line; where the pair says that the CUDA major suffices (stable ABI), one major.
bool lines_agree(const manifest::Companion& facts, const Candidate& build, const std::string& variant) {
  if (build.variant == variant) return true;
  return !build.variant.empty() && !variant.empty() &&
         facts.variants_agree(pair_for(facts, build.version), build.variant, variant);
}

/// Two packages of one family load each other's libraries, so they must come from one build line. On the default index
/// each version has one build, made together with the others: there the index itself is the line.
bool same_line(const manifest::Framework& framework, const manifest::Companion& facts, const Candidate& build,
               const Candidate& companion, const python::PackageName& name, const Surroundings& around) {
  const std::string& default_index = around.request.default_index;
  if (build.installed && companion.installed) return true;
  if (companion.installed)
    return lines_agree(facts, build, variant_of_installed(framework, *around.installed.find(name), around));
  if (build.installed)
    return lines_agree(facts, build, companion.variant) ||
           (companion.index == default_index && build.version.local.empty());
  if (build.direct || companion.direct)
    return build.variant.empty() || companion.variant.empty() || build.variant == companion.variant;
  if (build.index != companion.index) return false;
  return build.index == default_index || companion.variant.empty() || lines_agree(facts, build, companion.variant);
}

/// An extension may come from anywhere: what it was compiled for is told by its version alone, if by anything.
bool same_variant(const manifest::Framework& framework, const manifest::Companion&, const Candidate& build,
                  const Candidate& extension, const python::PackageName& name, const Surroundings& around) {
  const std::string variant = extension.installed
                                  ? variant_of_installed(framework, *around.installed.find(name), around)
                                  : (extension.variant.empty() ? extension.version.local_text() : extension.variant);
  return variant.empty() || build.variant.empty() || variant == build.variant;
}

}  // namespace

bool is_companion(const manifest::Catalog& catalog, const python::PackageName& name) {
  return std::ranges::any_of(catalog.frameworks, [&](const auto& framework) {
    return std::ranges::any_of(framework.companions, [&](const auto& one) { return one.package == name.text(); });
  });
}

CompanionBound companion_bound(const manifest::Framework& framework, const manifest::Companion& companion,
                               const Candidate& build, const CandidateList& candidates, const Surroundings& around) {
  CompanionBound bound{StateSet::none(candidates.candidates.size() + 1), companion.package};
  const auto* pair = pair_for(companion, build.version);
  for (std::size_t i = 0; i < candidates.candidates.size(); ++i) {
    const Candidate& candidate = candidates.candidates[i];
    // What was compiled here for this framework may say any version of itself.
    if (candidate.unnamed || (companion.extension && build.installed && candidate.installed)) {
      bound.allowed.insert(i);
      continue;
    }
    if (pair && !pair->companion.contains(candidate.version)) continue;
    const auto& fits = companion.extension ? same_variant : same_line;
    if (companion.same_variant && !fits(framework, companion, build, candidate, candidates.name, around)) continue;
    bound.allowed.insert(i);
  }
  if (pair) bound.text += pair->companion.to_text();
  if (companion.same_variant && !build.variant.empty())
    bound.text += fmt::format(" of the same build line ({})", build.variant);
  if (pair && !pair->reason.empty()) bound.text += fmt::format(" ({})", pair->reason);
  return bound;
}

StateSet builds_for(const manifest::Companion& extension, const python::Version& version, const CandidateList& builds) {
  const std::size_t states = builds.candidates.size() + 1;
  const auto names = [&](const auto& pair) { return pair.companion.contains(version); };
  if (std::ranges::none_of(extension.pairs, names)) return StateSet::all(states);
  StateSet allowed = StateSet::none(states);
  for (std::size_t i = 0; i < builds.candidates.size(); ++i)
    if (const auto* pair = pair_for(extension, builds.candidates[i].version); pair && names(*pair)) allowed.insert(i);
  return allowed;
}

}  // namespace kenv::resolvers
