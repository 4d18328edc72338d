// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "gpu/compute_capability.hpp"
#include "gpu/driver_version.hpp"

// The facts of a machine and an environment as one value: detected, named on the command line, or read from a file
// (docs/schemas/snapshot.schema.json). Everything may be missing; a field that is missing is unknown, never a default.
namespace kenv::snapshot {

struct Gpu {
  std::optional<int> index;
  std::optional<int> cuda_index;
  std::string name;
  std::optional<gpu::ComputeCapability> capability;
  std::string pci_id;  ///< "10de:2b85"
  std::string pci_bus;
  std::string uuid;                  ///< not written to reports
  std::string vendor;                ///< "nvidia" when empty
  std::vector<std::string> seen_by;  ///< "pci", "nvml", "cuda", "proc", "named"
  std::optional<bool> mig;

  bool seen_by_source(std::string_view source) const;
};

struct Driver {
  std::optional<gpu::DriverVersion> version;
  std::optional<gpu::CudaVersion> cuda;
  std::string module;   ///< "open", "proprietary"
  std::string libcuda;  ///< path of the library that would be loaded
  std::optional<gpu::DriverVersion> libcuda_version;
};

struct Toolkit {
  std::string version, path;
  bool nvcc = false;
};

struct Machine {
  std::string os;    ///< "linux", "windows"
  std::string arch;  ///< "x86_64", "aarch64"
  std::string glibc;
  std::string libc;
  std::string kernel;
  std::optional<bool> wsl;
  std::string container;  ///< "docker", ..., empty if none or unknown
  std::optional<bool> tegra;
  std::optional<Driver> driver;
  std::vector<Gpu> gpus;
  bool gpus_known = false;  ///< an empty list that was looked for differs from a missing one
  std::vector<Toolkit> toolkits;
  std::map<std::string, std::string> variables;
  std::vector<std::string> device_nodes;
  bool device_nodes_known = false;
  std::map<std::string, std::uint64_t> free_bytes;
  std::string nvml_error, cu_init_error;  ///< a number or words, as whoever asked was told; empty: none, or not asked
  std::map<std::string, std::string> origin;  ///< field -> where it came from ("nvml", "--driver", ...)
};

struct Python {
  std::string version, implementation, arch, executable;
  std::optional<bool> free_threaded;
};

struct Package {
  std::string name;     ///< as installed; compare by python::PackageName
  std::string version;  ///< as METADATA states it
  std::string location;
  std::string installer;
  std::vector<std::string> requires_dist;
  std::string index;  ///< "pypi", "pytorch", ...
  std::optional<bool> complete;
  std::vector<std::string> conflicts;
  std::vector<std::string> tags;  ///< wheel tags
  std::string build;              ///< conda build string
  std::vector<std::string> files_missing;
  std::string variant;     ///< CUDA variant as read from the package's own files (torch/version.py): "cu132", "cpu"
  bool requested = false;  ///< has a REQUESTED file
};

struct Library {
  std::string path;  ///< relative to site-packages
  std::string package;
  std::vector<std::string> targets;  ///< those of most containers
  std::string ptx_isa;
  std::vector<std::string> needed;
  std::string loaded_from;
  std::optional<int> containers;
  std::map<std::string, int> uncovered;  ///< capability -> containers without an image
  std::string machine;
  std::string built_for;
};

struct Environment {
  std::string kind;  ///< "venv", "conda", "system", "embedded"
  std::string path;
  std::optional<Python> python;
  std::vector<Package> packages;
  bool packages_known = false;
  std::vector<Library> libraries;
  bool libraries_known = false;
  std::vector<std::string> search_path;
  std::optional<bool> read_only, externally_managed;
};

struct ProjectFile {
  std::string path, text;
};

struct Snapshot {
  std::string taken;
  Machine machine;
  Environment environment;
  std::vector<ProjectFile> project_files;
  std::map<std::string, std::string> launcher_variables;
  std::string message;
};

/// Reads a snapshot document. A field of the wrong type is refused with its JSON path; an unknown field is ignored.
Result<Snapshot> read_snapshot(std::string_view json, std::string_view file_name = "snapshot");
/// Writes it as JSON text (schema "kenv-snapshot/1"); redaction is the caller's.
std::string render_snapshot(const Snapshot& snapshot);

}  // namespace kenv::snapshot
