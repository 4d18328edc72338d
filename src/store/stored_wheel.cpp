// SPDX-License-Identifier: Apache-2.0
#include "store/stored_wheel.hpp"

#include <algorithm>

namespace kenv::store {

const StoredMember* StoredWheel::find(std::string_view path) const {
  const auto found = std::ranges::lower_bound(
      members, path, {}, [](const StoredMember& member) -> std::string_view { return member.path; });
  return found != members.end() && found->path == path ? &*found : nullptr;
}

std::uint64_t StoredWheel::size() const {
  std::uint64_t total = 0;
  for (const StoredMember& member : members) total += member.size;
  return total;
}

}  // namespace kenv::store
