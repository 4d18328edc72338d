// SPDX-License-Identifier: Apache-2.0
#include "transaction/tree_view.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kenv::transaction {
namespace {

std::string_view kind_name(io::FileKind kind) {
  switch (kind) {
    case io::FileKind::Regular:
      return "a file";
    case io::FileKind::Directory:
      return "a folder";
    case io::FileKind::Symlink:
      return "a link";
    case io::FileKind::Other:
      break;
  }
  return "something else";
}

std::string mode_change(std::uint32_t is, std::uint32_t was) { return fmt::format("mode {:o}, was {:o}", is, was); }

/// Empty if they agree.
std::string difference(const SealedEntry& was, const io::FileStatus& is, const std::string& target) {
  if (was.kind != is.kind) return fmt::format("now {}", kind_name(is.kind));
  if (was.kind == io::FileKind::Symlink)
    return was.target == target ? "" : fmt::format("leads to {}, was {}", target, was.target);
  if (was.mode != is.mode) return mode_change(is.mode, was.mode);
  if (was.kind == io::FileKind::Directory) return {};
  if (was.size != is.size) return fmt::format("size {}, was {}", is.size, was.size);
  return was.modified_ns == is.modified_ns ? "" : "written to";
}

std::string difference(const io::FileStatus& was, const std::string& was_target, const io::FileStatus& is,
                       const std::string& target) {
  const SealedEntry before{{}, was.kind, was.mode, was.size, was.modified_ns, was_target, {}};
  auto text = difference(before, is, target);
  if (text.empty() && was.inode != is.inode) text = "replaced";
  return text;
}

const std::string& target_of(const TreeView& view, const io::WalkedEntry& entry) {
  static const std::string none;
  const auto at = entry.status.kind == io::FileKind::Symlink ? view.targets.find(entry.path) : view.targets.end();
  return at == view.targets.end() ? none : at->second;
}

/// Both lists are in path order: one walk along the two.
template <class Tree, class Differ>
std::vector<Difference> walk_along(const Tree& before, const TreeView& after, const Differ& differ) {
  std::vector<Difference> found;
  if (before.root_mode != after.root_mode)
    found.push_back({".", Change::Changed, mode_change(after.root_mode, before.root_mode)});
  auto was = before.entries.begin();
  auto is = after.entries.begin();
  const auto end = before.entries.end();
  while (was != end || is != after.entries.end()) {
    const bool removed = is == after.entries.end() || (was != end && was->path < is->path);
    const bool added = !removed && (was == end || is->path < was->path);
    if (removed) {
      found.push_back({(was++)->path, Change::Removed, "removed"});
    } else if (added) {
      found.push_back({(is++)->path, Change::Added, "added"});
    } else {
      if (auto what = differ(*was, *is, target_of(after, *is)); !what.empty())
        found.push_back({is->path, Change::Changed, std::move(what)});
      ++was, ++is;
    }
  }
  return found;
}

}  // namespace

bool is_bytecode(std::string_view path) {
  constexpr std::string_view folder = "__pycache__";
  for (auto at = path.find(folder); at != std::string_view::npos; at = path.find(folder, at + 1)) {
    const auto end = at + folder.size();
    if ((at == 0 || path[at - 1] == '/') && (end == path.size() || path[end] == '/')) return true;
  }
  return false;
}

TreeView look_at(const fs::path& root, bool with_bytecode) {
  TreeView view;
  view.root_mode = io::target_status(root).value_or(io::FileStatus{}).mode;
  view.entries = with_bytecode ? io::walk_tree(root) : io::walk_tree(root, is_bytecode);
  std::erase_if(view.entries, [](const auto& entry) { return entry.status.kind == io::FileKind::Other; });
  for (const auto& entry : view.entries) {
    if (entry.status.kind == io::FileKind::Symlink) view.targets.emplace(entry.path, io::read_link(root / entry.path));
  }
  return view;
}

TreeView without_bytecode(TreeView view) {
  std::erase_if(view.entries, [](const auto& entry) { return is_bytecode(entry.path); });
  return view;
}

std::vector<Difference> compare(const Seal& sealed, const TreeView& found) {
  return walk_along(sealed, found, [](const SealedEntry& was, const io::WalkedEntry& is, const std::string& target) {
    return difference(was, is.status, target);
  });
}

std::vector<Difference> compare(const TreeView& before, const TreeView& after) {
  return walk_along(before, after,
                    [&](const io::WalkedEntry& was, const io::WalkedEntry& is, const std::string& target) {
                      return difference(was.status, target_of(before, was), is.status, target);
                    });
}

std::string summary(const std::vector<Difference>& differences) {
  constexpr std::size_t shown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, differences.size()); ++i) {
    text += fmt::format("{}{} ({})", i == 0 ? "" : ", ", differences[i].path, differences[i].what);
  }
  if (differences.size() > shown) text += fmt::format(" and {} more", differences.size() - shown);
  return text;
}

}  // namespace kenv::transaction
