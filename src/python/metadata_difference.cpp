// SPDX-License-Identifier: Apache-2.0
#include "python/metadata_difference.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "base/text.hpp"

namespace kenv::python {
namespace {

using Texts = std::set<std::string>;

/// A requirement without its marker; the same text for the same demand.
std::string demand_of(const Requirement& requirement) {
  Texts clauses;
  for (const auto& clause : requirement.specifier.clauses) clauses.insert(clause.to_text());
  std::string out = requirement.name.text();
  if (!requirement.extras.empty())
    out += "[" + text::join(std::vector<std::string>(requirement.extras.begin(), requirement.extras.end()), ",") + "]";
  if (!requirement.url.empty()) out += " @ " + requirement.url;
  return out + text::join(std::vector<std::string>(clauses.begin(), clauses.end()), ",");
}

/// What is demanded in this environment if that extra is asked for; the empty one stands for none. A marker that cannot
/// be judged here is part of the demand.
Texts demands(const CoreMetadata& metadata, const MarkerEnvironment& environment, const std::string& extra) {
  const std::set<std::string> extras = extra.empty() ? std::set<std::string>{} : std::set<std::string>{extra};
  Texts out;
  for (const auto& requirement : metadata.requires_dist) {
    const auto holds = requirement.marker.evaluate(environment, extras);
    if (!holds)
      out.insert(demand_of(requirement) + "; " + requirement.marker.to_text());
    else if (*holds)
      out.insert(demand_of(requirement));
  }
  return out;
}

/// Those that the other one has not.
std::string only_in(const Texts& one, const Texts& other, const std::string& extra) {
  std::vector<std::string> only;
  std::ranges::set_difference(one, other, std::back_inserter(only));
  if (only.empty()) return "nothing of that";
  return text::join(only, ", ") + (extra.empty() ? "" : " for the extra " + extra);
}

}  // namespace

std::optional<MetadataDifference> difference_between(const CoreMetadata& stated, const CoreMetadata& own,
                                                     const MarkerEnvironment& environment, const Version& python) {
  if (stated.version != own.version) return MetadataDifference{"Version", stated.version.text(), own.version.text()};
  if (python_satisfies(stated.requires_python, python) != python_satisfies(own.requires_python, python))
    return MetadataDifference{"Requires-Python", stated.requires_python.to_text(), own.requires_python.to_text()};
  std::set<std::string> extras{""};
  extras.insert(stated.provides_extra.begin(), stated.provides_extra.end());
  extras.insert(own.provides_extra.begin(), own.provides_extra.end());
  for (const auto& extra : extras) {
    const Texts promised = demands(stated, environment, extra), found = demands(own, environment, extra);
    if (promised != found)
      return MetadataDifference{"Requires-Dist", only_in(promised, found, extra), only_in(found, promised, extra)};
  }
  return std::nullopt;
}

}  // namespace kenv::python
