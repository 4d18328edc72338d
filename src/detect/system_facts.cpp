// SPDX-License-Identifier: Apache-2.0
#include "detect/system_facts.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "detect/readable.hpp"
#include "io/files.hpp"

namespace kenv::detect {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kArchitecture =
#if defined(__x86_64__)
    "x86_64";
#elif defined(__aarch64__)
    "aarch64";
#else
    "";
#endif

constexpr std::array<std::string_view, 22> kVariables{"CUDA_VISIBLE_DEVICES",
                                                      "CUDA_DEVICE_ORDER",
                                                      "NVIDIA_VISIBLE_DEVICES",
                                                      "NVIDIA_DRIVER_CAPABILITIES",
                                                      "CUDA_FORCE_PTX_JIT",
                                                      "CUDA_DISABLE_PTX_JIT",
                                                      "CUDA_FORCE_JIT",
                                                      "CUDA_DISABLE_JIT",
                                                      "CUDA_MODULE_LOADING",
                                                      "CUDA_LAUNCH_BLOCKING",
                                                      "CUDA_HOME",
                                                      "CUDA_PATH",
                                                      "CUDA_CACHE_PATH",
                                                      "LD_LIBRARY_PATH",
                                                      "LD_PRELOAD",
                                                      "PYTORCH_NVML_BASED_CUDA_CHECK",
                                                      "TORCH_CUDA_ARCH_LIST",
                                                      "TORCH_COMMAND",
                                                      "TRITON_PTXAS_PATH",
                                                      "BNB_CUDA_VERSION",
                                                      "PYTHONPATH",
                                                      "PYTHONNOUSERSITE"};

void read_c_library(snapshot::Machine& machine, const fs::path& root) {
  for (const char* folder : {"lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "lib64", "usr/lib64", "usr/lib", "lib"}) {
    const auto library = text_if_readable(root / folder / "libc.so.6", 16u << 20);
    if (!library) continue;
    machine.glibc = parse_glibc_banner(*library);
    if (machine.glibc.empty()) continue;
    machine.libc = "glibc";
    machine.origin["glibc"] = (fs::path("/") / folder / "libc.so.6").string();
    return;
  }
  for (const std::string& name : names_in(root / "lib"))
    if (name.starts_with("ld-musl-")) machine.libc = "musl";
}

std::string container_kind(const fs::path& root, const std::map<std::string, std::string>& variables) {
  if (variables.contains("KUBERNETES_SERVICE_HOST")) return "kubernetes";
  if (variables.contains("APPTAINER_CONTAINER") || variables.contains("SINGULARITY_CONTAINER")) return "apptainer";
  if (io::exists(root / "run/.containerenv")) return "podman";
  if (io::exists(root / ".dockerenv")) return "docker";
  const auto systemd = text_if_readable(root / "run/systemd/container");  // "lxc", "systemd-nspawn", ...
  return systemd ? std::string(text::trim(*systemd)) : std::string();
}

void read_device_nodes(snapshot::Machine& machine, const fs::path& root) {
  const auto names = names_in(root / "dev");
  machine.device_nodes_known = !names.empty();
  for (const std::string& name : names)
    if (name.starts_with("nvidia") || name == "dxg" || name == "nvmap") machine.device_nodes.push_back("/dev/" + name);
}

/// Toolkits at the place where NVIDIA's packages put them. /usr/local/cuda is a link to one of them.
void read_toolkits(snapshot::Machine& machine, const fs::path& root) {
  for (const std::string& name : names_in(root / "usr/local")) {
    if (!name.starts_with("cuda-")) continue;
    const std::string version = name.substr(5);
    if (!gpu::CudaVersion::parse(version) || version.find('.') == std::string::npos) continue;  // cuda-12 is a link
    const bool has_compiler = io::exists(root / "usr/local" / name / "bin/nvcc");
    machine.toolkits.push_back({version, "/usr/local/" + name, has_compiler});
  }
}

}  // namespace

std::string parse_glibc_banner(std::string_view library) {
  constexpr std::string_view kBefore = "release version ";
  const auto banner = library.find("GNU C Library");
  if (banner == std::string_view::npos) return {};
  const auto words = library.find(kBefore, banner);
  if (words == std::string_view::npos || words - banner > 200) return {};
  const auto start = words + kBefore.size();
  auto version = library.substr(start, library.find_first_not_of("0123456789.", start) - start);
  while (version.ends_with('.')) version.remove_suffix(1);  // the sentence's own full stop
  return std::string(version);
}

bool is_wsl_kernel(std::string_view proc_version) {
  return text::lower(proc_version).find("microsoft") != std::string::npos;
}

std::map<std::string, std::string> relevant_variables(const std::map<std::string, std::string>& variables) {
  std::map<std::string, std::string> relevant;
  for (const auto& [name, value] : variables)
    if (std::ranges::find(kVariables, name) != kVariables.end()) relevant.emplace(name, value);
  return relevant;
}

std::string read_device_tree_model(const fs::path& root) {
  for (const char* place : {"proc/device-tree/model", "sys/firmware/devicetree/base/model"}) {
    auto model = text_if_readable(root / place, 4096);
    if (!model) continue;
    std::erase(*model, '\0');
    return std::string(text::trim(*model));
  }
  return {};
}

void read_system_facts(snapshot::Machine& machine, const fs::path& root,
                       const std::map<std::string, std::string>& variables) {
  machine.os = "linux";
  machine.arch = kArchitecture;
  if (const auto release = text_if_readable(root / "proc/sys/kernel/osrelease")) machine.kernel = text::trim(*release);
  if (const auto version = text_if_readable(root / "proc/version")) machine.wsl = is_wsl_kernel(*version);
  machine.container = container_kind(root, variables);
  machine.tegra =
      io::exists(root / "etc/nv_tegra_release") || read_device_tree_model(root).find("Jetson") != std::string::npos;
  machine.variables = relevant_variables(variables);
  read_c_library(machine, root);
  read_device_nodes(machine, root);
  read_toolkits(machine, root);
}

}  // namespace kenv::detect
