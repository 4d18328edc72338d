// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded.hpp"
#include "base/result.hpp"
#include "base/sha256.hpp"
#include "gpu/code_target.hpp"
#include "gpu/driver_version.hpp"
#include "python/libc_version.hpp"
#include "python/specifier.hpp"
#include "python/version.hpp"

// The build facts: what exists and what it carries. Manifests say what, never where from: an index is only a name here.
// docs/manifests.md describes the TOML files that these values are read from.
namespace kenv::manifest {

enum class Channel { Stable, Test, Nightly };
std::string_view to_text(Channel channel);

/// Where a fact comes from. Measured: the fatbins of the wheel with this digest. Declared: somebody's word, with its
/// source.
struct Evidence {
  enum class Kind { Measured, Declared };
  Kind kind = Kind::Declared;
  std::optional<Sha256Digest> sha256;  ///< of the measured wheel
  std::string source;                  ///< of a declaration
};

/// A library of a build whose coverage differs from the main library's ("libtorch_cuda_linalg.so has no sm_75").
struct LibraryFact {
  std::string path;
  std::vector<gpu::CodeTarget> targets;
  int containers = 0;
};

/// One build of a framework: version x variant x system.
struct Build {
  python::Version version;  ///< as the chosen file's METADATA states it
  std::string variant;      ///< "cu128", "cpu", "old", ...; "" where a project has none
  Channel channel = Channel::Stable;
  std::string index;  ///< "pypi", "pytorch", "minigpu", ...
  std::string os = "linux", machine = "x86_64";
  std::vector<std::string> python_tags;        ///< "cp312", "cp313t"; empty: any
  std::vector<gpu::CodeTarget> targets;        ///< of the main library: in at least nine of ten containers
  std::vector<gpu::CodeTarget> other_targets;  ///< those present in fewer
  std::vector<gpu::CodeTarget> ptx;
  std::optional<gpu::PtxIsa> ptx_isa;
  std::vector<LibraryFact> libraries;    ///< only those that differ from the main library
  std::optional<gpu::CudaVersion> cuda;  ///< toolkit; none for CPU builds
  std::optional<gpu::DriverVersion> needs_driver;
  /// The oldest one that it runs with, as its file names state it; none: unknown
  std::optional<python::LibcVersion> glibc;
  Evidence evidence;
  Position where;  ///< in the TOML file
  bool has_gpu_code() const { return !targets.empty() || !ptx.empty(); }
};

/// Versions of a package that must go together with versions of the framework: "torch 2.6 goes with torchvision 0.21".
struct Companion {
  std::string package;  ///< torchvision
  bool family = false;  ///< part of the family: moved along with the framework; false: only a bound
  /// framework versions (set) -> companion versions (set), first match counts; no match: no bound
  struct Pair {
    python::SpecifierSet framework, companion;
    std::string reason;
    bool cuda_major_suffices = false;         ///< stable ABI: the variants need only be of one CUDA major
    std::optional<python::Version> newest{};  ///< the newest version in it that is known: for plans that ask no index
  };
  std::vector<Pair> pairs;
  bool same_variant = true;  ///< the companion's variant must be the framework's
  /// An extension: compiled for exactly one build of the framework, mostly by somebody else, and its metadata seldom
  /// says so. Where no build of it fits it can be built again: `rebuild` is the command for that.
  bool extension = false;
  std::string rebuild{};
  /// Which variants of these versions an index has, where they are not those of the framework that a version was
  /// released with. First match counts.
  struct Listed {
    std::string index;
    python::SpecifierSet versions;
    std::vector<std::string> variants;
  };
  std::vector<Listed> listed{};

  /// The first pair that speaks of this framework version, or none: then nothing is bound.
  const Pair* pair_for(const python::Version& framework_version) const;
  /// Whether a companion of variant `companion` goes with a framework of variant `framework` under `pair` (may be
  /// null). An unknown (empty) variant goes with any.
  bool variants_agree(const Pair* pair, std::string_view framework, std::string_view companion) const;
};

/// One framework: its builds and how to recognise and prove it.
struct Framework {
  std::string name;  ///< normal form, "torch"
  std::string title;
  std::string main_library;                  ///< path in the wheel: "torch/lib/libtorch_cuda.so"
  std::string variant_file;                  ///< file that names the variant: "torch/version.py"
  std::string variant_pattern;               ///< text before the version in it: "__version__ = '"
  std::string probe;                         ///< probe script: "torch"
  std::vector<std::string> members;          ///< packages that its own indexes may serve: torch, triton, nvidia-*
  std::vector<std::string> indexes;          ///< names, preferred first
  std::vector<std::string> nightly_indexes;  ///< names of indexes that hold nothing but nightlies
  std::vector<Companion> companions;
  std::vector<Build> builds;
  /// PyPI's files carry no variant in their name: version set -> variant, on an index and system. First match counts.
  struct DefaultVariant {
    std::string index, os, machine, variant;
    python::SpecifierSet versions;
  };
  std::vector<DefaultVariant> default_variants;
  std::vector<std::string> conda_packages{};  ///< whose build strings tell the variant of what conda installed
};

struct GpuModel {
  std::string name;  ///< as nvidia-smi prints it
  std::vector<std::string> aliases;
  std::vector<std::string> pci_ids;  ///< device ids, "2b85"
  gpu::ComputeCapability capability;
  std::optional<gpu::DriverVersion> first_driver;  ///< upper bound of the minimum
  bool tegra = false;
  std::string source;
};

struct CudaFacts {
  /// variant's CUDA -> oldest driver that runs native code of it (minor-version compatibility included)
  struct DriverFloor {
    gpu::CudaVersion cuda;
    std::string os;
    gpu::DriverVersion driver;
  };
  std::vector<DriverFloor> driver_floors;
  /// driver branch -> newest CUDA it brings
  struct DriverCuda {
    gpu::DriverVersion driver;
    gpu::CudaVersion cuda;
  };
  std::vector<DriverCuda> driver_cuda;
  /// capability -> last driver branch that serves it
  struct LastBranch {
    gpu::ComputeCapability up_to;
    int branch;
  };
  std::vector<LastBranch> last_branches;
  /// capability -> first driver branch that serves it and newer ones
  struct FirstBranch {
    gpu::ComputeCapability from;
    int branch;
  };
  std::vector<FirstBranch> first_branches{};
  /// toolkit -> oldest capability that it compiles for
  struct ToolkitOldest {
    gpu::CudaVersion cuda;
    gpu::ComputeCapability capability;
  };
  std::vector<ToolkitOldest> toolkit_oldest;

  std::optional<gpu::DriverVersion> floor_for(const gpu::CudaVersion& cuda, std::string_view os) const;
  /// The oldest driver that runs machine code of the build: stated by its row, else that of its CUDA version.
  std::optional<gpu::DriverVersion> floor_for(const Build& build, std::string_view os) const;
  std::optional<gpu::CudaVersion> cuda_of(const gpu::DriverVersion& driver) const;
  std::optional<int> last_branch_for(const gpu::ComputeCapability& capability) const;
  /// None where it is not known since when the driver serves it.
  std::optional<int> first_branch_for(const gpu::ComputeCapability& capability) const;
  /// What no build made with this CUDA can go below, not even with PTX.
  std::optional<gpu::ComputeCapability> oldest_for(const gpu::CudaVersion& cuda) const;
};

/// Everything that kenv knows beforehand.
struct Catalog {
  std::vector<Framework> frameworks;
  std::vector<GpuModel> gpus;
  CudaFacts cuda;

  const Framework* framework(std::string_view name) const;
  /// The framework that has this package as itself or as a family companion.
  const Framework* family_of(std::string_view package) const;
  /// By any spelling of the name: case, maker, memory, socket and "Laptop GPU" left aside, as none of them says
  /// anything about the chip. A bare number means the RTX or GTX of that number.
  const GpuModel* gpu_named(std::string_view name) const;
  const GpuModel* gpu_by_pci(std::string_view device_id) const;
  /// The extension of this name, of whatever framework.
  const Companion* extension(std::string_view package) const;
  std::vector<std::string> gpu_names() const;
};

/// Reads the given TOML files (frameworks/*.toml, extensions.toml, gpus.toml, cuda.toml). All problems are reported,
/// each with its place; a file of a schema this version does not know is refused whole.
tl::expected<Catalog, std::vector<Problem>> read_catalog(std::span<const base::EmbeddedFile> files);

}  // namespace kenv::manifest
