// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "resolvers/dependencies/solver.hpp"
#include "resolvers/universe.hpp"

namespace kenv::resolvers {

/// A search that is over, as explanations look at it.
struct EndedSearch {
  Universe& universe;
  const Solver& solver;
  const Surroundings& around;
  bool solved = false;
  std::string proof;  ///< why there is no solution, if there is none

  std::optional<std::size_t> chosen(PackageId id) const {
    return solved && id < solver.packages() ? solver.chosen(id) : std::nullopt;
  }
};

}  // namespace kenv::resolvers
