// SPDX-License-Identifier: Apache-2.0
#include "transaction/history.hpp"

#include <algorithm>

namespace kenv::transaction {

History read_history(const fs::path& environment) {
  const StateFolder folder = state_folder(environment);
  Journal journal = read_journal(folder);
  if (journal.pending && decide(*journal.pending, look_for(folder, *journal.pending)).switched) {
    journal = {journal.pending->to, journal.pending->last, {}};
  }
  History history{journal.current, {}};
  for (const int id : generation_numbers(folder)) {
    if (id > journal.last) continue;  // not one yet
    auto& generation = history.generations.emplace_back(read_generation(folder, id));
    generation.has_tree =
        id == journal.current ? io::is_directory(folder.environment) : io::is_directory(folder.tree(id));
  }
  return history;
}

int parent_of(const StateFolder& folder, int generation) {
  const auto numbers = generation_numbers(folder);
  const int parent = read_generation(folder, generation).parent;
  if (parent == 0 || std::binary_search(numbers.begin(), numbers.end(), parent)) return parent;
  // Forgotten: generations are numbered in time, so the one before it is the nearest that is left.
  const auto after = std::lower_bound(numbers.begin(), numbers.end(), parent);
  return after == numbers.begin() ? 0 : *std::prev(after);
}

void record_probe(OpenState& state, int generation, std::string_view probe) {
  Generation changed = read_generation(state.folder(), generation);
  changed.probe = probe;
  io::write_text_durably(state.folder().info(generation), to_text(changed));
}

void record_file(OpenState& state, int generation, const std::string& name, std::string_view text) {
  const fs::path files = state.folder().generation(generation) / "files";
  io::make_directories(files);
  io::write_text_durably(files / name, text);
}

}  // namespace kenv::transaction
