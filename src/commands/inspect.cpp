// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "change/inspect_files.hpp"
#include "commands/run.hpp"
#include "commands/target_machine.hpp"

namespace kenv::commands {
namespace {

using Json = nlohmann::ordered_json;

const char* kind_text(gpu::CodeTarget::Kind kind) {
  switch (kind) {
    case gpu::CodeTarget::Kind::Sass:
      return "sass";
    case gpu::CodeTarget::Kind::Ptx:
      return "ptx";
    case gpu::CodeTarget::Kind::LtoIr:
      return "lto-ir";
  }
  return "sass";
}

std::string newest_isa(const gpu::LibraryTargets& library, const gpu::CodeTarget& target) {
  std::optional<gpu::PtxIsa> newest;
  for (const auto& group : library.groups)
    for (const auto& image : group.images)
      if (image.target == target && image.ptx_isa && (!newest || *image.ptx_isa > *newest)) newest = image.ptx_isa;
  return newest ? newest->text() : "";
}

std::string status_of(const gpu::LibraryCoverage& coverage) {
  if (!coverage.served()) return "none";
  if (!coverage.complete()) return "partial";
  return coverage.jit > 0 && coverage.native == 0 ? "jit" : "native";
}

void add_coverage(const change::InspectedFile& file, const std::vector<snapshot::Gpu>& gpus,
                  std::optional<gpu::PtxIsa> driver_ptx, Json& json, std::string& text) {
  for (const auto& gpu : gpus) {
    if (!gpu.capability) continue;
    const auto coverage = gpu::judge(file.targets, *gpu.capability, driver_ptx);
    json["coverage"].push_back({{"gpu", gpu.name.empty() ? gpu.capability->text() : gpu.name},
                                {"compute_capability", gpu.capability->text()},
                                {"status", status_of(coverage)},
                                {"uncovered_containers", coverage.none}});
    text += fmt::format("  {}: {}", gpu.name.empty() ? gpu.capability->text() : gpu.name, status_of(coverage));
    if (coverage.none > 0)
      text += fmt::format(", {} of {} containers have nothing for it", coverage.none, coverage.containers());
    text += "\n";
  }
}

Json file_json(const change::InspectedFile& file, std::string& text) {
  Json out = {{"path", file.path},
              {"package", file.package.empty() ? Json(nullptr) : Json(file.package)},
              {"fatbins", file.targets.containers()}};
  out["targets"] = Json::array();
  out["coverage"] = Json::array();
  if (file.targets.containers() == 0) {
    const char* why =
        file.is_library ? "no GPU code" : "no GPU code: it is neither an ELF nor a PE file, nor one of nvcc's";
    text += fmt::format("{}: {}\n", file.path, why);
  } else {
    text += fmt::format("{}: {} containers\n ", file.path, file.targets.containers());
  }
  for (const auto& [target, containers] : file.targets.count_by_target()) {
    const auto isa = newest_isa(file.targets, target);
    out["targets"].push_back({{"target", target.text()},
                              {"kind", kind_text(target.kind)},
                              {"containers", containers},
                              {"ptx_isa", isa.empty() ? Json(nullptr) : Json(isa)}});
    text += fmt::format(" {}x{}", target.text(), containers);
  }
  if (!out["targets"].empty()) text += "\n";
  if (!file.problem.empty()) {
    out["problem"] = file.problem;
    text += "  damaged: " + file.problem + "\n";
  }
  return out;
}

}  // namespace

Outcome run_inspect(const Arguments& arguments, Services& services) {
  const auto target = target_machine(arguments, services);
  std::optional<gpu::PtxIsa> driver_ptx;
  if (target.machine.driver && target.machine.driver->cuda) driver_ptx = gpu::ptx_isa_of(*target.machine.driver->cuda);
  Outcome outcome;
  outcome.document["files"] = Json::array();
  for (const auto& path : arguments.positionals) {
    for (const auto& file : change::inspect_path(path)) {
      Json json = file_json(file, outcome.text);
      add_coverage(file, target.gpus, driver_ptx, json, outcome.text);
      outcome.document["files"].push_back(std::move(json));
    }
  }
  if (outcome.text.empty()) outcome.text = "no GPU code found\n";
  return outcome;
}

}  // namespace kenv::commands
