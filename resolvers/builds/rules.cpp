// SPDX-License-Identifier: Apache-2.0
#include "resolvers/builds/rules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "resolvers/builds/coverage.hpp"
#include "resolvers/builds/manifest_rows.hpp"

namespace kenv::resolvers {
namespace {

using Objection = std::optional<std::string>;

/// A wheel's own tags decide where there is a wheel; a row's list decides for builds that are only promised.
Objection python_tag(const BuildUnderTest& build, const Request& request, const manifest::Catalog&) {
  const auto& tags = build.row.python_tags;
  if (tags.empty() || build.candidate.file) return std::nullopt;
  const std::string own = interpreter_tag(request);
  if (std::ranges::find(tags, own) != tags.end()) return std::nullopt;
  if (!request.tags.free_threaded && std::ranges::find(tags, "py3") != tags.end()) return std::nullopt;
  return fmt::format("is built for {}, this Python is {}", text::join(tags, ", "), own);
}

Objection platform(const BuildUnderTest& build, const Request& request, const manifest::Catalog&) {
  const auto& row = build.row;
  if (row.os == request.os && row.machine == request.machine) return std::nullopt;
  return fmt::format("is built for {} {}, this is {} {}", row.os, row.machine, request.os, request.machine);
}

/// As with the interpreter, the wheel's own tags decide where there is one.
Objection libc(const BuildUnderTest& build, const Request& request, const manifest::Catalog&) {
  const auto& oldest = build.row.glibc;
  if (!oldest || build.candidate.file || !request.libc_known) return std::nullopt;
  const auto& system = request.tags;
  if (system.libc != "glibc")
    return fmt::format("is built for glibc, this system has {}",
                       system.libc.empty() ? "another C library" : system.libc);
  const python::LibcVersion own{system.libc_major, system.libc_minor};
  if (own >= *oldest) return std::nullopt;
  return fmt::format("needs glibc {} or newer, this system has {}", oldest->text(), own.text());
}

Objection driver(const BuildUnderTest& build, const Request& request, const manifest::Catalog& catalog) {
  const auto& row = build.row;
  const auto floor = catalog.cuda.floor_for(row, request.os);
  if (request.gpus.empty() || !request.driver || !floor || *request.driver >= *floor) return std::nullopt;
  return fmt::format("needs driver {} or newer{}, this machine has {}", floor->text(),
                     row.cuda ? fmt::format(" (CUDA {})", row.cuda->text()) : "", request.driver->text());
}

Objection cpu_build(const BuildUnderTest& build, const TargetGpu& gpu, const Request&, const manifest::Catalog&) {
  if (!is_cpu_build(build.row)) return std::nullopt;
  return fmt::format("is a CPU build, it has no code for {}", gpu_text(gpu));
}

/// A driver that does not see the GPU runs nothing on it, whatever the build carries.
Objection unserved_by_driver(const TargetGpu& gpu, const Request& request, const manifest::Catalog& catalog) {
  const auto branch = branch_for(gpu, request, catalog);
  if (!branch) return std::nullopt;
  return fmt::format("needs a driver that serves {}: R{} is the {} branch that does, this machine has {}",
                     gpu_text(gpu), branch->number, branch->last ? "last" : "first", request.driver->text());
}

/// What needs a driver newer than the last one for the GPU can never run on it.
Objection driver_branch(const BuildUnderTest& build, const TargetGpu& gpu, const Request& request,
                        const manifest::Catalog& catalog) {
  if (auto unserved = unserved_by_driver(gpu, request, catalog)) return unserved;
  const auto last = catalog.cuda.last_branch_for(gpu.capability);
  const auto floor = catalog.cuda.floor_for(build.row, request.os);
  if (!last || !floor || floor->branch() <= *last) return std::nullopt;
  return fmt::format("needs driver {} or newer, R{} is the last branch that serves {}", floor->text(), *last,
                     gpu_text(gpu));
}

/// PTX is compiled by the driver, which must be as new as the toolkit that wrote it; minor-version compatibility, which
/// lets an older driver of the same major run machine code, does not help (CUDA error 222).
Objection ptx(const BuildUnderTest& build, const TargetGpu& gpu, const Request& request,
              const manifest::Catalog& catalog) {
  const auto coverage = coverage_of(build.row, gpu, request, catalog);
  if (!coverage.ptx_too_new) return std::nullopt;
  return fmt::format("has only PTX ({}) for {}, of PTX version {}; driver {} compiles up to {}", coverage.target,
                     gpu_text(gpu), ptx_isa_of(build.row)->text(), request.driver->text(),
                     driver_ptx(request, catalog)->text());
}

Objection coverage(const BuildUnderTest& build, const TargetGpu& gpu, const Request& request,
                   const manifest::Catalog& catalog) {
  const auto& row = build.row;
  if (!row.has_gpu_code()) return std::nullopt;  // nobody has said what it carries
  if (coverage_of(row, gpu, request, catalog).main != gpu::Coverage::None) return std::nullopt;
  return fmt::format("has {}, {} is {}", targets_text(row), gpu_text(gpu), gpu.capability.text());
}

Objection complete(const BuildUnderTest& build, const TargetGpu& gpu, const Request& request,
                   const manifest::Catalog& catalog) {
  if (!request.complete || !build.row.has_gpu_code()) return std::nullopt;
  const auto uncovered = coverage_of(build.row, gpu, request, catalog).uncovered;
  if (uncovered.empty()) return std::nullopt;
  return fmt::format("is partial: {} has no code for {} ({})", uncovered.front().library, gpu_text(gpu),
                     gpu.capability.text());
}

constexpr BuildRule kBuildRules[] = {
    {"python", python_tag}, {"platform", platform}, {"platform", libc}, {"driver", driver}};
constexpr GpuRule kGpuRules[] = {
    {"coverage", cpu_build}, {"driver", driver_branch}, {"ptx", ptx}, {"coverage", coverage}, {"complete", complete}};

}  // namespace

std::span<const BuildRule> build_rules() { return kBuildRules; }
std::span<const GpuRule> gpu_rules() { return kGpuRules; }

std::optional<ServingBranch> branch_for(const TargetGpu& gpu, const Request& request,
                                        const manifest::Catalog& catalog) {
  if (!request.driver) return std::nullopt;
  const int own = request.driver->branch();
  if (const auto last = catalog.cuda.last_branch_for(gpu.capability); last && own > *last)
    return ServingBranch{*last, true};
  if (const auto first = catalog.cuda.first_branch_for(gpu.capability); first && own < *first)
    return ServingBranch{*first, false};
  return std::nullopt;
}

namespace {

/// What can be said of a build that no manifest knows: its variant tells with which toolkit it was made, and no toolkit
/// compiles for GPUs older than it knows. CUDA 13 compiles nothing for Maxwell, Pascal and Volta.
Objection toolkit(const Candidate& candidate, const TargetGpu& gpu, const manifest::Catalog& catalog) {
  const auto cuda = gpu::CudaVersion::parse_variant(candidate.variant);
  const auto oldest = cuda ? catalog.cuda.oldest_for(*cuda) : std::nullopt;
  if (!oldest || gpu.capability >= *oldest) return std::nullopt;
  return fmt::format("is made with CUDA {}, which compiles for {} and newer; {} is {}", cuda->text(), oldest->text(),
                     gpu_text(gpu), gpu.capability.text());
}

}  // namespace

std::vector<plan::Rejection> judge(const python::PackageName& name, const Candidate& candidate, const Request& request,
                                   const manifest::Catalog& catalog) {
  const manifest::Build* row = candidate.build ? candidate.build : candidate.neighbour;
  const std::string text = to_text(name, candidate);
  const std::string source = candidate.build || !row
                                 ? ""
                                 : fmt::format(" (so it is in {}; this one is not known)", row->version.public_text());
  std::vector<plan::Rejection> rejections;
  if (row)
    for (const auto& rule : build_rules())
      if (const auto objection = rule.objection({candidate, *row}, request, catalog))
        return {{text, rule.name, {}, *objection + source}};
  for (const auto& gpu : request.gpus) {
    if (!row) {
      if (auto unserved = unserved_by_driver(gpu, request, catalog))
        rejections.push_back({text, "driver", gpu.index, *std::move(unserved)});
      else if (auto objection = toolkit(candidate, gpu, catalog))
        rejections.push_back({text, "coverage", gpu.index, *std::move(objection)});
      continue;
    }
    for (const auto& rule : gpu_rules())
      if (const auto objection = rule.objection({candidate, *row}, gpu, request, catalog)) {
        rejections.push_back({text, rule.name, gpu.index, *objection + source});
        break;
      }
  }
  return rejections;
}

}  // namespace kenv::resolvers
