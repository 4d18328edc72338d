// SPDX-License-Identifier: Apache-2.0
#include "transaction/rollback.hpp"

#include <fmt/format.h>

#include "store/store.hpp"
#include "transaction/history.hpp"
#include "transaction/restore.hpp"
#include "transaction/staging_folder.hpp"
#include "transaction/switch.hpp"

namespace kenv::transaction {
namespace {

bool is_gone(const Baseline& baseline) { return baseline.id == 0; }
bool is_as_recorded(const Baseline& baseline) { return !is_gone(baseline) && !baseline.is_new; }

/// The generation to go to, 0 if there is none.
int target(const OpenState& state, const Baseline& baseline, const std::optional<int>& wanted) {
  if (wanted) return read_generation(state.folder(), *wanted).id;
  if (!is_as_recorded(baseline)) return state.current();
  return parent_of(state.folder(), state.current());
}

/// A kept tree is used only if it still is what its seal says: programs may have written into it when it was displaced.
bool has_intact_tree(const StateFolder& folder, int generation, const Seal& seal) {
  return io::is_directory(folder.tree(generation)) && compare(seal, look_at(folder.tree(generation))).empty();
}

/// The place of a tree must be free for the one that comes there when this generation gives way again.
void free_tree_place(const StateFolder& folder, int generation) {
  if (io::exists(folder.tree(generation))) io::rename_new(folder.tree(generation), folder.free_name("set-aside-"));
}

}  // namespace

RollbackResult rollback(OpenState& state, const store::Store& store, const RollbackOptions& options) {
  const auto& folder = state.folder();
  if (state.current() == 0) return NothingToDo{"kenv has recorded no generation of this environment"};
  const Baseline baseline = look_at_environment(state, options.owned);
  const int to = target(state, baseline, options.to);
  if (to == 0) return NothingToDo{fmt::format("generation {} is the first one that is recorded", state.current())};
  if (to == state.current() && is_as_recorded(baseline))
    return NothingToDo{fmt::format("the environment is generation {} already", to)};

  RolledBack result;
  const Seal seal = read_seal(folder.seal(to));
  std::optional<StagingFolder> rebuilt;
  if (!has_intact_tree(folder, to, seal)) {
    const Seal built = restore(folder, store, to, seal, rebuilt.emplace(state).tree());
    if (built != seal) io::write_text_durably(folder.seal(to), to_text(built));
    free_tree_place(folder, to);
    result.rebuilt = true;
  }
  NewGeneration outside = options.outside;
  outside.reason = kOutsideChange;
  write_baseline(state, baseline, outside);
  result.from = baseline.id;
  result.to = to;
  result.drift = baseline.drift;
  if (baseline.is_new) result.outside_change = baseline.id;

  const int from = is_gone(baseline) ? state.current() : baseline.id;
  const int last = baseline.is_new ? baseline.id : state.next_number() - 1;
  const bool wrote = result.rebuilt || baseline.is_new;
  // Building and syncing takes a while; without them the first look was a moment ago.
  std::function<void()> last_look;
  if (wrote) last_look = [&] { require_unchanged(state, baseline); };
  const fs::path staged = rebuilt ? rebuilt->tree() : folder.tree(to);
  result.notes = carry_out(state, {from, to, last, staged, !is_gone(baseline), wrote, true, last_look});
  return result;
}

std::vector<Difference> drift(const fs::path& environment) {
  const StateFolder folder = state_folder(environment);
  const int current = read_history(environment).current;
  if (current == 0) return {};
  const Seal seal = read_seal(folder.seal(current));
  return compare(seal, io::is_directory(folder.environment) ? look_at(folder.environment) : TreeView{});
}

}  // namespace kenv::transaction
