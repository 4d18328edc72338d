// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "transaction/state_folder.hpp"

namespace kenv::transaction {

/// A switch that was announced and whose end is not recorded yet. The two roots are known by their inodes: a rename
/// does not change them, so where each of them is found tells whether the switch took place.
struct Pending {
  int from = 0;        ///< generation that the displaced tree belongs to; 0: there is none
  int to = 0;          ///< generation that becomes the current one
  int last = 0;        ///< highest number given to a generation, should the switch take place
  std::string staged;  ///< the new tree, relative to the state folder; the old one stands there after the switch
  std::uint64_t old_root = 0;  ///< inode of the environment's root; 0: there was no environment
  std::uint64_t new_root = 0;  ///< inode of the staged tree's root
  bool durable = true;         ///< false: the new tree was not waited for (see docs/transaction.md, "A first tree")
  std::string boot;            ///< run of the machine in which this was written
  bool operator==(const Pending&) const = default;
};

struct Journal {
  int current = 0;  ///< the generation that the environment is; 0: none is recorded
  int last = 0;     ///< highest number ever given to a generation
  std::optional<Pending> pending;
  bool operator==(const Journal&) const = default;
};

std::string to_text(const Journal& journal);
Result<Journal> parse_journal(std::string_view text);

/// A missing journal beside generations (somebody removed it) leaves them all in place with none of them current.
Journal read_journal(const StateFolder& folder);
/// On the disk when this returns; after a power loss the file is the one before or this one.
void write_journal(const StateFolder& folder, const Journal& journal);

/// The numbers of the folders in generations/, ascending.
std::vector<int> generation_numbers(const StateFolder& folder);

}  // namespace kenv::transaction
