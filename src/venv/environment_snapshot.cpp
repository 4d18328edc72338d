// SPDX-License-Identifier: Apache-2.0
#include "venv/environment_snapshot.hpp"

#include <algorithm>
#include <map>

namespace kenv::venv {
namespace {

constexpr std::uint64_t kVariantFileLimit = 1u << 20;

snapshot::Python python_facts(const Environment& environment, const std::optional<Interpreter>& interpreter) {
  snapshot::Python python;
  python.executable = environment.python.string();
  if (!interpreter) {
    python.version = environment.config && !environment.config->version.empty() ? environment.config->version
                                                                                : environment.python_minor;
    return python;
  }
  python.version = interpreter->version_text;
  python.implementation = interpreter->implementation;
  python.arch = interpreter->tags.machine;
  python.free_threaded = interpreter->free_threaded;
  return python;
}

std::string variant_of(const InstalledDistribution& installed, std::span<const VariantSource> variants) {
  for (const VariantSource& source : variants) {
    if (source.package != installed.name.text() || source.file.empty()) continue;
    try {
      if (const auto text = io::read_text_if_present(installed.site_packages / source.file, kVariantFileLimit))
        return cuda_variant(*text, source.pattern);
    } catch (const io::FileError&) {
      return {};  // unknown, which is what a missing field says
    }
  }
  return {};
}

snapshot::Package package_facts(const InstalledDistribution& installed, std::span<const VariantSource> variants) {
  snapshot::Package package;
  package.name = installed.name.empty() ? installed.name_as_written : installed.name.text();
  package.version = installed.version_text;
  package.location = installed.site_packages.string();
  package.installer = installed.installer;
  package.requires_dist = installed.requires_dist;
  package.requested = installed.requested;
  package.variant = variant_of(installed, variants);
  if (!installed.problem.empty()) package.complete = false;
  return package;
}

/// The newest PTX version that any container holds: what a driver must know to compile all of it.
std::string newest_ptx(const gpu::LibraryTargets& targets) {
  std::optional<gpu::PtxIsa> newest;
  for (const auto& group : targets.groups)
    for (const gpu::FatbinImage& image : group.images)
      if (image.ptx_isa && (!newest || *newest < *image.ptx_isa)) newest = image.ptx_isa;
  return newest ? newest->text() : std::string();
}

snapshot::Library library_facts(const ScannedLibrary& scanned, std::span<const gpu::ComputeCapability> gpus) {
  snapshot::Library library;
  library.path = scanned.path;
  library.package = scanned.package;
  for (const gpu::CodeTarget& target : scanned.targets.main_targets()) library.targets.push_back(target.text());
  library.ptx_isa = newest_ptx(scanned.targets);
  library.needed = scanned.needed;
  library.machine = scanned.machine;
  library.containers = scanned.targets.containers();
  for (const gpu::ComputeCapability& capability : gpus)
    if (const int none = gpu::judge(scanned.targets, capability).none; none > 0)
      library.uncovered[capability.text()] = none;
  return library;
}

/// Other folders that its Python imports from: the base's, if the environment lets them in, and the user's.
std::vector<std::string> search_path(const Environment& environment, const std::optional<Interpreter>& interpreter) {
  std::vector<std::string> folders;
  const bool isolated = environment.kind == EnvironmentKind::Virtual && !environment.config->system_site_packages;
  if (!interpreter || isolated) return folders;
  if (io::is_directory(interpreter->user_site)) folders.push_back(interpreter->user_site.string());
  if (environment.kind == EnvironmentKind::Virtual)
    for (const fs::path& folder : interpreter->base_site_packages)
      if (io::is_directory(folder)) folders.push_back(folder.string());
  return folders;
}

}  // namespace

EnvironmentContents read_contents(const Environment& environment) {
  EnvironmentContents contents;
  for (const fs::path& folder : environment.site_packages) {
    auto installed = read_installed(folder);
    LibraryScan scan = scan_libraries(folder, installed);
    std::move(installed.begin(), installed.end(), std::back_inserter(contents.installed));
    std::move(scan.libraries.begin(), scan.libraries.end(), std::back_inserter(contents.scan.libraries));
    std::move(scan.damaged.begin(), scan.damaged.end(), std::back_inserter(contents.scan.damaged));
    std::move(scan.missing.begin(), scan.missing.end(), std::back_inserter(contents.scan.missing));
    contents.scan.without_gpu_code += scan.without_gpu_code;
  }
  return contents;
}

snapshot::Environment to_snapshot(const Environment& environment, const std::optional<Interpreter>& interpreter,
                                  const EnvironmentContents& contents, std::span<const VariantSource> variants,
                                  std::span<const gpu::ComputeCapability> gpus) {
  snapshot::Environment facts;
  facts.kind = to_text(environment.kind);
  facts.path = environment.root.string();
  facts.python = python_facts(environment, interpreter);
  if (interpreter) facts.externally_managed = interpreter->externally_managed;
  facts.search_path = search_path(environment, interpreter);
  facts.packages_known = facts.libraries_known = true;
  std::map<std::string, std::vector<std::string>> missing;
  for (const auto* list : {&contents.scan.missing, &contents.scan.damaged})
    for (const LibraryScan::Unreadable& file : *list) missing[file.package].push_back(file.path);
  for (const InstalledDistribution& installed : contents.installed) {
    snapshot::Package& package = facts.packages.emplace_back(package_facts(installed, variants));
    if (const auto files = missing.find(installed.name.text()); files != missing.end()) {
      package.files_missing = files->second;
      package.complete = false;
    }
  }
  std::stable_sort(facts.packages.begin(), facts.packages.end(),
                   [](const auto& a, const auto& b) { return a.name < b.name; });
  for (const ScannedLibrary& scanned : contents.scan.libraries) facts.libraries.push_back(library_facts(scanned, gpus));
  return facts;
}

}  // namespace kenv::venv
