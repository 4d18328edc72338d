// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "manifest/manifest.hpp"

namespace kenv::manifest {
namespace {

/// Digits and then one of these: "80gb"; or one of those and perhaps a digit: "sxm4", "hbm3e".
bool is_size_or_socket(std::string_view word) {
  const auto digits = [](std::string_view text) {
    return text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  if (word.ends_with("gb")) return word.size() > 2 && digits(word.substr(0, word.size() - 2));
  if (word.ends_with('e')) word.remove_suffix(1);
  for (const std::string_view socket : {"sxm", "hbm"})
    if (word.starts_with(socket)) return digits(word.substr(socket.size()));
  return false;
}

/// Words beside the name of the model that say nothing about its chip: the maker, the memory, the socket, the power.
bool says_nothing(std::string_view word) {
  constexpr std::array<std::string_view, 13> kWords{"nvidia", "geforce",    "tesla", "gpu", "laptop", "with", "maxq",
                                                    "design", "generation", "pcie",  "nvl", "active", "lc"};
  return std::ranges::find(kWords, word) != kWords.end() || is_size_or_socket(word);
}

/// People write "RTX 5090", nvidia-smi prints "NVIDIA GeForce RTX 5090 Laptop GPU", a shop "GeForce RTX5090": all one
/// key.
std::string gpu_key(std::string_view name) {
  std::string lowered =
      text::lower(name.substr(0, name.find(" MIG ")));  // a part of "NVIDIA A100-SXM4-40GB MIG 3g.20gb"
  for (auto at = lowered.find("max-q"); at != std::string::npos; at = lowered.find("max-q")) lowered.erase(at + 3, 1);
  for (char& c : lowered)
    if (c == '-' || c == '_' || c == '/') c = ' ';
  std::string key;
  for (std::string_view word : text::split(lowered, ' '))
    if (!says_nothing(word)) key += word;
  return key;
}

}  // namespace

std::string_view to_text(Channel channel) {
  switch (channel) {
    case Channel::Stable:
      return "stable";
    case Channel::Test:
      return "test";
    case Channel::Nightly:
      return "nightly";
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

std::optional<gpu::DriverVersion> CudaFacts::floor_for(const Build& build, std::string_view os) const {
  if (build.needs_driver || !build.cuda) return build.needs_driver;
  return floor_for(*build.cuda, os);
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

std::optional<int> CudaFacts::first_branch_for(const gpu::ComputeCapability& capability) const {
  std::optional<int> branch;
  for (const auto& row : first_branches)
    if (capability >= row.from && (!branch || row.branch > *branch)) branch = row.branch;
  return branch;
}

std::optional<gpu::ComputeCapability> CudaFacts::oldest_for(const gpu::CudaVersion& cuda) const {
  std::optional<ToolkitOldest> nearest;
  for (const auto& row : toolkit_oldest)
    if (row.cuda <= cuda && (!nearest || nearest->cuda < row.cuda)) nearest = row;
  return nearest ? std::optional(nearest->capability) : std::nullopt;
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
  const bool number = wanted.front() >= '0' && wanted.front() <= '9';  // "5090" is the RTX 5090, "1080 Ti" the GTX
  const auto meant = [&](std::string_view known) {
    const std::string key = gpu_key(known);
    return key == wanted || (number && (key == "rtx" + wanted || key == "gtx" + wanted));
  };
  for (const auto& model : gpus)
    if (meant(model.name) || std::ranges::any_of(model.aliases, meant)) return &model;
  return nullptr;
}

const GpuModel* Catalog::gpu_by_pci(std::string_view device_id) const {
  const std::string wanted = text::lower(device_id);
  for (const auto& model : gpus)
    for (const auto& id : model.pci_ids)
      if (text::lower(id) == wanted) return &model;
  return nullptr;
}

const Companion* Catalog::extension(std::string_view package) const {
  for (const auto& one : frameworks)
    for (const auto& companion : one.companions)
      if (companion.extension && companion.package == package) return &companion;
  return nullptr;
}

std::vector<std::string> Catalog::gpu_names() const {
  std::vector<std::string> names;
  for (const auto& model : gpus) names.push_back(model.name);
  return names;
}

}  // namespace kenv::manifest
