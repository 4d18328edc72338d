// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "io/tree.hpp"
#include "transaction/seal.hpp"

namespace kenv::transaction {

/// What a tree looks like now. Sockets and pipes are left out: they belong to a running program.
struct TreeView {
  std::uint32_t root_mode = 0;
  std::vector<io::WalkedEntry> entries;        ///< in path order
  std::map<std::string, std::string> targets;  ///< of the links
};

/// Bytecode that Python writes beside its sources, whenever it likes: no part of a generation.
bool is_bytecode(std::string_view path);

/// Without bytecode, unless asked for.
TreeView look_at(const fs::path& root, bool with_bytecode = false);
TreeView without_bytecode(TreeView view);

enum class Change { Added, Removed, Changed };

struct Difference {
  std::string path;
  Change change = Change::Changed;
  std::string what;  ///< "size 12, was 40"
  bool operator==(const Difference&) const = default;
};

/// What a tree has become since it was sealed.
std::vector<Difference> compare(const Seal& sealed, const TreeView& found);

/// What changed between two looks at one tree. Here a file with another inode is another file.
std::vector<Difference> compare(const TreeView& before, const TreeView& after);

/// "lib/a.py (size 3, was 5), bin/x (added) and 7 more": for messages.
std::string summary(const std::vector<Difference>& differences);

}  // namespace kenv::transaction
