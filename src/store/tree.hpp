// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/sha256.hpp"

namespace kenv::store {

/// A file of an unpacked wheel: the wheel's digest and the member's path in it.
struct StoreMember {
  Sha256Digest wheel;
  std::string member;
  bool operator==(const StoreMember&) const = default;
};

/// Content that exists for one environment only: scripts with their shebang, RECORD, pyvenv.cfg.
struct Generated {
  std::string bytes;
  bool operator==(const Generated&) const = default;
};

struct LinkTo {
  std::string target;
  bool operator==(const LinkTo&) const = default;
};

struct DirectoryHere {
  bool operator==(const DirectoryHere&) const = default;
};

/// One path of an environment tree and where its content comes from: what venv/ computes and transaction/ carries out.
struct TreeEntry {
  std::string path;  ///< relative to the environment's root, "/" between names
  std::uint32_t mode = 0644;
  std::variant<StoreMember, Generated, LinkTo, DirectoryHere> content;
  bool operator==(const TreeEntry&) const = default;
};

}  // namespace kenv::store
