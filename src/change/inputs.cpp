// SPDX-License-Identifier: Apache-2.0
#include "change/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "change/input_place.hpp"
#include "change/input_problems.hpp"
#include "index/local_index.hpp"
#include "python/location.hpp"
#include "python/scanner.hpp"
#include "python/script_metadata.hpp"
#include "python/source_encoding.hpp"

namespace kenv::change {
namespace {

using python::RequirementsOption;

/// Files that include others often enough would never end.
constexpr int kMostFiles = 1000;

/// What an input file is for.
enum class Role { Requirements, Constraints, Overrides };

/// Files of other tools that somebody may name with -r, and what to do instead.
std::optional<std::string> foreign_file(const std::string& name) {
  const std::pair<const char*, const char*> table[] = {
      {"uv.lock", "uv export --format pylock.toml -o pylock.toml"},
      {"poetry.lock", "poetry export -o requirements.txt"},
      {"Pipfile", "pipenv requirements > requirements.txt"},
      {"Pipfile.lock", "pipenv requirements > requirements.txt"},
      {"pdm.lock", "pdm export -o requirements.txt"},
      {"setup.py", "pip-compile setup.py, or uv pip compile setup.py -o requirements.txt"},
      {"setup.cfg", "uv pip compile setup.cfg -o requirements.txt"},
      {"environment.yml", "kenv create NEW --from OLD takes over a conda environment"},
      {"environment.yaml", "kenv create NEW --from OLD takes over a conda environment"}};
  for (const auto& [file, instead] : table)
    if (name == file) return instead;
  return std::nullopt;
}

class Loader {
 public:
  Loader(const InputOptions& options, const InputDoors& doors) : options_(options), doors_(doors) {}

  Inputs load() {
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

 private:
  void problem(const Problem& problem) { problems_.push_back(problem); }
  void note(const Problem& note) { inputs_.notes.push_back(note.text()); }

  void add_typed(const std::string& text) {
    auto placed = python::parse_placed_requirement(text);
    if (placed) return add("", Role::Requirements, *std::move(placed));
    problem({"`" + python::without_secrets(text) +
                 "` is not a requirement: " + python::without_secrets(placed.error().message),
             {},
             placed.error().hint.empty() ? "write it like \"torch>=2.8\" or \"transformers[torch]\""
                                         : placed.error().hint});
  }

  void add(const std::string& file, Role role, python::PlacedRequirement placed) {
    if (role == Role::Constraints)
      if (const auto why = python::why_no_constraint(placed.requirement); !why.empty())
        return problem({why, placed.where, {}});
    settle(file, placed);
    auto& list = role == Role::Requirements  ? inputs_.requirements
                 : role == Role::Constraints ? inputs_.constraints
                                             : inputs_.overrides;
    list.push_back(std::move(placed));
  }

  void require_hashes(const std::string& wanted_by) {
    inputs_.require_hashes = true;
    inputs_.hashes_wanted_by = wanted_by;
  }

  /// A lock settles everything: what was set for all commands is no fault beside it, as an option would be.
  void read_settings() {
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
        heeded(file,
               role == Role::Constraints
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

  void read_set_file(const index::Setting<std::string>& file, Role role) {
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
  void settle(const std::string& file, python::PlacedRequirement& placed) {
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

  /// `path` holds the files that led here, to notice circles.
  void read(const std::string& place, Role role, std::vector<std::string> path, const Position& asked_at = {}) {
    const std::string shown = place == "-" ? "standard input" : python::without_secrets(place);
    const std::string identity = identity_of(place);
    if (std::ranges::find(path, identity) != path.end())
      return problem({shown + " includes itself" + (path.size() > 1 ? " by way of other files" : ""), asked_at,
                      "take that line out"});
    if (++files_ > kMostFiles) return problem({"more than a thousand files include each other", asked_at, {}});
    path.push_back(identity);
    const std::string name = python::file_name_of(place);
    if (const auto instead = foreign_file(name); instead && role == Role::Requirements)
      return problem({shown + ": kenv does not read " + name, asked_at, *instead});
    const std::string bytes = read_place(place, doors_);
    const auto text = python::decode_source(bytes, shown);
    if (!text) return problem(text.error());
    if (role != Role::Requirements) return read_lines(*text, place, shown, role, path);
    if (name == "pyproject.toml") return read_project(*text, place, shown);
    if (python::is_pylock_name(name)) return read_lock(*text, place, shown);
    const auto script = python::read_script_metadata(*text, shown);
    if (!script) return problem(script.error());
    if (*script) return take_script(**script, place);
    if (const auto open = python::unclosed_script_block(*text); open && name.ends_with(".py"))
      return problem({"the \"# /// script\" block that begins here is not closed",
                      {shown, *open, 1},
                      "end it with the line \"# ///\""});
    if (name.ends_with(".py"))
      return problem({"this script states no requirements: there is no \"# /// script\" block in it",
                      {shown},
                      "name its requirements: kenv create ENV REQUIREMENT..."});
    if (name.ends_with(".toml"))
      return problem(
          {"kenv reads pyproject.toml, pylock.toml and pylock.NAME.toml; this file has another name", {shown}, {}});
    read_lines(*text, place, shown, role, path);
  }

  void read_lines(const std::string& text, const std::string& place, const std::string& shown, Role role,
                  const std::vector<std::string>& path) {
    auto file = python::parse_requirements_file(text, shown, doors_.variable);
    for (const auto& one : file.problems) problem(one);
    for (const auto& one : file.notes) note(one);
    for (auto& placed : file.requirements) add(place, role, std::move(placed));
    for (const auto& nested : file.nested) {
      if (nested.path == "-") {
        problem({"a file cannot include standard input", nested.where, {}});
        continue;
      }
      const Role inner = nested.constraint ? Role::Constraints : role == Role::Overrides ? role : Role::Requirements;
      try {
        read(nested_place(place, nested.path), inner, path, nested.where);
      } catch (const Error& error) {
        if (error.exit_code() != ExitCode::Usage) throw;
        problem({error.what(), nested.where, error.hint()});
      }
    }
    for (const auto& option : file.options) take_option(option, place);
  }

  void take_option(const python::GlobalOption& option, const std::string& place) {
    using Kind = index::SourceOption::Kind;
    const std::string origin = fmt::format("{}:{}", option.where.file, option.where.line);
    const auto source = [&](Kind kind, std::string value) {
      inputs_.sources.push_back({kind, std::move(value), origin});
    };
    switch (option.option) {
      case RequirementsOption::IndexUrl:
        return source(Kind::Index, option.value);
      case RequirementsOption::ExtraIndexUrl:
        return source(Kind::ExtraIndex, option.value);
      case RequirementsOption::NoIndex:
        return source(Kind::NoIndex, "");
      case RequirementsOption::FindLinks:
        return source(Kind::FindLinks, named_place(place, option.value));
      case RequirementsOption::TrustedHost:
        return source(Kind::TrustedHost, option.value);
      case RequirementsOption::Pre:
        inputs_.prereleases = true;
        return;
      case RequirementsOption::RequireHashes:
        return require_hashes("--require-hashes");
      case RequirementsOption::NoRequireHashes:
        inputs_.hashes_optional = true;
        return;
      case RequirementsOption::AllReleases:
        return take_releases(option);
      default:
        return;
    }
  }

  void take_releases(const python::GlobalOption& option) {
    for (const auto word : text::split(option.value, ',')) {
      if (word == ":all:") inputs_.prereleases = true;
      if (word.starts_with(':')) continue;
      auto name = python::PackageName::parse(text::trim(word));
      if (name)
        inputs_.prereleases_of.insert(*std::move(name));
      else
        problem({name.error().message, option.where, {}});
    }
  }

  void take_python(const python::SpecifierSet& specifier, const Position& where) {
    if (!specifier.empty()) inputs_.python.push_back({specifier, where});
  }

  void take_script(const python::ScriptMetadata& script, const std::string& place) {
    for (const auto& one : script.problems) problem(one);
    for (const auto& one : script.notes) note(one);
    take_python(script.requires_python, script.requires_python_at);
    for (const auto& placed : script.dependencies) add(place, Role::Requirements, placed);
  }

  void read_project(const std::string& text, const std::string& place, const std::string& shown) {
    auto project = python::parse_pyproject(text, shown);
    if (!project) return problem(project.error());
    if (!project->has_project)
      return problem(
          {"there is no [project] table in it",
           {shown},
           "name one of its dependency groups with --group, or export its requirements with the tool that manages it"});
    take_project(*std::move(project), place);
  }

  void take_project(python::Pyproject project, const std::string& place) {
    for (const auto& one : project.project_problems) problem(one);
    for (const auto& one : project.notes) note(one);
    take_python(project.requires_python, project.requires_python_at);
    for (auto& placed : project.dependencies) settle(place, placed);
    for (auto& [extra, requirements] : project.extras)
      for (auto& placed : requirements) settle(place, placed);
    note_offers(project);
    inputs_.projects.push_back(std::move(project));
  }

  void note_offers(const python::Pyproject& project) {
    inputs_.of_extras |= !project.extras.empty();
    inputs_.of_groups |= !project.groups.names().empty();
  }

  void read_lock(const std::string& text, const std::string& place, const std::string& shown) {
    auto lock = python::read_pylock(text, shown);
    if (!lock) {
      problem_code_ = "bad-lock";
      for (const auto& one : lock.error()) problem(one);
      return;
    }
    if (inputs_.lock) return problem({"a second lock", {shown}, "install one at a time"});
    for (const auto& one : lock->notes) note(one);
    inputs_.lock = LoadedLock{*std::move(lock), place};
  }

  /// "NAME" is a group of ./pyproject.toml (or of the lock that is installed), "PATH:NAME" one of another file.
  void read_group(const std::string& group) {
    const auto colon = group.rfind(':');
    if (colon == std::string::npos && inputs_.lock) return inputs_.groups.push_back(group);
    const std::string file = colon == std::string::npos ? "pyproject.toml" : group.substr(0, colon);
    if (python::file_name_of(file) != "pyproject.toml")
      return problem({"--group " + group + ": dependency groups stand in a pyproject.toml",
                      {},
                      "write --group PATH/pyproject.toml:NAME"});
    auto project = python::parse_pyproject(read_place(file, doors_), file);
    if (!project) return problem(project.error());
    note_offers(*project);
    for (const auto& one : project->group_problems) problem(one);
    auto requirements = project->groups.requirements(colon == std::string::npos ? group : group.substr(colon + 1));
    if (!requirements) return problem(requirements.error());
    // A group that names the project means what that needs; no index is asked for a stranger's package of its name.
    const auto own = std::stable_partition(requirements->begin(), requirements->end(), [&](const auto& placed) {
      return project->name.empty() || placed.requirement.name != project->name;
    });
    const bool wants_project = own != requirements->end();
    project->dependencies.insert(project->dependencies.end(), own, requirements->end());
    requirements->erase(own, requirements->end());
    for (auto& placed : *requirements) add(file, Role::Requirements, std::move(placed));
    if (wants_project) take_project(*std::move(project), file);
  }

  void check_combination() {
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

  const InputOptions& options_;
  const InputDoors& doors_;
  Inputs inputs_;
  std::vector<Problem> problems_;
  std::string problem_code_ = "bad-requirement";
  int files_ = 0;
};

}  // namespace

Inputs load_inputs(const InputOptions& options, const InputDoors& doors) { return Loader(options, doors).load(); }

}  // namespace kenv::change
