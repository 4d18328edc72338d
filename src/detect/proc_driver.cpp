// SPDX-License-Identifier: Apache-2.0
#include "detect/proc_driver.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "detect/pci.hpp"
#include "detect/readable.hpp"

namespace kenv::detect {

std::optional<snapshot::Driver> parse_driver_file(std::string_view text) {
  // NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.183.01  Sun May 12 19:39:15 UTC 2024
  // NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build  (user@host)  ...
  for (const std::string_view line : text::lines(text)) {
    if (!line.starts_with("NVRM version:")) continue;
    for (const std::string_view word : text::split(line, ' ')) {
      if (std::ranges::count(word, '.') < 1) continue;
      const auto version = gpu::DriverVersion::parse(word);
      if (!version) continue;
      snapshot::Driver driver;
      driver.version = *version;
      driver.module = line.find("Open Kernel Module") != std::string_view::npos ? "open" : "proprietary";
      return driver;
    }
  }
  return std::nullopt;
}

snapshot::Gpu parse_gpu_information(std::string_view text) {
  snapshot::Gpu gpu;
  gpu.seen_by = {"proc"};
  for (const std::string_view line : text::lines(text)) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view key = text::trim(line.substr(0, colon)), value = text::trim(line.substr(colon + 1));
    if (key == "Model" && value != "Unknown") gpu.name = value;
    if (key == "GPU UUID" && value.find('?') == std::string_view::npos)
      gpu.uuid = value;  // "GPU-????..." until first use
    if (key == "Bus Location") gpu.pci_bus = normal_pci_bus(value);
  }
  return gpu;
}

std::optional<snapshot::Driver> read_proc_driver(const std::filesystem::path& root) {
  const auto text = text_if_readable(root / "proc/driver/nvidia/version");
  return text ? parse_driver_file(*text) : std::nullopt;
}

std::vector<snapshot::Gpu> read_proc_gpus(const std::filesystem::path& root) {
  std::vector<snapshot::Gpu> gpus;
  const auto folder = root / "proc/driver/nvidia/gpus";
  for (const std::string& name : names_in(folder)) {
    const auto text = text_if_readable(folder / name / "information");
    if (!text) continue;
    gpus.push_back(parse_gpu_information(*text));
    if (gpus.back().pci_bus.empty()) gpus.back().pci_bus = normal_pci_bus(name);
  }
  return gpus;
}

}  // namespace kenv::detect
