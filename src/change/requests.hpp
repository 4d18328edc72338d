// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "change/inputs.hpp"
#include "plan/finding.hpp"
#include "resolvers/request.hpp"
#include "snapshot/snapshot.hpp"
#include "venv/interpreter.hpp"

// How the verbs say what they want. fix, create and resolve differ in nothing else.
namespace kenv::change {

/// What the command line adds to every request beside its inputs.
struct RequestOptions {
  std::vector<std::string> without_indexes;
  bool nightly = false, complete = false, allow_remove = false;
};

/// The part that the machine and the interpreter decide. Throws Error(Usage) if they are of different platforms.
resolvers::Request request_for(const snapshot::Machine& machine, const std::vector<snapshot::Gpu>& gpus,
                               const venv::Interpreter& interpreter);

void add_options(resolvers::Request& request, const RequestOptions& options);

/// Adds what was asked for, as far as its markers hold for the request's interpreter. Throws Error(Usage) that names
/// file and line of what cannot be met here: another Python, a missing digest, a lock for another platform. `settings`
/// says by which names the indexes go that a lock states.
void add_inputs(resolvers::Request& request, const Inputs& inputs, const index::IndexSettings& settings);

/// Adds what is installed, as facts state it.
void add_installed(resolvers::Request& request, const snapshot::Environment& environment);

/// The packages whose installed build may not stay, by the findings that ask for other packages.
std::set<python::PackageName> packages_to_change(const std::vector<plan::Finding>& findings);

/// A request about a snapshot: no interpreter at hand, so its facts stand for one.
resolvers::Request request_from_snapshot(const snapshot::Snapshot& snapshot, const std::vector<snapshot::Gpu>& gpus);

}  // namespace kenv::change
