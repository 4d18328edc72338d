// SPDX-License-Identifier: Apache-2.0
#include "transaction/retention.hpp"

#include <string>
#include <unordered_set>

#include "store/store.hpp"
#include "transaction/history.hpp"
#include "transaction/kept_files.hpp"
#include "transaction/restore.hpp"

namespace kenv::transaction {
namespace {

/// Renamed first: a tree that is half removed must not pass for a kept one after a crash.
void drop(const StateFolder& folder, const fs::path& path) {
  const fs::path dropped = folder.free_name("dropped-");
  io::rename_new(path, dropped);
  io::remove_tree(dropped);
}

void remove_unneeded_files(const StateFolder& folder) {
  std::unordered_set<std::string> needed;
  for (const int number : generation_numbers(folder)) {
    for (const auto& entry : read_seal(folder.seal(number)).entries) {
      if (const auto* kept = std::get_if<KeptFile>(&entry.origin)) needed.insert(kept->key);
    }
  }
  for (const auto& shard : io::list_directory(folder.kept())) {
    for (const auto& name : io::list_directory(folder.kept() / shard)) {
      if (!needed.contains(name)) io::remove_file(folder.kept() / shard / name);
    }
  }
}

}  // namespace

std::vector<int> prune_trees(OpenState& state, const store::Store& store, int keep) {
  const auto& folder = state.folder();
  std::vector<int> dropped;
  const auto numbers = generation_numbers(folder);
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) {
    if (!io::exists(folder.tree(*number)) || --keep >= 0) continue;
    if (!find_missing(folder, store, read_seal(folder.seal(*number))).empty()) continue;
    drop(folder, folder.tree(*number));
    dropped.push_back(*number);
  }
  return dropped;
}

std::vector<int> forget(OpenState& state, int oldest) {
  const auto& folder = state.folder();
  std::vector<int> dropped;
  for (const int number : generation_numbers(folder)) {
    if (number >= oldest || number == state.current()) continue;
    drop(folder, folder.generation(number));
    dropped.push_back(number);
  }
  if (!dropped.empty()) remove_unneeded_files(folder);
  return dropped;
}

std::set<Sha256Digest> needed_wheels(const fs::path& environment) {
  const StateFolder folder = state_folder(environment);
  std::set<Sha256Digest> wheels;
  for (const int number : generation_numbers(folder)) {
    for (const auto& entry : read_seal(folder.seal(number)).entries) {
      if (const auto* member = std::get_if<store::StoreMember>(&entry.origin)) wheels.insert(member->wheel);
    }
  }
  return wheels;
}

}  // namespace kenv::transaction
