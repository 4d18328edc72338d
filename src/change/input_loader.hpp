// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "change/inputs.hpp"
#include "python/script_metadata.hpp"

namespace kenv::change {

/// Reads what load_inputs() is asked to, file by file. Problems are collected, so that all of them are told at once.
class InputLoader {
 public:
  InputLoader(const InputOptions& options, const InputDoors& doors) : options_(options), doors_(doors) {}
  Inputs load();

 private:
  /// What an input file is for.
  enum class Role { Requirements, Constraints, Overrides };

  void problem(const Problem& problem) { problems_.push_back(problem); }
  void note(const Problem& note) { inputs_.notes.push_back(note.text()); }

  // What is asked for, by whatever says it (inputs.cpp).
  void add_typed(const std::string& text);
  void add(const std::string& file, Role role, python::PlacedRequirement placed);
  void settle(const std::string& file, python::PlacedRequirement& placed);
  void require_hashes(const std::string& wanted_by);
  void read_settings();
  void read_set_file(const index::Setting<std::string>& file, Role role);
  void check_combination();

  // Files, by their kinds (input_files.cpp).
  void read(const std::string& place, Role role, std::vector<std::string> path, const Position& asked_at = {});
  void read_lines(const std::string& text, const std::string& place, const std::string& shown, Role role,
                  const std::vector<std::string>& path);
  void take_option(const python::GlobalOption& option, const std::string& place);
  void take_releases(const python::GlobalOption& option);

  // Scripts, projects, their groups, locks (input_projects.cpp).
  void take_python(const python::SpecifierSet& specifier, const Position& where);
  void take_script(const python::ScriptMetadata& script, const std::string& place);
  void read_project(const std::string& text, const std::string& place, const std::string& shown);
  void take_project(python::Pyproject project, const std::string& place);
  void note_offers(const python::Pyproject& project);
  void read_lock(const std::string& text, const std::string& place, const std::string& shown);
  void read_group(const std::string& group);

  const InputOptions& options_;
  const InputDoors& doors_;
  Inputs inputs_;
  std::vector<Problem> problems_;
  std::string problem_code_ = "bad-requirement";
  int files_ = 0;
};

}  // namespace kenv::change
