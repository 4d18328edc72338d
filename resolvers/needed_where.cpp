// SPDX-License-Identifier: Apache-2.0
#include "resolvers/needed_where.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "base/text.hpp"

namespace kenv::resolvers {
namespace {

using Conditions = std::set<std::string>;  ///< that must all hold; none: always
/// Any one of them will do. No one holds nowhere. Nothing that another one implies stands in it.
using Alternatives = std::set<Conditions>;

const Alternatives kEverywhere{Conditions{}};
/// A marker of more alternatives than this tells nobody anything: the package is then said to be needed everywhere,
/// which is what it is where the lock was made.
constexpr std::size_t kMost = 8;

void add(Alternatives& to, const Conditions& conditions) {
  const auto implies = [](const Conditions& one, const Conditions& other) { return std::ranges::includes(one, other); };
  if (std::ranges::any_of(to, [&](const auto& one) { return implies(conditions, one); })) return;
  std::erase_if(to, [&](const auto& one) { return implies(one, conditions); });
  to.insert(conditions);
  if (to.size() > kMost) to = kEverywhere;
}

std::string text_of(const Alternatives& alternatives) {
  std::vector<std::string> texts;
  for (const auto& all : alternatives) {
    std::string text = text::join(std::vector<std::string>(all.begin(), all.end()), " and ");
    const bool only = all.size() == 1 && text.starts_with('(');
    texts.push_back(only ? text.substr(1, text.size() - 2) : text);
  }
  return text::join(texts, " or ");
}

/// One way from a package, or the extra of one, to another.
struct Edge {
  PackageId from = 0, to = 0;
  Conditions conditions;
};

class Search {
 public:
  Search(const Solver& solver, Universe& universe) : solver_(solver), universe_(universe), where_(solver.packages()) {}

  std::map<python::PackageName, std::string> run() {
    where_[0] = kEverywhere;
    for (PackageId id = 0; id < solver_.packages(); ++id)
      if (id == 0 || solver_.chosen(id)) add_edges(id);
    // The same whatever the order in which packages became known.
    std::ranges::stable_sort(
        edges_, {}, [&](const Edge& edge) { return std::tuple(key(edge.to), key(edge.from), edge.conditions); });
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& edge : edges_) changed = follow(edge) || changed;
    }
    std::map<python::PackageName, std::string> markers;
    for (PackageId id = 1; id < solver_.packages(); ++id)
      if (solver_.chosen(id) && !universe_.is_extra(id) && !where_[id].empty() && where_[id] != kEverywhere)
        markers.emplace(universe_.list(id).name, text_of(where_[id]));
    return markers;
  }

 private:
  std::pair<std::string, std::string> key(PackageId id) const {
    return id == 0 ? std::pair<std::string, std::string>()
                   : std::pair(universe_.list(id).name.text(), universe_.extra(id));
  }

  void add_edges(PackageId from) {
    const auto needs = universe_.requirements(from, from == 0 ? 0 : *solver_.chosen(from));
    if (!needs) return;
    std::set<std::string> extras;
    if (from != 0 && universe_.is_extra(from)) extras.insert(universe_.extra(from));
    for (const auto& need : needs->all) {
      // All of these hold here. One that holds nowhere was decided by extras that somebody else chose.
      const auto conditions = need.marker.conditions(extras).value_or(Conditions{});
      add_edge(from, universe_.find(need.name), conditions);
      for (const auto& extra : need.extras) add_edge(from, universe_.find(need.name, extra), conditions);
    }
  }

  void add_edge(PackageId from, std::optional<PackageId> to, const Conditions& conditions) {
    if (to && solver_.chosen(*to)) edges_.push_back({from, *to, conditions});
  }

  bool follow(const Edge& edge) {
    const Alternatives before = where_[edge.to];
    for (Conditions all : Alternatives(where_[edge.from])) {  // a package may ask for itself
      all.insert(edge.conditions.begin(), edge.conditions.end());
      add(where_[edge.to], all);
    }
    return where_[edge.to] != before;
  }

  const Solver& solver_;
  Universe& universe_;
  std::vector<Edge> edges_;
  std::vector<Alternatives> where_;  ///< by package
};

}  // namespace

std::map<python::PackageName, std::string> needed_where(const Solver& solver, Universe& universe) {
  return Search(solver, universe).run();
}

}  // namespace kenv::resolvers
