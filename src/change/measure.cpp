// SPDX-License-Identifier: Apache-2.0
#include "change/measure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/files.hpp"
#include "venv/installed.hpp"

namespace kenv::change {
namespace {

const plan::Step* step_of(const plan::Plan& plan, const std::string& name) {
  for (const auto& step : plan.steps)
    if (step.name.text() == name && step.wheel) return &step;
  return nullptr;
}

std::string candidate_text(const plan::Choice& choice) {
  return fmt::format("{} {} ({}{}{})", choice.framework, choice.version, choice.variant,
                     choice.variant.empty() ? "" : ", ", choice.index);
}

resolvers::CandidateFailed failed(const plan::Choice& choice, const plan::Step& step, std::string rule,
                                  std::optional<int> gpu, std::string reason) {
  return {step.name, choice.version, choice.index, {candidate_text(choice), std::move(rule), gpu, std::move(reason)}};
}

/// The library that speaks for the whole: the one the manifest names, else the one with the most containers.
const std::string* main_library(const store::StoredWheel& wheel, const manifest::Framework* framework) {
  // A main library that is there and holds no readable GPU code is not excused by another one that does.
  if (framework != nullptr && wheel.find(framework->main_library) != nullptr &&
      !wheel.gpu_libraries.contains(framework->main_library))
    return nullptr;
  const std::string* largest = nullptr;
  for (const auto& [path, targets] : wheel.gpu_libraries) {
    if (framework != nullptr && path == framework->main_library) return &path;
    if (largest == nullptr || targets.containers() > wheel.gpu_libraries.at(*largest).containers()) largest = &path;
  }
  return largest;
}

std::string best_target(const gpu::LibraryTargets& library, const gpu::ComputeCapability& gpu) {
  gpu::Coverage best = gpu::Coverage::None;
  std::string text;
  int most = 0;
  for (const auto& [target, containers] : library.count_by_target()) {
    const auto coverage = gpu::coverage_of(target, gpu);
    if (coverage == gpu::Coverage::None || coverage < best || (coverage == best && containers < most)) continue;
    best = coverage;
    most = containers;
    text = target.text();
  }
  return text;
}

/// The verdict on one wheel for one GPU: the main library decides whether it serves, the others whether it does so
/// wholly.
plan::GpuCoverage cover(const store::StoredWheel& wheel, const std::string* main, const resolvers::TargetGpu& gpu,
                        std::optional<gpu::PtxIsa> driver_ptx) {
  plan::GpuCoverage out{gpu.index, gpu.name, "none", "", {}};
  if (main == nullptr) return out;
  const auto verdict = gpu::judge(wheel.gpu_libraries.at(*main), gpu.capability, driver_ptx);
  if (!verdict.served()) return out;
  out.target = best_target(wheel.gpu_libraries.at(*main), gpu.capability);
  for (const auto& [path, targets] : wheel.gpu_libraries) {
    const auto one = gpu::judge(targets, gpu.capability, driver_ptx);
    if (one.none > 0) out.uncovered.push_back({path, one.none, one.containers()});
  }
  out.status = !out.uncovered.empty() ? "partial" : verdict.native == 0 ? "jit" : "native";
  return out;
}

std::string variant_in(const store::StoredWheel& wheel, const manifest::Framework& framework) {
  if (framework.variant_file.empty() || wheel.find(framework.variant_file) == nullptr) return "";
  return venv::cuda_variant(io::read_text(wheel.tree / framework.variant_file), framework.variant_pattern);
}

std::optional<resolvers::CandidateFailed> measure_one(plan::Choice& choice, const plan::Step& step,
                                                      const store::StoredWheel& wheel,
                                                      const resolvers::Request& request,
                                                      const manifest::Catalog& catalog) {
  const auto* framework = catalog.framework(choice.framework);
  choice.evidence.kind = manifest::Evidence::Kind::Measured;
  choice.evidence.sha256 = wheel.digest;
  if (framework != nullptr) {
    const auto variant = variant_in(wheel, *framework);
    if (!variant.empty() && !choice.variant.empty() && variant != choice.variant) {
      const auto cuda = gpu::CudaVersion::parse_variant(variant);
      const auto floor = cuda ? catalog.cuda.floor_for(*cuda, request.os) : std::nullopt;
      if (floor && request.driver && *request.driver < *floor)
        return failed(
            choice, step, "variant", std::nullopt,
            fmt::format("the wheel is {}, not {}, and needs driver {}", variant, choice.variant, floor->text()));
    }
    if (!variant.empty() && variant != choice.variant) {
      choice.variant = variant;
      const auto cuda = gpu::CudaVersion::parse_variant(variant);
      if (const auto floor = cuda ? catalog.cuda.floor_for(*cuda, request.os) : std::nullopt)
        choice.needs_driver = floor->text();
    }
  }
  std::optional<gpu::PtxIsa> driver_ptx;
  if (request.driver)
    if (const auto cuda = catalog.cuda.cuda_of(*request.driver)) driver_ptx = gpu::ptx_isa_of(*cuda);
  choice.coverage.clear();
  const auto* main = main_library(wheel, framework);
  for (const auto& gpu : request.gpus) {
    auto coverage = cover(wheel, main, gpu, driver_ptx);
    if (coverage.status == "none")
      return failed(choice, step, "coverage", gpu.index,
                    fmt::format("the wheel was read: nothing in it runs on GPU {} ({}, {})", gpu.index, gpu.name,
                                gpu.capability.text()));
    if (coverage.status == "partial" && request.complete)
      return failed(
          choice, step, "coverage", gpu.index,
          fmt::format("the wheel was read: {} leaves GPU {} out", coverage.uncovered.front().library, gpu.index));
    choice.coverage.push_back(std::move(coverage));
  }
  return std::nullopt;
}

}  // namespace

std::optional<resolvers::CandidateFailed> measure(plan::Plan& plan, const FetchedWheels& wheels,
                                                  const resolvers::Request& request, const manifest::Catalog& catalog) {
  for (auto& choice : plan.choices) {
    const auto* step = step_of(plan, choice.framework);
    if (step == nullptr) continue;
    const auto& wheel = *wheels.at(step->name);
    // A companion without any GPU code of its own is no fault: only the framework itself has to serve the GPU.
    if (wheel.gpu_libraries.empty() && &choice != &plan.choices.front()) continue;
    if (auto failure = measure_one(choice, *step, wheel, request, catalog)) return failure;
  }
  return std::nullopt;
}

}  // namespace kenv::change
