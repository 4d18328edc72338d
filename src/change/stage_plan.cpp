// SPDX-License-Identifier: Apache-2.0
#include "change/stage_plan.hpp"

#include <set>

#include "change/owned_files.hpp"
#include "change/pip_wheel.hpp"
#include "change/stage.hpp"
#include "venv/skeleton.hpp"

namespace kenv::change {
namespace {

transaction::Staging stage(const ChangeRequest& change, const plan::Plan& plan, const FetchedWheels& wheels,
                           transaction::OpenState& state, const Workshop& workshop) {
  const auto layout = venv::layout_of(change.interpreter, state.environment());
  if (change.existing != nullptr) {
    auto staging =
        transaction::Staging::clone_live(state, owned_files(change.existing->environment, change.existing->contents));
    stage_change(staging, plan, wheels, change.existing->environment, change.existing->contents, layout,
                 workshop.store);
    return staging;
  }
  StageExtras extras;
  extras.skeleton = venv::environment_skeleton(change.interpreter, state.environment());
  if (change.with_pip)
    if (auto pip = pip_wheel(change.interpreter, plan, workshop.store, workshop.reporter))
      extras.tools.push_back(std::move(pip));
  auto staging = transaction::Staging::empty(state);
  stage_new(staging, plan, wheels, extras, layout, workshop.store);
  return staging;
}

}  // namespace

transaction::Staging stage_plan(const ChangeRequest& change, plan::Plan& plan, FetchedWheels& wheels,
                                transaction::OpenState& state, const Workshop& workshop) {
  for (std::set<Sha256Digest> renewed;;) {
    try {
      return stage(change, plan, wheels, state, workshop);
    } catch (const store::StoreObjectChanged& changed) {
      if (!renewed.insert(changed.digest()).second) throw;
      workshop.reporter.note(changed.member() + " in the store is not what was verified; its wheel is fetched again");
      workshop.store.drop(changed.digest());
      wheels = fetch(plan, workshop.store, workshop.http, workshop.reporter,
                     {change.verify_record_digests, change.request.hashes});
    }
  }
}

}  // namespace kenv::change
