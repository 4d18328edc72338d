// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "python/marker.hpp"
#include "python/pylock.hpp"
#include "python/tag.hpp"

namespace kenv::python {

/// What a lock is installed for.
struct PylockTarget {
  MarkerEnvironment markers;
  Version python_version;
  SupportedTags tags;
  std::set<std::string> extras{};
  std::optional<std::set<std::string>> groups{};  ///< dependency groups; none said: the lock's default ones
};

/// One wheel that a lock says shall be installed.
struct PylockChoice {
  PackageName name;
  Version version;
  PylockFile wheel;
  std::string index;    ///< base URL, as the lock states it
  bool direct = false;  ///< the lock has it from an address, not from an index
  std::string requires_python{};
};

/// What installing from a lock takes, as the standard's section "Installation" goes about it: markers decide which
/// packages, tags which wheel of each. Refuses with every reason why the lock cannot be installed here.
tl::expected<std::vector<PylockChoice>, std::vector<Problem>> select(const Pylock& lock, const PylockTarget& target,
                                                                     std::string_view file);

}  // namespace kenv::python
