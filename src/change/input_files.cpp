// SPDX-License-Identifier: Apache-2.0
#include "change/input_loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "change/input_place.hpp"
#include "python/location.hpp"
#include "python/scanner.hpp"
#include "python/source_encoding.hpp"

namespace kenv::change {
namespace {

using python::RequirementsOption;

/// Files that include others often enough would never end.
constexpr int kMostFiles = 1000;

/// Files of other tools that somebody may name with -r, and what to do instead.
std::optional<std::string> foreign_file(const std::string& name) {
  const std::pair<const char*, const char*> table[] = {
      {"uv.lock", "uv export --format pylock.toml -o pylock.toml"},
      {"kenv.lock", "name the pylock that lies beside it: -r pylock.NAME.toml"},
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

}  // namespace

/// `path` holds the files that led here, to notice circles.
void InputLoader::read(const std::string& place, Role role, std::vector<std::string> path, const Position& asked_at) {
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

void InputLoader::read_lines(const std::string& text, const std::string& place, const std::string& shown, Role role,
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

void InputLoader::take_option(const python::GlobalOption& option, const std::string& place) {
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

void InputLoader::take_releases(const python::GlobalOption& option) {
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

}  // namespace kenv::change
