// SPDX-License-Identifier: Apache-2.0
#include "change/input_loader.hpp"

#include <utility>

#include "change/input_place.hpp"
#include "change/input_problems.hpp"
#include "index/local_index.hpp"
#include "python/location.hpp"

namespace kenv::change {

Inputs InputLoader::load() {
  for (const auto& text : options_.requirements) add_typed(text);
  for (const auto& file : options_.requirement_files) read(file, Role::Requirements, {});
  read_settings();
  for (const auto& file : options_.constraint_files) read(file, Role::Constraints, {});
  for (const auto& file : options_.override_files) read(file, Role::Overrides, {});
  for (const auto& group : options_.groups) read_group(group);
  inputs_.extras = options_.extras;
  inputs_.all_extras = options_.all_extras;
  if (options_.require_hashes) require_hashes("--require-hashes");
  inputs_.prereleases |= options_.prereleases;
  check_combination();
  throw_if_any(problem_code_, problems_);
  return std::move(inputs_);
}

void InputLoader::add_typed(const std::string& text) {
  auto placed = python::parse_placed_requirement(text);
  if (placed) return add("", Role::Requirements, *std::move(placed));
  problem(
      {"`" + python::without_secrets(text) +
           "` is not a requirement: " + python::without_secrets(placed.error().message),
       {},
       placed.error().hint.empty() ? "write it like \"torch>=2.8\" or \"transformers[torch]\"" : placed.error().hint});
}

void InputLoader::add(const std::string& file, Role role, python::PlacedRequirement placed) {
  if (role == Role::Constraints)
    if (const auto why = python::why_no_constraint(placed.requirement); !why.empty())
      return problem({why, placed.where, {}});
  settle(file, placed);
  auto& list = role == Role::Requirements  ? inputs_.requirements
               : role == Role::Constraints ? inputs_.constraints
                                           : inputs_.overrides;
  list.push_back(std::move(placed));
}

void InputLoader::require_hashes(const std::string& wanted_by) {
  inputs_.require_hashes = true;
  inputs_.hashes_wanted_by = wanted_by;
}

/// A lock settles everything: what was set for all commands is no fault beside it, as an option would be.
void InputLoader::read_settings() {
  const auto& settings = options_.settings;
  const auto heeded = [&](const auto& setting, const std::string& what) {
    inputs_.heeded.push_back(setting.origin + ": " + what);
  };
  for (const auto& [files, role] :
       {std::pair{&settings.constraints, Role::Constraints}, {&settings.overrides, Role::Overrides}})
    for (const auto& file : *files) {
      if (inputs_.lock) {
        heeded(file, file.value + " has no say in a lock");
        continue;
      }
      heeded(file, role == Role::Constraints
                       ? "the bounds of " + file.value + " count"
                       : "what " + file.value + " requires takes the place of every other requirement on its packages");
      read_set_file(file, role);
    }
  if (inputs_.lock) return;
  if (settings.prereleases.value) heeded(settings.prereleases, "pre-releases count like other versions");
  inputs_.prereleases |= settings.prereleases.value;
  if (!settings.require_hashes.value) return;
  heeded(settings.require_hashes, "only files whose digest an input states are used");
  require_hashes(settings.require_hashes.origin);
}

void InputLoader::read_set_file(const index::Setting<std::string>& file, Role role) {
  try {
    read(file.value, role, {});
  } catch (const Error& error) {
    if (error.exit_code() != ExitCode::Usage) throw;
    const bool variable = file.origin.find('/') == std::string::npos;
    throw Error(ExitCode::Usage, error.code(), file.origin + ": " + error.what(),
                variable ? "mend it, or run kenv without it: env -u " + file.origin + " kenv ..."
                         : "mend it, or take it out of that file");
  }
}

/// An address that is the same from everywhere, and holds no password.
void InputLoader::settle(const std::string& file, python::PlacedRequirement& placed) {
  auto& url = placed.requirement.url;
  if (url.empty()) return;
  url = named_place(file, url);
  if (const auto path = index::local_path(url)) url = index::file_url(*path);
  const auto credentials = http::credentials_in(url);
  url = http::without_credentials(url);
  if (credentials)
    inputs_.credentials[http::without_fragment(url)] = {
        *credentials,
        placed.where.file.empty() ? "the command line" : placed.where.file + ":" + std::to_string(placed.where.line)};
}

void InputLoader::check_combination() {
  // A project that could not be read may be the one that has them.
  if (problems_.empty() && !inputs_.lock && inputs_.projects.empty() &&
      (options_.all_extras || !options_.extras.empty()))
    problem({"--extra and --all-extras choose among the extras of a project or a lock, and none is named",
             {},
             "add -r pyproject.toml"});
  if (!inputs_.lock) return;
  if (!inputs_.requirements.empty() || !inputs_.projects.empty())
    problem({"a lock is installed as it is; nothing else can be asked for with it",
             {inputs_.lock->file},
             "install the rest in a second step: kenv install"});
  if (!inputs_.constraints.empty() || !inputs_.overrides.empty())
    problem({"a lock is installed as it is; constraints and overrides have no say in it",
             {inputs_.lock->file},
             "take them off the command line"});
}

Inputs load_inputs(const InputOptions& options, const InputDoors& doors) { return InputLoader(options, doors).load(); }

}  // namespace kenv::change
