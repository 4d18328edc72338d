// SPDX-License-Identifier: Apache-2.0
#include "gpu/library_coverage.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <iterator>
#include <set>
#include <tuple>

// From containers to a verdict on a library
//
// The driver takes one image out of one container, so the question is asked container by container. But not every
// container without an image for a GPU is a hole. Large libraries hold kernels that only some GPUs are meant to have
// and choose by device at run time: PyTorch's RowwiseScaledMM exists for sm_90a and sm_100a only, one source file was
// built for sm_89, another for sm_120a, beside hundreds of containers for the base targets. Counting these as missing
// would call every build of PyTorch incomplete on every GPU.
//
// The rule: first find the main targets, what the library as a whole was built for (in nine of ten containers). If they
// serve the GPU, a container that cannot serve it is left out by design when it was never meant for it:
//   - all its code is for 'a' or 'f' targets, or
//   - none of its targets is a main target.
// If the main targets do not serve the GPU, nothing is by design: a library with one container for sm_75 among 32
// without is a library that lacks sm_75.
namespace kenv::gpu {
namespace {

using Group = LibraryTargets::Group;

bool image_before(const FatbinImage& a, const FatbinImage& b) {
  return std::tie(a.target, a.ptx_isa, a.compressed, a.debug) < std::tie(b.target, b.ptx_isa, b.compressed, b.debug);
}

struct ImagesBefore {
  bool operator()(const std::vector<FatbinImage>& a, const std::vector<FatbinImage>& b) const {
    return std::ranges::lexicographical_compare(a, b, image_before);
  }
};

void sort_and_unify(std::vector<FatbinImage>& images) {
  std::ranges::sort(images, image_before);
  images.erase(std::unique(images.begin(), images.end()), images.end());
}

// Every capability that CUDA 8 and later have known. Bit i of a CapabilitySet stands for the i-th.
constexpr std::array<ComputeCapability, 22> kKnown{{{3, 5}, {3, 7},  {5, 0},  {5, 2},  {5, 3},  {6, 0}, {6, 1}, {6, 2},
                                                    {7, 0}, {7, 2},  {7, 5},  {8, 0},  {8, 6},  {8, 7}, {8, 8}, {8, 9},
                                                    {9, 0}, {10, 0}, {10, 3}, {11, 0}, {12, 0}, {12, 1}}};
using CapabilitySet = std::bitset<kKnown.size()>;

CapabilitySet served_by(const CodeTarget& target) {
  CapabilitySet served;
  for (std::size_t i = 0; i < kKnown.size(); ++i) served[i] = coverage_of(target, kKnown[i]) != Coverage::None;
  return served;
}

/// The PTX by which the driver can link the prelinked containers again. It needs all of them, so a PTX target counts
/// if on each GPU that it serves every other container has something to offer, too, be it machine code (NVIDIA's device
/// runtime library has that for all GPUs and PTX for the newest only).
std::vector<FatbinImage> relinkable_ptx(const std::vector<Fatbin>& fatbins) {
  CapabilitySet served_by_all;
  served_by_all.set();
  std::set<CodeTarget> targets;
  PtxIsa newest{};
  for (const Fatbin& fatbin : fatbins) {
    if (!fatbin.prelinked) continue;
    CapabilitySet served;
    for (const FatbinImage& image : fatbin.images) {
      served |= served_by(image.target);
      if (image.target.kind != CodeTarget::Kind::Ptx) continue;
      targets.insert(image.target);
      newest = std::max(newest, image.ptx_isa.value_or(PtxIsa{}));
    }
    served_by_all &= served;
  }
  std::vector<FatbinImage> relinkable;
  for (const CodeTarget& target : targets)
    if (const auto served = served_by(target); served.any() && (served & ~served_by_all).none())
      relinkable.push_back({.target = target, .ptx_isa = newest});
  return relinkable;
}

bool has_plain_target(const Group& group) {
  return std::ranges::any_of(group.images, [](const FatbinImage& image) {
    return image.target.kind != CodeTarget::Kind::LtoIr && image.target.suffix == CodeTarget::Suffix::None;
  });
}

/// What one container offers a GPU.
struct Service {
  Coverage coverage = Coverage::None;
  std::optional<PtxIsa> ptx{};  ///< the oldest PTX that serves, where only JIT does
  bool driver_too_old = false;  ///< there is PTX for this GPU, but no driver here to compile it
};

Service service_of(const Group& group, const ComputeCapability& gpu, std::optional<PtxIsa> driver_ptx) {
  Service service;
  for (const FatbinImage& image : group.images) {
    const Coverage coverage = coverage_of(image.target, gpu);
    if (coverage == Coverage::Native) return {.coverage = Coverage::Native};
    if (coverage != Coverage::Jit) continue;
    const PtxIsa isa = image.ptx_isa.value_or(PtxIsa{});
    if (driver_ptx && isa > *driver_ptx) {
      service.driver_too_old = true;
      continue;
    }
    service.coverage = Coverage::Jit;
    if (!service.ptx || isa < *service.ptx) service.ptx = isa;
  }
  return service;
}

}  // namespace

int LibraryTargets::containers() const {
  int sum = 0;
  for (const Group& group : groups) sum += group.containers;
  return sum;
}

std::map<CodeTarget, int> LibraryTargets::count_by_target() const {
  std::map<CodeTarget, int> counts;
  for (const Group& group : groups) {
    std::set<CodeTarget> targets;
    for (const FatbinImage& image : group.images) targets.insert(image.target);
    for (const CodeTarget& target : targets) counts[target] += group.containers;
  }
  return counts;
}

std::vector<CodeTarget> LibraryTargets::main_targets() const {
  // Containers for 'a' and 'f' targets alone come on top of a library's body. They count only where there is no other:
  // 63 of them beside 445 ordinary ones would otherwise hide that these 445 agree.
  const bool has_body = std::ranges::any_of(groups, has_plain_target);
  LibraryTargets body;
  std::ranges::copy_if(groups, std::back_inserter(body.groups),
                       [&](const Group& group) { return !has_body || has_plain_target(group); });
  std::vector<CodeTarget> targets;
  const int all = body.containers();
  for (const auto& [target, containers] : body.count_by_target())
    if (10LL * containers >= 9LL * all) targets.push_back(target);
  return targets;
}

LibraryTargets summarize(const FatbinFile& file) {
  const bool only_prelinked = std::ranges::all_of(file.fatbins, &Fatbin::prelinked);
  const auto relinkable = relinkable_ptx(file.fatbins);
  std::map<std::vector<FatbinImage>, Group, ImagesBefore> groups;
  for (const Fatbin& fatbin : file.fatbins) {
    if (fatbin.prelinked && !only_prelinked) continue;  // their code is in the linked containers
    auto images = fatbin.images;
    if (fatbin.linked) images.insert(images.end(), relinkable.begin(), relinkable.end());
    if (images.empty() && fatbin.unknown_images == 0) continue;
    sort_and_unify(images);
    Group& group = groups[images];
    ++group.containers;
    if (fatbin.unknown_images > 0) ++group.with_unknown_images;
  }
  LibraryTargets library;
  for (auto& [images, group] : groups) {
    group.images = images;
    library.groups.push_back(std::move(group));
  }
  return library;
}

LibraryCoverage judge(const LibraryTargets& library, const ComputeCapability& gpu, std::optional<PtxIsa> driver_ptx) {
  const auto main = library.main_targets();
  const std::set<CodeTarget> main_set(main.begin(), main.end());
  const bool main_serves =
      std::ranges::any_of(main, [&](const CodeTarget& target) { return coverage_of(target, gpu) != Coverage::None; });
  const auto by_design = [&](const Group& group) {
    if (!main_serves || group.with_unknown_images > 0) return false;
    return !has_plain_target(group) || std::ranges::none_of(group.images, [&](const FatbinImage& image) {
      return main_set.contains(image.target);
    });
  };

  LibraryCoverage verdict;
  std::set<CodeTarget> uncovered;
  for (const Group& group : library.groups) {
    const Service service = service_of(group, gpu, driver_ptx);
    if (service.coverage == Coverage::Native) {
      verdict.native += group.containers;
    } else if (service.coverage == Coverage::Jit) {
      verdict.jit += group.containers;
      verdict.newest_ptx = std::max(verdict.newest_ptx, service.ptx);
    } else if (!service.driver_too_old && by_design(group)) {
      verdict.none_by_design += group.containers;
    } else {
      verdict.none += group.containers;
      for (const FatbinImage& image : group.images) uncovered.insert(image.target);
    }
  }
  verdict.uncovered_targets.assign(uncovered.begin(), uncovered.end());
  return verdict;
}

}  // namespace kenv::gpu
