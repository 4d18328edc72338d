// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "http/client.hpp"
#include "index/settings.hpp"
#include "python/pylock.hpp"
#include "python/pyproject.hpp"
#include "python/requirements_file.hpp"

// What the command line names as input, read into values: requirements files, projects, scripts, locks
// (docs/inputs.md).
namespace kenv::change {

struct InputOptions {
  std::vector<std::string> requirements;       ///< as typed
  std::vector<std::string> requirement_files;  ///< -r: a path, an address, or "-" for standard input
  std::vector<std::string> constraint_files, override_files;
  std::vector<std::string> groups;  ///< --group NAME or PATH:NAME
  std::vector<std::string> extras;
  bool all_extras = false, require_hashes = false, prereleases = false;
  index::InputSettings settings{};  ///< what variables and files of pip and uv add to it
};

/// How the loader reaches what is not a file here.
struct InputDoors {
  python::VariableLookup variable;
  /// The bytes at an address. Throws Error(Network).
  std::function<std::string(const std::string& url)> fetch;
  std::function<std::string()> standard_input;
};

/// A Python version that an input asks for.
struct PythonBound {
  python::SpecifierSet specifier;
  Position where;
};

struct LoadedLock {
  python::Pylock lock;
  std::string file;  ///< its path or address
};

/// What was read. Whether a marker holds is not decided yet: that needs the interpreter.
struct Inputs {
  std::vector<python::PlacedRequirement> requirements, constraints, overrides;
  std::vector<python::Pyproject> projects;  ///< whose dependencies are asked for
  std::optional<LoadedLock> lock;
  std::vector<PythonBound> python;
  std::vector<index::SourceOption> sources;
  http::ConfiguredCredentials credentials;  ///< taken out of addresses of wheels
  std::vector<std::string> extras, groups;  ///< that were named; groups: those without a file of their own
  bool all_extras = false, require_hashes = false, prereleases = false;
  bool of_extras = false, of_groups = false;  ///< a project that was read offers some
  std::string hashes_wanted_by;  ///< who requires hashes of everything: "--require-hashes", "PIP_REQUIRE_HASHES"
  bool hashes_optional = false;  ///< --no-require-hashes: one --hash does not make all the others needed
  std::set<python::PackageName> prereleases_of;
  std::vector<std::string> notes;   ///< what was read and has no effect in kenv
  std::vector<std::string> heeded;  ///< settings of pip and uv that count, or that a lock leaves without effect
};

/// Reads everything that is named, and the files that those name. Throws Error(Usage) that lists every line that cannot
/// be read or asks for what kenv does not do, each with file, line and column.
Inputs load_inputs(const InputOptions& options, const InputDoors& doors);

}  // namespace kenv::change
