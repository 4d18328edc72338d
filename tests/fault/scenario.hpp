// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "transaction/retention.hpp"
#include "unit/transaction/workbench.hpp"

namespace kenv::test {

/// A command whose every step is interrupted: what is there before, and what is done. The driver runs `act` in a
/// process of its own, the test prepares and judges.
struct Scenario {
  std::string name;
  std::function<void(Workbench&)> prepare;
  std::function<void(Workbench&)> act;
};

inline const std::vector<Scenario>& scenarios() {
  static const std::vector<Scenario> all = {
      {"first-change", [](Workbench& bench) { bench.make_environment(); },
       [](Workbench& bench) { bench.replace_old_by_new(); }},
      {"change-after-pip",
       [](Workbench& bench) {
         bench.make_environment();
         bench.replace_old_by_new();
         bench.write("lib/python3/site-packages/by_pip.py", "pip\n");
         bench.write("bin/tool", "pip\n", 0755);
       },
       [](Workbench& bench) {
         transaction::OpenState state(bench.environment, "test");
         auto staging = transaction::Staging::clone_live(state, Workbench::owned);
         staging.remove(std::vector<std::string>{"bin/tool"});
         staging.add(bench.store, std::vector<store::TreeEntry>{{"bin/tool", 0755, store::Generated{"third\n"}}});
         transaction::commit(staging, {"kenv fix", "again"});
       }},
      {"create", [](Workbench& bench) { io::make_directories(bench.project); },
       [](Workbench& bench) { bench.create(); }},
      {"rollback-to-tree",
       [](Workbench& bench) {
         bench.make_environment();
         bench.replace_old_by_new();
       },
       [](Workbench& bench) { bench.roll_back(); }},
      {"rollback-of-pip",
       [](Workbench& bench) {
         bench.make_environment();
         bench.replace_old_by_new();
         bench.write("lib/python3/site-packages/by_pip.py", "pip\n");
         io::remove_file(bench.environment / "lib/python3/site-packages/new/core.so");
       },
       [](Workbench& bench) { bench.roll_back(); }},
      {"rollback-of-deletion",
       [](Workbench& bench) {
         bench.make_environment();
         bench.replace_old_by_new();
         io::remove_tree(bench.environment);
       },
       [](Workbench& bench) { bench.roll_back(); }},
      {"forget",
       [](Workbench& bench) {
         bench.make_environment();
         bench.replace_old_by_new();
         bench.roll_back();
         bench.roll_back(2);
       },
       [](Workbench& bench) {
         transaction::OpenState state(bench.environment, "test");
         transaction::prune_trees(state, bench.store, 0);
         transaction::forget(state, 2);
       }},
      {"recover", [](Workbench&) {},
       [](Workbench& bench) { const transaction::OpenState state(bench.environment, "test"); }},
  };
  return all;
}

inline const Scenario& scenario(const std::string& name) {
  for (const auto& each : scenarios()) {
    if (each.name == name) return each;
  }
  throw std::runtime_error("no scenario " + name);
}

}  // namespace kenv::test
