// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "snapshot/snapshot.hpp"

// What is known of the operating system without any GPU: kernel, C library, container, Tegra, toolkits.
namespace kenv::detect {

/// The version in the banner that every glibc carries: "... stable release version 2.36."
std::string parse_glibc_banner(std::string_view library);
/// Whether the text of /proc/version is that of Microsoft's kernel for WSL.
bool is_wsl_kernel(std::string_view proc_version);
/// The parts of LD_LIBRARY_PATH's world that decide about GPUs: those variables of the process that kenv looks at.
std::map<std::string, std::string> relevant_variables(const std::map<std::string, std::string>& variables);

/// Fills in everything but driver and GPUs.
void read_system_facts(snapshot::Machine& machine, const std::filesystem::path& root,
                       const std::map<std::string, std::string>& variables);

/// The model of a device-tree machine ("NVIDIA Jetson AGX Orin Developer Kit"), empty elsewhere.
std::string read_device_tree_model(const std::filesystem::path& root);

}  // namespace kenv::detect
