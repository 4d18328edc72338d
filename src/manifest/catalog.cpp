// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.hpp"
#include "manifest/manifest.hpp"

namespace kenv::manifest {
namespace {

/// People write "RTX 5090", nvidia-smi prints "NVIDIA GeForce RTX 5090", a shop "GeForce RTX5090": all one key.
std::string gpu_key(std::string_view name) {
  std::string key;
  for (std::string_view word : text::split(name, ' ')) {
    const std::string lowered = text::lower(word);
    if (lowered == "nvidia" || lowered == "geforce" || lowered == "gpu") continue;
    for (char c : lowered)
      if (c != '-' && c != '_') key += c;
  }
  return key;
}

}  // namespace

std::string_view to_text(Channel channel) {
  switch (channel) {
    case Channel::Stable: return "stable";
    case Channel::Test: return "test";
    case Channel::Nightly: return "nightly";
  }
  return "stable";
}

const Companion::Pair* Companion::pair_for(const python::Version& framework_version) const {
  for (const auto& pair : pairs)
    if (pair.framework.contains(framework_version)) return &pair;
  return nullptr;
}

bool Companion::variants_agree(const Pair* pair, std::string_view framework, std::string_view companion) const {
  if (!same_variant || framework.empty() || companion.empty() || framework == companion) return true;
  if (pair == nullptr || !pair->cuda_major_suffices) return false;
  const auto one = gpu::CudaVersion::parse_variant(framework), other = gpu::CudaVersion::parse_variant(companion);
  return one && other && one->major == other->major;
}

std::optional<gpu::DriverVersion> CudaFacts::floor_for(const gpu::CudaVersion& cuda, std::string_view os) const {
  for (const auto& floor : driver_floors)
    if (floor.cuda == cuda && floor.os == os) return floor.driver;
  // Minor-version compatibility makes the floor a property of the major number; a minor that no row names has it too.
  for (const auto& floor : driver_floors)
    if (floor.cuda.major == cuda.major && floor.cuda.minor == 0 && floor.os == os) return floor.driver;
  return std::nullopt;
}

std::optional<gpu::CudaVersion> CudaFacts::cuda_of(const gpu::DriverVersion& driver) const {
  for (const auto& row : driver_cuda)  // newest first
    if (driver >= row.driver) return row.cuda;
  return std::nullopt;
}

std::optional<int> CudaFacts::last_branch_for(const gpu::ComputeCapability& capability) const {
  std::optional<int> branch;
  for (const auto& row : last_branches)
    if (capability <= row.up_to && (!branch || row.branch < *branch)) branch = row.branch;
  return branch;
}

const Framework* Catalog::framework(std::string_view name) const {
  for (const auto& one : frameworks)
    if (one.name == name) return &one;
  return nullptr;
}

const Framework* Catalog::family_of(std::string_view package) const {
  if (const auto* itself = framework(package)) {
    for (const auto& one : frameworks)
      for (const auto& companion : one.companions)
        if (companion.family && companion.package == package) return &one;
    return itself;
  }
  for (const auto& one : frameworks)
    for (const auto& companion : one.companions)
      if (companion.family && companion.package == package) return &one;
  return nullptr;
}

const GpuModel* Catalog::gpu_named(std::string_view name) const {
  const std::string wanted = gpu_key(name);
  if (wanted.empty()) return nullptr;
  for (const auto& model : gpus) {
    if (gpu_key(model.name) == wanted) return &model;
    for (const auto& alias : model.aliases)
      if (gpu_key(alias) == wanted) return &model;
  }
  return nullptr;
}

const GpuModel* Catalog::gpu_by_pci(std::string_view device_id) const {
  const std::string wanted = text::lower(device_id);
  for (const auto& model : gpus)
    for (const auto& id : model.pci_ids)
      if (text::lower(id) == wanted) return &model;
  return nullptr;
}

std::vector<std::string> Catalog::gpu_names() const {
  std::vector<std::string> names;
  for (const auto& model : gpus) names.push_back(model.name);
  return names;
}

}  // namespace kenv::manifest
