// SPDX-License-Identifier: Apache-2.0
#include "store/place_entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

#include "io/files.hpp"
#include "io/parallel.hpp"
#include "io/tree.hpp"
#include "store/file_placer.hpp"

namespace kenv::store {
namespace {

std::string_view folder_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::vector<std::string> folders_of(std::span<const TreeEntry> entries) {
  std::vector<std::string> folders;
  for (const TreeEntry& entry : entries) {
    const bool is_folder = std::holds_alternative<DirectoryHere>(entry.content);
    const std::string_view folder = is_folder ? std::string_view(entry.path) : folder_of(entry.path);
    if (!folder.empty() && (folders.empty() || folders.back() != folder)) folders.emplace_back(folder);
  }
  return folders;
}

std::set<Sha256Digest> wheels_of(std::span<const TreeEntry> entries) {
  std::set<Sha256Digest> wheels;
  for (const TreeEntry& entry : entries) {
    if (const auto* from = std::get_if<StoreMember>(&entry.content)) wheels.insert(from->wheel);
  }
  return wheels;
}

// The files and links in path order, cut into runs of one folder: the kernel locks a folder while it adds to it, so two
// threads that add to the same one only wait for each other.
std::vector<std::vector<const TreeEntry*>> runs_of(std::span<const TreeEntry> entries) {
  constexpr std::size_t kLongest = 512;
  std::vector<const TreeEntry*> files;
  for (const TreeEntry& entry : entries) {
    if (!std::holds_alternative<DirectoryHere>(entry.content)) files.push_back(&entry);
  }
  std::ranges::sort(files, {}, [](const TreeEntry* entry) {
    return std::pair(folder_of(entry->path), std::string_view(entry->path));
  });
  std::vector<std::vector<const TreeEntry*>> runs;
  for (const TreeEntry* entry : files) {
    const bool same =
        !runs.empty() && runs.back().size() < kLongest && folder_of(runs.back().back()->path) == folder_of(entry->path);
    if (!same) runs.emplace_back();
    runs.back().push_back(entry);
  }
  return runs;
}

// The first file by which the mode can be decided: one that needs no other mode bits than the store's.
const TreeEntry* deciding_entry(const Store& store, std::span<const TreeEntry> entries) {
  for (const TreeEntry& entry : entries) {
    const auto* from = std::get_if<StoreMember>(&entry.content);
    if (from == nullptr) continue;
    const auto wheel = store.open(from->wheel);
    const StoredMember* member = wheel->find(from->member);
    if (member != nullptr && same_use(member->mode, entry.mode)) return &entry;
  }
  return nullptr;
}

void write_generated(const std::filesystem::path& path, const TreeEntry& entry, const Generated& generated) {
  const io::FileDescriptor file = io::create_file(path, entry.mode);
  io::write_all(file, std::as_bytes(std::span(generated.bytes.data(), generated.bytes.size())), path);
}

}  // namespace

std::string_view to_text(LinkMode mode) {
  switch (mode) {
    case LinkMode::Reflink:
      return "reflink";
    case LinkMode::Hardlink:
      return "hardlink";
    case LinkMode::Copy:
      return "copy";
  }
  return "copy";
}

StoreObjectChanged::StoreObjectChanged(const StoredWheel& wheel, std::string member, const std::string& what)
    : Error(ExitCode::VerificationFailed, "store-object-changed",
            fmt::format("{} in the store {} (file {})", member, what, (wheel.tree / member).string()),
            fmt::format("remove the object and run the command again, so that {} is fetched anew: rm -r '{}'",
                        wheel.origin.file_name, wheel.tree.parent_path().string())),
      digest_(wheel.digest),
      member_(std::move(member)) {}

PlaceResult place_entries(const Store& store, std::span<const TreeEntry> entries, const std::filesystem::path& root,
                          const PlaceOptions& options) {
  io::make_directory_tree(root, folders_of(entries));
  FilePlacer placer(store, wheels_of(entries), root);
  PlaceResult result;
  const TreeEntry* first = deciding_entry(store, entries);
  if (first != nullptr) {
    result.mode =
        placer.place_first(*first, std::get<StoreMember>(first->content), options.mode.value_or(LinkMode::Reflink));
  }
  std::atomic<std::uint64_t> generated_bytes{0};
  std::atomic<std::uint64_t> files{0};
  const auto runs = runs_of(entries);
  io::parallel_for(runs.size(), 1, [&](std::size_t i) {
    for (const TreeEntry* entry : runs[i]) {
      if (const auto* from = std::get_if<StoreMember>(&entry->content)) {
        if (entry != first) placer.place(*entry, *from, result.mode);
      } else if (const auto* generated = std::get_if<Generated>(&entry->content)) {
        write_generated(root / entry->path, *entry, *generated);
        generated_bytes += generated->bytes.size();
      } else if (const auto* link = std::get_if<LinkTo>(&entry->content)) {
        io::symlink(link->target, root / entry->path);
      }
    }
    files += runs[i].size();
    if (options.progress) options.progress(runs[i].size());
  });
  result.files = files;
  result.bytes_linked = placer.bytes_linked();
  result.bytes_copied = placer.bytes_copied() + generated_bytes;
  return result;
}

}  // namespace kenv::store
