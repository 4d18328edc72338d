// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "python/name.hpp"
#include "python/version.hpp"

namespace kenv::python {

struct PylockWheel {
  std::string name;  ///< the file name
  std::string url;
  std::optional<std::uint64_t> size;          ///< bytes
  std::map<std::string, std::string> hashes;  ///< algorithm ("sha256") to hexadecimal digest; a lock needs at least one
  bool operator==(const PylockWheel&) const = default;
};

struct PylockPackage {
  PackageName name;
  Version version;
  std::string requires_python;  ///< this and the next two: left out of the file if empty
  std::string marker;
  std::string index;  ///< base URL of the index that the wheels came from
  std::vector<PylockWheel> wheels;
};

/// A pylock.toml (PEP 751) as kenv writes it: wheels only, every one with its hashes, one lock per target.
struct Pylock {
  std::string created_by = "kenv";
  std::string requires_python;            ///< left out of the file if empty
  std::vector<std::string> environments;  ///< markers, of which one must hold where the lock is installed
  std::vector<PylockPackage> packages;
};

/// The same lock gives the same bytes: packages are sorted by name and version, wheels by file name.
std::string render_pylock(const Pylock& lock);

}  // namespace kenv::python
