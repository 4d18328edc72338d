// SPDX-License-Identifier: Apache-2.0
#include "change/environment_facts.hpp"

#include <filesystem>

#include "base/error.hpp"
#include "io/files.hpp"
#include "io/surroundings.hpp"

namespace kenv::change {
namespace {

std::vector<venv::VariantSource> variant_sources(const manifest::Catalog& catalog) {
  std::vector<venv::VariantSource> sources;
  for (const auto& framework : catalog.frameworks)
    if (!framework.variant_file.empty()) sources.push_back({framework.name, framework.variant_file, framework.variant_pattern});
  return sources;
}

}  // namespace

std::string chosen_environment(const std::string& named, const std::map<std::string, std::string>& variables) {
  if (!named.empty()) return named;
  if (const auto active = variables.find("VIRTUAL_ENV"); active != variables.end() && !active->second.empty()) return active->second;
  if (io::is_directory(".venv")) return ".venv";
  throw Error(ExitCode::Usage, "no-environment", "no environment is named, none is active and there is no .venv here",
              "name one: kenv doctor PATH, or make one: kenv create .venv torch");
}

EnvironmentFacts read_environment(const std::string& path, const manifest::Catalog& catalog, const std::vector<snapshot::Gpu>& gpus) {
  EnvironmentFacts out;
  out.environment = venv::open_environment(path);
  venv::require_readable(out.environment);
  if (out.environment.broken.empty() && !out.environment.python.empty())
    out.interpreter = venv::query_interpreter(out.environment.python, {.cache_directory = io::cache_directory() / "interpreters"});
  out.contents = venv::read_contents(out.environment);
  std::vector<gpu::ComputeCapability> capabilities;
  for (const auto& gpu : gpus)
    if (gpu.capability) capabilities.push_back(*gpu.capability);
  const auto sources = variant_sources(catalog);
  out.facts = venv::to_snapshot(out.environment, out.interpreter, out.contents, sources, capabilities);
  return out;
}

}  // namespace kenv::change
