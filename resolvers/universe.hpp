// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "resolvers/candidate.hpp"
#include "resolvers/dependencies/package_source.hpp"
#include "resolvers/dependencies/solver.hpp"
#include "resolvers/explain/proof.hpp"
#include "resolvers/surroundings.hpp"

namespace kenv::resolvers {

/// The packages of one search: gives the solver candidates and dependencies out of what is known, notes what is
/// missing, and gives packages their names again when a proof is told.
class Universe final : public PackageSource, public CandidateNames {
 public:
  explicit Universe(Surroundings& around) : around_(around) {}

  std::size_t states(PackageId package) const override;
  std::vector<Exclusion> exclusions(PackageId package) const override;
  std::optional<CandidateFacts> facts(PackageId package, std::size_t candidate) override;
  int decision_class(PackageId package) const override;
  PackageId base(PackageId package) const override;
  std::string describe(PackageId package, const StateSet& states) const override;
  std::string objection(PackageId package, const StateSet& states) const override;

  std::size_t size() const { return packages_.size() + 1; }
  const CandidateList& list(PackageId package) const { return *packages_[package - 1].list; }
  bool is_extra(PackageId package) const { return !extra(package).empty(); }
  const std::string& extra(PackageId package) const { return packages_[package - 1].extra; }
  std::optional<PackageId> find(const python::PackageName& name, const std::string& extra = {}) const;
  bool is_framework(PackageId package) const;
  bool has_framework() const;

  /// An index that had to be asked for an ordinary package and could not be: its name and the reason.
  const std::optional<std::pair<std::string, std::string>>& unreachable() const { return unreachable_; }

  /// What a candidate (of package 0: the request) requires, as far as it applies here.
  struct Requirements {
    std::vector<python::Requirement> all;
    std::string unusable;
  };
  std::optional<Requirements> requirements(PackageId package, std::size_t candidate);

  /// Notes what will most likely be needed next: the best candidate of each package that has to be there, and onwards
  /// from what that one requires. Only a guess about what to fetch; nothing is decided by it.
  void look_ahead(const Solver& solver);

 private:
  struct Package {
    python::PackageName name;
    std::string extra;
    std::shared_ptr<const CandidateList> list;
  };

  std::optional<CandidateList> make_list(const python::PackageName& name);
  std::shared_ptr<const CandidateList> list_of(const python::PackageName& name);
  std::optional<PackageId> id_of(const python::PackageName& name, const std::string& extra);
  std::vector<python::Requirement> request_requirements() const;
  std::optional<Requirements> file_requirements(const Package& package, const Candidate& candidate);
  void admit_addresses(const Candidate& from, Requirements& requirements) const;
  void apply_overrides(std::vector<python::Requirement>& requirements) const;
  const StateSet& allowed_by(const python::Requirement& requirement, const CandidateList& candidates, bool meant);
  std::string newest_of(const CandidateList& candidates) const;
  bool depend(const python::Requirement& requirement, PackageId from, std::size_t candidate, CandidateFacts& facts);
  bool widen_for(const python::Requirement& requirement, const CandidateList& list, const StateSet& allowed,
                 PackageId from, std::size_t candidate);
  bool bound_companions(PackageId framework, std::size_t candidate, CandidateFacts& facts);
  bool bound_framework(PackageId extension, const Candidate& chosen, CandidateFacts& facts);
  void open_parts(const CandidateList& list, std::size_t candidate);
  void prefetch(PackageId id, const StateSet& open);
  void guess(const python::Requirement& requirement, std::set<std::pair<python::PackageName, std::string>>& seen);

  Surroundings& around_;
  std::vector<Package> packages_;  ///< id - 1
  std::map<std::pair<python::PackageName, std::string>, PackageId> ids_;
  std::map<python::PackageName, std::shared_ptr<const CandidateList>> lists_;
  std::map<std::pair<python::PackageName, std::string>, StateSet> allowed_;  ///< by package and what is asked of it
  std::map<PackageId, std::size_t> misses_;  ///< how often a package's METADATA was wanted and not there
  std::optional<std::pair<std::string, std::string>> unreachable_;
};

}  // namespace kenv::resolvers
