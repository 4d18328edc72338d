// SPDX-License-Identifier: Apache-2.0
#include "transaction/commit.hpp"

#include "transaction/switch.hpp"

namespace kenv::transaction {
namespace {

NewGeneration about_baseline(const Staging& staging, const NewGeneration& given) {
  NewGeneration about = given;
  about.reason = staging.baseline().parent == 0 ? kBeforeKenv : kOutsideChange;
  return about;
}

/// The displaced tree once more: a program may have written into it between our last look and the exchange.
std::vector<Difference> written_late(const Staging& staging, int before) {
  const fs::path displaced = staging.state().folder().tree(before);
  if (before == 0 || !io::is_directory(displaced)) return {};
  return compare(without_bytecode(staging.baseline().view), look_at(displaced));
}

}  // namespace

Committed commit(Staging& staging, const NewGeneration& about, const NewGeneration& before) {
  OpenState& state = staging.state();
  const Baseline& baseline = staging.baseline();
  require_unchanged(state, baseline);

  const int number = staging.number();
  const bool first = baseline.id == 0;
  write_baseline(state, baseline, about_baseline(staging, before));
  std::vector<ToKeep> to_keep;
  const Seal seal = staging.seal(to_keep);
  keep(state.folder(), staging.root(), to_keep);
  write_generation(state.folder(), number, first ? state.current() : baseline.id, about, seal);

  Committed result{number, baseline.id, baseline.is_new, !first, seal.bytes(), {}, {}};
  // The sync may take seconds, in which somebody else may change the environment.
  const auto last_look = [&] { require_unchanged(state, baseline); };
  const int from = first ? state.current() : baseline.id;
  result.notes = carry_out(state, {from, number, number, staging.root(), !first, true, !first, last_look});
  try {
    result.written_late = written_late(staging, baseline.id);
  } catch (const std::exception&) {
    // The environment is switched: that this look failed changes nothing about it.
  }
  return result;
}

}  // namespace kenv::transaction
