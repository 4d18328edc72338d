// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "snapshot/snapshot.hpp"

// What the kernel module says of itself below /proc/driver/nvidia, with or without NVIDIA's user-space libraries.
namespace kenv::detect {

/// Reads the text of /proc/driver/nvidia/version: the module's version, and whether it is the open one.
std::optional<snapshot::Driver> parse_driver_file(std::string_view text);
/// Reads the text of /proc/driver/nvidia/gpus/BUS/information.
snapshot::Gpu parse_gpu_information(std::string_view text);

std::optional<snapshot::Driver> read_proc_driver(const std::filesystem::path& root);
std::vector<snapshot::Gpu> read_proc_gpus(const std::filesystem::path& root);

}  // namespace kenv::detect
