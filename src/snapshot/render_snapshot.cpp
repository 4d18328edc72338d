// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "snapshot/snapshot.hpp"

namespace kenv::snapshot {
namespace {

using Json = nlohmann::ordered_json;

/// Unknown stays unknown: an empty value is not written.
void put(Json& object, const char* key, const std::string& value) {
  if (!value.empty()) object[key] = value;
}
template <class T>
void put(Json& object, const char* key, const std::optional<T>& value) {
  if (value) object[key] = *value;
}
template <class T>
void put_text(Json& object, const char* key, const std::optional<T>& value) {
  if (value) object[key] = value->text();
}
template <class T>
void put_list(Json& object, const char* key, const T& values) {
  if (!values.empty()) object[key] = values;
}

/// A number stays a number.
void put_code(Json& machine, const char* key, const std::string& code) {
  if (code.empty()) return;
  const auto number = Json::parse(code, nullptr, false);
  machine["errors"][key] = number.is_number_integer() ? number : Json(code);
}

Json render_gpu(const Gpu& gpu) {
  Json out = Json::object();
  put(out, "index", gpu.index);
  put(out, "cuda_index", gpu.cuda_index);
  put(out, "name", gpu.name);
  put_text(out, "compute_capability", gpu.capability);
  put(out, "pci_id", gpu.pci_id);
  put(out, "pci_bus", gpu.pci_bus);
  put(out, "vendor", gpu.vendor);
  put_list(out, "seen_by", gpu.seen_by);
  put(out, "mig", gpu.mig);
  return out;
}

Json render_machine(const Machine& machine) {
  Json out = Json::object();
  put(out, "os", machine.os);
  put(out, "arch", machine.arch);
  put(out, "glibc", machine.glibc);
  put(out, "libc", machine.libc);
  put(out, "kernel", machine.kernel);
  put(out, "wsl", machine.wsl);
  put(out, "container", machine.container);
  put(out, "tegra", machine.tegra);
  if (machine.driver) {
    auto& driver = out["driver"] = Json::object();
    put_text(driver, "version", machine.driver->version);
    put_text(driver, "cuda", machine.driver->cuda);
    put(driver, "module", machine.driver->module);
    put(driver, "libcuda", machine.driver->libcuda);
    put_text(driver, "libcuda_version", machine.driver->libcuda_version);
  }
  if (machine.gpus_known) {
    out["gpus"] = Json::array();
    for (const auto& gpu : machine.gpus) out["gpus"].push_back(render_gpu(gpu));
  }
  for (const auto& toolkit : machine.toolkits)
    out["toolkits"].push_back({{"version", toolkit.version}, {"path", toolkit.path}, {"nvcc", toolkit.nvcc}});
  put_list(out, "variables", machine.variables);
  put_list(out, "device_nodes", machine.device_nodes);
  put_list(out, "free_bytes", machine.free_bytes);
  put_list(out, "origin", machine.origin);
  put_code(out, "nvml", machine.nvml_error);
  put_code(out, "cuInit", machine.cu_init_error);
  return out;
}

Json render_package(const Package& package) {
  Json out = {{"name", package.name}, {"version", package.version}};
  put(out, "variant", package.variant);
  put(out, "location", package.location);
  put(out, "installer", package.installer);
  put_list(out, "requires", package.requires_dist);
  put(out, "index", package.index);
  put(out, "complete", package.complete);
  put_list(out, "conflicts", package.conflicts);
  put_list(out, "tags", package.tags);
  put_list(out, "files_missing", package.files_missing);
  if (package.requested) out["requested"] = true;
  return out;
}

Json render_library(const Library& library) {
  Json out = {{"path", library.path}};
  put(out, "package", library.package);
  out["targets"] = library.targets;
  put(out, "ptx_isa", library.ptx_isa);
  put_list(out, "needed", library.needed);
  put(out, "loaded_from", library.loaded_from);
  put(out, "containers", library.containers);
  put_list(out, "uncovered", library.uncovered);
  put(out, "machine", library.machine);
  return out;
}

Json render_environment(const Environment& environment) {
  Json out = Json::object();
  put(out, "kind", environment.kind);
  put(out, "path", environment.path);
  if (environment.python) {
    auto& python = out["python"] = Json::object();
    put(python, "version", environment.python->version);
    put(python, "implementation", environment.python->implementation);
    put(python, "arch", environment.python->arch);
    put(python, "free_threaded", environment.python->free_threaded);
    put(python, "executable", environment.python->executable);
  }
  if (environment.packages_known) {
    out["packages"] = Json::array();
    for (const auto& package : environment.packages) out["packages"].push_back(render_package(package));
  }
  if (environment.libraries_known) {
    out["libraries"] = Json::array();
    for (const auto& library : environment.libraries) out["libraries"].push_back(render_library(library));
  }
  put_list(out, "search_path", environment.search_path);
  put(out, "read_only", environment.read_only);
  put(out, "externally_managed", environment.externally_managed);
  return out;
}

}  // namespace

std::string render_snapshot(const Snapshot& snapshot) {
  Json out = {{"schema", "kenv-snapshot/1"}};
  put(out, "taken", snapshot.taken);
  out["machine"] = render_machine(snapshot.machine);
  out["environment"] = render_environment(snapshot.environment);
  for (const auto& file : snapshot.project_files)
    out["project"]["files"].push_back({{"path", file.path}, {"text", file.text}});
  if (!snapshot.launcher_variables.empty()) out["project"]["launcher"]["variables"] = snapshot.launcher_variables;
  put(out, "message", snapshot.message);
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kenv::snapshot
