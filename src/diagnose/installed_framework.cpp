// SPDX-License-Identifier: Apache-2.0
#include "diagnose/installed_framework.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "python/name.hpp"

namespace kenv::diagnose {
namespace {

std::string os_of(const snapshot::Machine& machine) { return machine.os.empty() ? "linux" : machine.os; }
std::string arch_of(const snapshot::Machine& machine) { return machine.arch.empty() ? "x86_64" : machine.arch; }

/// The variant that a conda build string names: "cpu_generic_py311_h8f3cb48_1", "py3.9_cuda11.8_cudnn8.7.0_0",
/// "cuda126_mkl_py312_h1234567_300".
std::string variant_of_conda_build(std::string_view build) {
  if (build.starts_with("cpu") || build.find("_cpu") != build.npos) return "cpu";
  const auto place = build.find("cuda");
  if (place == build.npos) return {};
  std::string digits;
  for (const char c : build.substr(place + 4)) {
    if (c >= '0' && c <= '9')
      digits += c;
    else if (c != '.' || digits.empty())
      break;
  }
  const std::string variant = "cu" + digits;
  return gpu::CudaVersion::parse_variant(variant) ? variant : "";
}

/// What conda installed comes from none of the indexes, so nothing that they serve by default says anything about it.
bool find_conda_variant(InstalledFramework& installed, const snapshot::Environment& environment) {
  const auto& names = installed.framework->conda_packages;
  for (const auto& package : environment.packages) {
    const bool own =
        &package == installed.package || std::find(names.begin(), names.end(), package.name) != names.end();
    if (!own || package.build.empty()) continue;
    installed.variant = variant_of_conda_build(package.build);
    installed.variant_from = fmt::format("conda build {} {}", package.name, package.build);
    if (!installed.variant.empty()) return true;
  }
  return installed.package->installer == "conda";
}

void find_variant(InstalledFramework& installed, const snapshot::Snapshot& snapshot) {
  const auto& machine = snapshot.machine;
  const auto& package = *installed.package;
  if (!package.variant.empty()) {
    installed.variant = package.variant;
    installed.variant_from = installed.framework->variant_file;
    return;
  }
  if (const auto local = installed.version.local_text(); !local.empty()) {
    installed.variant = local;
    installed.variant_from = "version " + package.version;
    return;
  }
  if (find_conda_variant(installed, snapshot.environment)) return;
  for (const auto& row : installed.framework->default_variants) {
    if (row.os != os_of(machine) || row.machine != arch_of(machine) || !row.versions.contains(installed.version))
      continue;
    installed.variant = row.variant;
    installed.variant_from = "what " + row.index + " serves as " + package.version;
    return;
  }
}

void find_row(InstalledFramework& installed, const snapshot::Machine& machine) {
  for (const auto& build : installed.framework->builds) {
    if (build.os != os_of(machine) || build.machine != arch_of(machine)) continue;
    if (build.version.without_local() != installed.version.without_local() || build.variant != installed.variant)
      continue;
    if (installed.row == nullptr || build.evidence.kind == manifest::Evidence::Kind::Measured) installed.row = &build;
  }
}

std::vector<gpu::CodeTarget> parse_targets(const std::vector<std::string>& texts) {
  std::vector<gpu::CodeTarget> targets;
  for (const auto& text : texts)
    if (auto target = gpu::CodeTarget::parse(text)) targets.push_back(*target);
  return targets;
}

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// A library is a hole for a GPU if it has GPU code and none of it fits. Libraries that only ever carry code for other
/// generations on purpose are told apart by their containers where those were counted.
std::vector<std::string> holes_for(const InstalledFramework& installed, const gpu::ComputeCapability& gpu) {
  std::vector<std::string> holes;
  for (const auto* library : installed.libraries) {
    if (library == installed.main_library()) continue;
    const auto counted = library->uncovered.find(gpu.text());
    if (counted != library->uncovered.end() && library->containers) {
      if (counted->second > 0)
        holes.push_back(fmt::format("{} ({} of {})", file_name(library->path), counted->second, *library->containers));
      continue;
    }
    const auto targets = parse_targets(library->targets);
    const bool served = std::any_of(targets.begin(), targets.end(), [&](const auto& target) {
      return gpu::coverage_of(target, gpu) != gpu::Coverage::None;
    });
    if (!targets.empty() && !served) holes.push_back(file_name(library->path));
  }
  return holes;
}

}  // namespace

const snapshot::Library* InstalledFramework::main_library() const {
  for (const auto* library : libraries)
    if (library->path == framework->main_library) return library;
  const snapshot::Library* largest = nullptr;
  for (const auto* library : libraries)
    if (largest == nullptr || library->containers.value_or(0) > largest->containers.value_or(0)) largest = library;
  return largest;
}

std::vector<gpu::CodeTarget> InstalledFramework::targets() const {
  if (const auto* library = main_library()) return parse_targets(library->targets);
  if (row == nullptr) return {};
  auto all = row->targets;
  all.insert(all.end(), row->ptx.begin(), row->ptx.end());
  return all;
}

std::string InstalledFramework::targets_from() const {
  if (const auto* library = main_library()) return library->path;
  if (row == nullptr) return "";
  return row->evidence.sha256 ? "measured wheel " + row->evidence.sha256->hex().substr(0, 12)
                              : "declared: " + row->evidence.source;
}

std::vector<InstalledFramework> installed_frameworks(const snapshot::Snapshot& snapshot,
                                                     const manifest::Catalog& catalog) {
  std::vector<InstalledFramework> found;
  for (const auto& package : snapshot.environment.packages) {
    const auto name = python::PackageName::parse(package.name);
    const auto version = python::Version::parse(package.version);
    if (!name || !version) continue;
    const auto* framework = catalog.framework(name->text());
    if (framework == nullptr) continue;
    InstalledFramework installed;
    installed.framework = framework;
    installed.package = &package;
    installed.version = *version;
    for (const auto& library : snapshot.environment.libraries)
      if (library.package == name->text() && !library.targets.empty()) installed.libraries.push_back(&library);
    find_variant(installed, snapshot);
    find_row(installed, snapshot.machine);
    found.push_back(std::move(installed));
  }
  // A framework before its companions: a companion's fault is often the framework's.
  std::stable_sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
    auto companion = [&](const InstalledFramework& one) {
      return catalog.family_of(one.framework->name) != one.framework;
    };
    return companion(a) < companion(b);
  });
  return found;
}

FrameworkCoverage coverage_for(const InstalledFramework& installed, const snapshot::Gpu& gpu,
                               const snapshot::Machine& machine) {
  FrameworkCoverage verdict;
  const auto targets = installed.targets();
  if (targets.empty() || !gpu.capability) {
    verdict.known = false;
    return verdict;
  }
  const auto isa = installed.main_library() != nullptr ? gpu::PtxIsa::parse(installed.main_library()->ptx_isa)
                                                       : Result<gpu::PtxIsa>(refuse(""));
  for (const auto& target : targets) {
    const auto coverage = gpu::coverage_of(target, *gpu.capability);
    if (coverage == gpu::Coverage::Jit && isa && machine.driver && machine.driver->cuda &&
        *isa > gpu::ptx_isa_of(*machine.driver->cuda)) {
      verdict.ptx_too_new = verdict.coverage == gpu::Coverage::None;
      continue;
    }
    if (coverage <= verdict.coverage) continue;
    verdict.coverage = coverage;
    verdict.best_target = target.text();
  }
  if (verdict.coverage != gpu::Coverage::None) {
    verdict.ptx_too_new = false;
    verdict.holes = holes_for(installed, *gpu.capability);
  }
  return verdict;
}

}  // namespace kenv::diagnose
