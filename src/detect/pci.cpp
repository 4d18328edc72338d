// SPDX-License-Identifier: Apache-2.0
#include "detect/pci.hpp"

#include "base/text.hpp"
#include "detect/readable.hpp"

namespace kenv::detect {
namespace {

constexpr std::string_view kNvidia = "0x10de", kAmd = "0x1002";

/// PCI class codes: 0x03 is a display controller (a data-centre GPU is a "3D controller", 0x0302).
bool is_display_class(std::string_view text) { return text.starts_with("0x03"); }

std::string attribute(const std::filesystem::path& device, std::string_view name) {
  const auto text = text_if_readable(device / name, 4096);
  return text ? text::lower(text::trim(*text)) : std::string();
}

std::string without_prefix(std::string_view hex) { return std::string(hex.starts_with("0x") ? hex.substr(2) : hex); }

}  // namespace

std::string normal_pci_bus(std::string_view text) {
  std::string bus = text::lower(text::trim(text));
  const auto colon = bus.find(':');
  while (colon != std::string::npos && bus.find(':') > 4 && bus.front() == '0') bus.erase(0, 1);
  return bus;
}

std::vector<snapshot::Gpu> read_pci_gpus(const std::filesystem::path& root) {
  std::vector<snapshot::Gpu> gpus;
  const auto folder = root / "sys/bus/pci/devices";
  for (const std::string& name : names_in(folder)) {
    const std::string vendor = attribute(folder / name, "vendor");
    if ((vendor != kNvidia && vendor != kAmd) || !is_display_class(attribute(folder / name, "class"))) continue;
    snapshot::Gpu gpu;
    gpu.pci_bus = normal_pci_bus(name);
    gpu.pci_id = without_prefix(vendor) + ":" + without_prefix(attribute(folder / name, "device"));
    gpu.seen_by = {"pci"};
    if (vendor == kAmd) gpu.vendor = "amd";
    gpus.push_back(std::move(gpu));
  }
  return gpus;
}

}  // namespace kenv::detect
