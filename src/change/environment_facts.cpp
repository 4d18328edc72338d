// SPDX-License-Identifier: Apache-2.0
#include "change/environment_facts.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/error.hpp"
#include "io/files.hpp"
#include "io/surroundings.hpp"
#include "transaction/open_state.hpp"

namespace kenv::change {
namespace {

std::vector<venv::VariantSource> variant_sources(const manifest::Catalog& catalog) {
  std::vector<venv::VariantSource> sources;
  for (const auto& framework : catalog.frameworks)
    if (!framework.variant_file.empty())
      sources.push_back({framework.name, framework.variant_file, framework.variant_pattern});
  return sources;
}

bool within_state(const std::filesystem::path& path) {
  return std::find(path.begin(), path.end(), ".kenv") != path.end();
}

/// A shell that stood in an environment while it was exchanged now stands in the displaced tree: "." is the kept
/// generation there. What the shell itself calls the folder (PWD) is the environment; a kept tree named as such is
/// refused.
std::string not_displaced(const std::string& named, const std::map<std::string, std::string>& variables) {
  std::error_code ignored;
  if (!within_state(std::filesystem::weakly_canonical(named, ignored))) return named;
  const auto pwd = variables.find("PWD");
  if (pwd != variables.end() && std::filesystem::path(named).is_relative()) {
    const auto meant = (std::filesystem::path(pwd->second) / named).lexically_normal();
    if (meant.is_absolute() && !within_state(std::filesystem::weakly_canonical(meant, ignored))) return meant.string();
  }
  throw Error(ExitCode::Usage, "inside-state", named + " lies in kenv's own folder of generations",
              "name the environment itself; `kenv rollback ENV --to N` goes to a generation");
}

}  // namespace

std::string chosen_environment(const std::string& named, const std::map<std::string, std::string>& variables,
                               const std::string& verb) {
  if (!named.empty()) return not_displaced(named, variables);
  if (const auto active = variables.find("VIRTUAL_ENV"); active != variables.end() && !active->second.empty())
    return active->second;
  if (io::is_directory(".venv")) return ".venv";
  throw Error(ExitCode::Usage, "no-environment", "no environment is named, none is active and there is no .venv here",
              "name one: kenv " + verb + (verb == "install" || verb == "remove" ? " -p PATH ..." : " PATH") +
                  ", or make one: kenv create .venv torch");
}

EnvironmentFacts read_environment(const std::string& path, const manifest::Catalog& catalog,
                                  const std::vector<snapshot::Gpu>& gpus) {
  EnvironmentFacts out;
  if (!io::exists(path) && transaction::has_state(path))
    throw Error(ExitCode::Usage, "environment-gone",
                "there is no environment at " + path + " any more, but its generations are recorded",
                "bring it back: kenv rollback " + path);
  out.environment = venv::open_environment(path);
  venv::require_readable(out.environment);
  if (out.environment.broken.empty() && !out.environment.python.empty())
    out.interpreter =
        venv::query_interpreter(out.environment.python, {.cache_directory = io::cache_directory() / "interpreters"});
  out.contents = venv::read_contents(out.environment);
  std::vector<gpu::ComputeCapability> capabilities;
  for (const auto& gpu : gpus)
    if (gpu.capability) capabilities.push_back(*gpu.capability);
  const auto sources = variant_sources(catalog);
  out.facts = venv::to_snapshot(out.environment, out.interpreter, out.contents, sources, capabilities);
  return out;
}

}  // namespace kenv::change
