// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "resolvers/advance.hpp"
#include "resolvers/dependencies/solver.hpp"
#include "resolvers/universe.hpp"

namespace kenv::resolvers {

/// Why each build of the frameworks in question was not taken, best first. Builds that fail in the same way are one
/// entry: "torch 2.11.0, 2.12.0, 2.12.1 (cu130, pypi)". `solved`: the solver has chosen; a build that no rule rejects
/// but that was passed over then carries what its choice would have contradicted.
std::vector<plan::Rejection> rejections(const Universe& universe, const Solver& solver, bool solved);

/// Where several GPUs are to be served and no build serves all: for each GPU the best build that does, and the mask
/// under which it is the only one.
std::string who_serves_whom(const Universe& universe, const Request& request);
/// The same as offers, one for each GPU that some build serves.
std::vector<Offer> masks(const Universe& universe, const Request& request);

/// The variables that leave programs this GPU alone: by its UUID, or by its place on the bus if that is not known.
std::string mask_of(const TargetGpu& gpu);

}  // namespace kenv::resolvers
