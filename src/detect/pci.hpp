// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "snapshot/snapshot.hpp"

namespace kenv::detect {

/// One spelling for a place on the PCI bus: "0000:01:00.0", lower case, the domain with four digits where it has no
/// more. NVML writes "00000000:01:00.0", sysfs "0000:01:00.0".
std::string normal_pci_bus(std::string_view text);

/// The display and compute devices of NVIDIA and AMD below root/sys/bus/pci/devices, in bus order. Their names are not
/// known here. Works without any driver.
std::vector<snapshot::Gpu> read_pci_gpus(const std::filesystem::path& root);

}  // namespace kenv::detect
