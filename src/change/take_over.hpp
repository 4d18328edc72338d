// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "change/environment_facts.hpp"
#include "index/index_client.hpp"
#include "resolvers/request.hpp"

namespace kenv::change {

/// A package that a new environment does not get from the old one, and why.
struct LeftBehind {
  std::string name, version, reason;
};

/// Adds to a request for a new environment what an old one is for: the packages that somebody asked for or that no
/// other needs, in the versions they have where those fit; of a framework the build that the GPU needs. Requirements
/// that are there already come first. Returns what cannot be taken over: no wheel of it can be had.
std::vector<LeftBehind> take_over(const EnvironmentFacts& old, resolvers::Request& request,
                                  const manifest::Catalog& catalog, index::IndexClient& index);

/// The interpreter that a new environment in place of this one should have: its own base, or one of the same version
/// where the base belongs to something that may go away (conda, an application).
venv::Interpreter interpreter_like(const EnvironmentFacts& old);

}  // namespace kenv::change
