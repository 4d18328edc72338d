// SPDX-License-Identifier: Apache-2.0
#include "change/machine_facts.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "change/named_file.hpp"
#include "detect/detect_machine.hpp"
#include "detect/named_gpu.hpp"

namespace kenv::change {
namespace {

std::vector<snapshot::Gpu> named_gpus(const std::string& names, const manifest::Catalog& catalog) {
  std::vector<snapshot::Gpu> gpus;
  for (std::string_view name : text::split(names, ',')) {
    auto gpu = detect::named_gpu(text::trim(name), catalog);
    if (!gpu) throw Error(ExitCode::Usage, "unknown-gpu", gpu.error().message, gpu.error().hint);
    gpu->index = static_cast<int>(gpus.size());
    gpus.push_back(*std::move(gpu));
  }
  return gpus;
}

snapshot::Machine from_file(const std::string& file) {
  auto read = snapshot::read_snapshot(read_named_file(file), file);
  if (!read)
    throw Error(ExitCode::Usage, "bad-snapshot", read.error().text(),
                "docs/schemas/snapshot.schema.json describes the format");
  return std::move(read->machine);
}

void name_driver(snapshot::Machine& machine, const std::string& text, const manifest::Catalog& catalog) {
  const auto version = gpu::DriverVersion::parse(text);
  if (!version)
    throw Error(ExitCode::Usage, "bad-driver", "--driver: " + version.error().message,
                "write it as nvidia-smi does: --driver 580.65.06");
  auto& driver = machine.driver.emplace();
  driver.version = *version;
  driver.cuda = catalog.cuda.cuda_of(*version);
  machine.origin["driver"] = "--driver";
}

/// CUDA_VISIBLE_DEVICES ends at the first entry that names no device, as CUDA itself reads it.
std::vector<snapshot::Gpu> apply_mask(const std::vector<snapshot::Gpu>& gpus, std::string_view mask) {
  std::vector<snapshot::Gpu> seen;
  for (std::string_view entry : text::split(mask, ',')) {
    entry = text::trim(entry);
    const auto number = text::parse_unsigned(entry);
    const auto found = std::find_if(gpus.begin(), gpus.end(), [&](const snapshot::Gpu& gpu) {
      if (number) return gpu.index && static_cast<std::uint64_t>(*gpu.index) == *number;
      return !entry.empty() && !gpu.uuid.empty() && gpu.uuid.starts_with(entry);
    });
    if (found == gpus.end()) break;
    seen.push_back(*found);
  }
  return seen;
}

}  // namespace

MachineFacts gather_machine_facts(const FactOptions& options, const manifest::Catalog& catalog) {
  MachineFacts facts;
  if (!options.facts.empty()) {
    facts.machine = from_file(options.facts);
    facts.named = true;
  } else {
    detect::DetectOptions detection;
    detection.variables = options.variables;
    if (!options.gpu.empty()) detection.nvml_library.clear();  // the driver is not asked about GPUs that are elsewhere
    facts.machine = detect::detect_machine(detection, catalog);
  }
  facts.named |= name_facts(facts.machine, options, catalog);
  return facts;
}

bool name_facts(snapshot::Machine& machine, const FactOptions& options, const manifest::Catalog& catalog) {
  if (!options.gpu.empty()) {
    machine.gpus = named_gpus(options.gpu, catalog);
    machine.gpus_known = true;
    machine.origin["gpus"] = "--gpu";
    machine.driver.reset();
    machine.variables.erase("CUDA_VISIBLE_DEVICES");
  }
  if (!options.driver.empty()) name_driver(machine, options.driver, catalog);
  return !options.gpu.empty();
}

std::vector<snapshot::Gpu> visible_gpus(const snapshot::Machine& machine, report::Reporter& reporter) {
  std::vector<snapshot::Gpu> gpus;
  const bool driver_answers =
      std::any_of(machine.gpus.begin(), machine.gpus.end(), [](const auto& gpu) { return gpu.seen_by_source("nvml"); });
  for (auto gpu : machine.gpus) {
    if (!gpu.vendor.empty() && gpu.vendor != "nvidia") continue;
    if (driver_answers && !gpu.seen_by_source("nvml")) {
      reporter.warn("the driver does not serve " + gpu.name + " (" + gpu.pci_bus + "); it is left out");
      continue;
    }
    if (!gpu.index) gpu.index = static_cast<int>(gpus.size());
    gpus.push_back(std::move(gpu));
  }
  const auto mask = machine.variables.find("CUDA_VISIBLE_DEVICES");
  if (mask == machine.variables.end() || gpus.empty()) return gpus;
  // CUDA counts by speed unless CUDA_DEVICE_ORDER says otherwise; among unlike GPUs a number does not say which is
  // meant.
  const auto order = machine.variables.find("CUDA_DEVICE_ORDER");
  const bool by_bus = order != machine.variables.end() && order->second == "PCI_BUS_ID";
  const bool alike =
      std::all_of(gpus.begin(), gpus.end(), [&](const auto& gpu) { return gpu.capability == gpus.front().capability; });
  const bool by_number = mask->second.find_first_of("0123456789") == 0;
  if (by_number && !by_bus && !alike) {
    reporter.warn("CUDA_VISIBLE_DEVICES=" + mask->second +
                  " counts by speed, so which of these unlike GPUs it means is not known; kenv looks at all "
                  "(CUDA_DEVICE_ORDER=PCI_BUS_ID settles it)");
    return gpus;
  }
  const auto seen = apply_mask(gpus, mask->second);
  if (seen.empty()) {
    reporter.warn("CUDA_VISIBLE_DEVICES=" + mask->second + " hides every GPU; kenv looks at all of them");
    return gpus;
  }
  if (seen.size() < gpus.size())
    reporter.note("CUDA_VISIBLE_DEVICES=" + mask->second + " hides some GPUs; they are not looked at");
  return seen;
}

std::vector<resolvers::TargetGpu> target_gpus(const std::vector<snapshot::Gpu>& gpus) {
  std::vector<resolvers::TargetGpu> targets;
  for (const auto& gpu : gpus)
    if (gpu.capability)
      targets.push_back({gpu.index.value_or(static_cast<int>(targets.size())), gpu.name, *gpu.capability, gpu.uuid});
  return targets;
}

}  // namespace kenv::change
