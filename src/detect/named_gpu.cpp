// SPDX-License-Identifier: Apache-2.0
#include "detect/named_gpu.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "base/text.hpp"

namespace kenv::detect {
namespace {

constexpr int kHighestMajor = 19;  // so that "750" is no capability 75.0 but an unknown product

/// The catalog's name for what was nearly typed. People leave the maker's words out: the short forms are compared too.
std::optional<std::string> nearest_name(std::string_view typed, const manifest::Catalog& catalog) {
  std::map<std::string, std::string> full_names;  // what may be typed -> the name to suggest
  for (const manifest::GpuModel& model : catalog.gpus) {
    std::string_view name = model.name;
    for (const std::string_view prefix : {"NVIDIA ", "GeForce ", "GTX ", "RTX ", "Tesla "}) {
      full_names.emplace(name, model.name);
      if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
    }
    full_names.emplace(name, model.name);
    for (const std::string& alias : model.aliases) full_names.emplace(alias, model.name);
  }
  // "RTX 5090 Ti" is nearer to the RTX 5090 than to the RTX 3090 Ti, whatever the letters say, and "H10" to the H100.
  const std::string lowered = text::lower(typed);
  const std::string* begins = nullptr;
  const std::string* goes_on = nullptr;
  std::vector<std::string> candidates;
  for (const auto& [candidate, name] : full_names) {
    const std::string known = text::lower(candidate);
    if (known.size() > 3 && lowered.starts_with(known + " ") && (!begins || begins->size() < candidate.size()))
      begins = &candidate;
    if (lowered.size() > 2 && known.starts_with(lowered) && (!goes_on || candidate.size() < goes_on->size()))
      goes_on = &candidate;
    candidates.push_back(candidate);
  }
  if (begins || goes_on) return full_names.at(begins ? *begins : *goes_on);
  const auto near = text::closest(typed, candidates);
  if (!near) return std::nullopt;
  return full_names.at(*near);
}

}  // namespace

Result<snapshot::Gpu> named_gpu(std::string_view text, const manifest::Catalog& catalog) {
  const std::string_view typed = text::trim(text);
  snapshot::Gpu gpu;
  gpu.seen_by = {"named"};
  if (const manifest::GpuModel* model = catalog.gpu_named(typed)) {
    // A laptop's part is another one than the card of that name, though of the same capability.
    gpu.name = text::lower(typed).find("laptop") == std::string::npos ? model->name : std::string(typed);
    gpu.capability = model->capability;
    return gpu;
  }
  // "12" reads as 1.2, which no CUDA of the last decade knows; 12.0 is meant.
  if (const auto capability = gpu::ComputeCapability::parse(typed); capability && capability->major == 1)
    return refuse(
        fmt::format("\"{}\" is compute capability {}, which CUDA gave up long ago", typed, capability->text()), {},
        fmt::format("did you mean --gpu {}.0?", text::trim(typed.starts_with("sm_") ? typed.substr(3) : typed)));
  if (const auto capability = gpu::ComputeCapability::parse(typed); capability && capability->major <= kHighestMajor) {
    gpu.name = fmt::format("sm_{}{}", capability->major, capability->minor);
    gpu.capability = *capability;
    return gpu;
  }
  if (const std::string lowered = text::lower(typed); lowered == "none" || lowered == "cpu")
    return refuse(fmt::format("--gpu {}: builds are chosen for GPUs, \"{}\" names none", typed, typed), {},
                  "leave --gpu out on a machine without a GPU, where every build will do; a GPU that is elsewhere has "
                  "a name or a capability: --gpu sm_120");
  const auto near = nearest_name(typed, catalog);
  return refuse(fmt::format("no GPU is known by the name \"{}\"", typed), {},
                near ? fmt::format("did you mean \"{}\"? A compute capability works too: --gpu {}", *near,
                                   catalog.gpu_named(*near)->capability.text())
                     : "name it as nvidia-smi does, or give its compute capability: --gpu sm_120");
}

}  // namespace kenv::detect
