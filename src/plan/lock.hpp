// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.hpp"
#include "base/result.hpp"
#include "gpu/compute_capability.hpp"
#include "plan/plan.hpp"
#include "python/name.hpp"
#include "python/pylock.hpp"
#include "python/upload_time.hpp"

// kenv.lock: what PEP 751 has no words for, beside the pylock files that it names. One is kept with every generation,
// for the one target that it was made for; `kenv lock` writes one for any number of targets. docs/formats.md shows it.
namespace kenv::plan {

struct LockedWheel {
  std::string filename, url;
  Digests digests;    ///< at least one
  std::string index;  ///< the index's name; empty if it came from none
  std::optional<std::uint64_t> size;
  std::string index_url{};  ///< what the index adds a project's name to; empty if it is not known
  std::optional<python::UploadTime> upload_time{};
  std::string requires_python{};
  bool direct = false;  ///< somebody named the file by its address: direct_url.json says so
  bool operator==(const LockedWheel&) const = default;
};

struct LockedPackage {
  python::PackageName name;
  std::string version;
  std::optional<LockedWheel> wheel;  ///< none: `unknown` says why
  std::string unknown;               ///< "it is not known which wheel it came from"
  std::string marker{};              ///< where the package is needed; empty: everywhere. The pylock holds it
};

/// A nightly that waits for a stable build to take its place.
struct LockedBridge {
  std::string framework, version;
  Bridge about;
};

struct LockedGpu {
  std::string name;
  gpu::ComputeCapability capability;
};

/// The packages for one kind of machine, and what that machine has to be.
struct LockTarget {
  std::string name;  ///< "sm-120": short, and lawful in a pylock's file name
  std::string file;  ///< the pylock beside: "pylock.sm-120.toml"; empty if not every package can be stated there
  std::string os, machine, python;
  std::string implementation = "cpython";  ///< as the marker implementation_name has it
  std::vector<LockedGpu> gpus;
  std::string needs_driver;  ///< the oldest driver that will do; empty: any
  std::vector<Choice> choices;
  std::vector<LockedBridge> bridges;
  std::string probe;  ///< the launch test's result as JSON; empty: none was made
  std::vector<LockedPackage> packages;
  /// What was locked offered extras or dependency groups: the lock holds one choice of them and may not say that there
  /// are none (PEP 751, `extras`).
  bool of_extras = false, of_groups = false;

  bool complete() const;
};

struct Lock {
  std::vector<LockTarget> targets;
};

/// The same lock gives the same bytes: packages are sorted by name, targets by theirs.
std::string render_lock(const Lock& lock);
/// Choices are not read back. A refusal names the field: "$.targets[0].packages[3].wheel.sha256: ...".
Result<Lock> read_lock(std::string_view text, std::string_view file_name = "kenv.lock");

/// The same packages as PEP 751 states them; only of a complete target.
python::Pylock to_pylock(const LockTarget& target);

/// What the GPUs of a machine are called in a file's name: "sm-120", "sm-61-sm-120", "cpu" without any.
std::string target_name(const std::vector<LockedGpu>& gpus);

}  // namespace kenv::plan
