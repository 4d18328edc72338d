// SPDX-License-Identifier: Apache-2.0
#include "transaction/recovery.hpp"

#include "support/catch.hpp"
#include "workbench.hpp"

using namespace kenv;
using namespace kenv::transaction;
using test::portrait;
using test::Workbench;

namespace {

constexpr Holds N = Holds::Nothing, O = Holds::Old, W = Holds::New, X = Holds::Other;

Pending exchange_pending() { return {1, 2, 2, "staging-1/tree", 100, 200, true, "boot"}; }
Pending first_tree_pending() { return {0, 1, 1, "staging-1/tree", 0, 200, false, "boot"}; }

}  // namespace

TEST_CASE("what recovery does follows from where the two trees are", "[recovery]") {
  struct Case {
    const char* situation;
    Sight sight;
    bool switched, file_displaced, set_staged_aside;
  };
  const Case cases[] = {
      {"killed before the exchange", {O, W, N}, false, false, false},
      {"killed right after it", {W, O, N}, true, true, false},
      {"killed after the old tree was filed", {W, N, O}, true, false, false},
      {"exchanged, then the environment was deleted", {N, O, N}, true, true, false},
      {"exchanged and filed, then the environment was deleted", {N, N, O}, true, false, false},
      {"exchanged, then another environment was made in its place", {X, O, N}, true, true, false},
      {"deleted before the exchange", {N, W, N}, false, false, false},
      {"replaced by somebody before the exchange", {X, W, N}, false, false, false},
      {"the staged tree was deleted by hand", {O, N, N}, false, false, false},
      {"the state folder was copied from elsewhere: no inode fits", {X, X, N}, false, false, true},
      {"no inode fits and the environment is gone", {N, X, N}, false, false, true},
  };
  for (const auto& each : cases) {
    INFO(each.situation);
    const auto decision = decide(exchange_pending(), each.sight);
    CHECK(decision.switched == each.switched);
    CHECK(decision.file_displaced == each.file_displaced);
    CHECK(decision.set_staged_aside == each.set_staged_aside);
    CHECK_FALSE(decision.wait_for_disk);
    CHECK_FALSE(decision.check_content);
  }
}

TEST_CASE("a first tree is waited for in the same run of the machine and checked in another", "[recovery]") {
  struct Case {
    const char* situation;
    Sight sight;
    bool switched, wait_for_disk, check_content;
  };
  const Case cases[] = {
      {"still being built", {N, W, N, false, true}, false, false, false},
      {"complete, killed before the rename", {N, W, N, true, true}, false, false, false},
      {"made", {W, N, N, true, true}, true, true, false},
      {"made, and the machine was started since", {W, N, N, true, false}, true, false, true},
      {"made and deleted since", {N, N, N, true, true}, true, true, false},
      {"its description was lost in a power loss", {W, N, N, false, false}, false, false, false},
      {"given up while it was built", {N, N, N, false, true}, false, false, false},
  };
  for (const auto& each : cases) {
    INFO(each.situation);
    const auto decision = decide(first_tree_pending(), each.sight);
    CHECK(decision.switched == each.switched);
    CHECK(decision.wait_for_disk == each.wait_for_disk);
    CHECK(decision.check_content == each.check_content);
  }
}

TEST_CASE("after a power loss, files of a first tree that did not reach the disk are named", "[recovery]") {
  Workbench bench;
  io::make_directories(bench.environment.parent_path());
  bench.create();
  const auto folder = state_folder(bench.environment);
  auto journal = read_journal(folder);
  journal.pending->boot = "another run of the machine";
  write_journal(folder, journal);
  const auto core = bench.environment / "lib/python3/site-packages/new/core.so";
  io::remove_file(core);
  io::write_text(core, "");
  bench.write("lib/python3/site-packages/added.py", "by its user since\n");

  const OpenState state(bench.environment, "test");
  REQUIRE(state.recovered().damaged.size() == 1);
  CHECK(state.recovered().damaged[0].path == "lib/python3/site-packages/new/core.so");
  CHECK(state.current() == 1);
  CHECK(bench.has("lib/python3/site-packages/added.py"));
}

TEST_CASE("after a power loss that took the description of a first tree, the environment stays and is unrecorded",
          "[recovery]") {
  Workbench bench;
  io::make_directories(bench.environment.parent_path());
  bench.create();
  const auto folder = state_folder(bench.environment);
  auto journal = read_journal(folder);
  journal.pending->boot = "another run of the machine";
  write_journal(folder, journal);
  io::write_text(folder.seal(1), "");
  const auto before = portrait(bench.environment);

  const OpenState state(bench.environment, "test");
  CHECK(state.current() == 0);
  CHECK(portrait(bench.environment) == before);
  CHECK(read_history(bench.environment).generations.empty());
}

TEST_CASE("trees that no inode fits are set aside and not removed", "[recovery]") {
  Workbench bench;
  bench.make_environment();
  bench.replace_old_by_new();
  const auto folder = state_folder(bench.environment);
  io::make_directories(folder.root / "staging-9/tree");
  io::write_text(folder.root / "staging-9/tree/precious", "mine");
  auto journal = read_journal(folder);
  journal.pending = Pending{2, 3, 3, "staging-9/tree", 1, 2, true, "boot"};
  write_journal(folder, journal);

  const auto report = recover(folder);
  REQUIRE(report.set_aside.size() == 1);
  CHECK(io::read_text(report.set_aside[0] / "precious") == "mine");
  CHECK(recover(folder).outcome == Recovery::Outcome::NothingToDo);
  CHECK(io::exists(report.set_aside[0] / "precious"));
}

TEST_CASE("a journal that was removed by hand costs the place in the history, not the history", "[recovery]") {
  Workbench bench;
  bench.make_environment();
  bench.replace_old_by_new();
  io::remove_file(bench.state / "journal");
  {
    const OpenState state(bench.environment, "test");
    CHECK(state.current() == 0);
    CHECK(state.next_number() == 3);
  }
  CHECK(read_history(bench.environment).generations.size() == 2);
}

TEST_CASE("a journal survives being written and read", "[journal]") {
  for (const auto& journal :
       {Journal{}, Journal{3, 7, {}}, Journal{1, 2, exchange_pending()}, Journal{0, 0, first_tree_pending()}}) {
    const auto read = parse_journal(to_text(journal));
    REQUIRE(read.has_value());
    CHECK(*read == journal);
  }
}

TEST_CASE("a journal that cannot be trusted is refused", "[journal][hostile]") {
  const std::string good = to_text(Journal{1, 2, exchange_pending()});
  for (std::size_t length = 0; length + 2 < good.size(); ++length)
    CHECK_FALSE(parse_journal(good.substr(0, length)).has_value());
  for (const char* bad : {"[]", "null", "{\"schema\": 1}", R"({"schema": "kenv-journal/2", "current": 1, "last": 1})",
                          R"({"schema": "kenv-journal/1", "current": -1, "last": 1})",
                          R"({"schema": "kenv-journal/1", "current": 99999999999, "last": 1})",
                          R"({"schema": "kenv-journal/1", "current": 1, "last": 1, "pending": 3})",
                          R"({"schema": "kenv-journal/1", "current": 1, "last": 1, "pending": {"from": 1}})"}) {
    INFO(bad);
    CHECK_FALSE(parse_journal(bad).has_value());
  }
  auto leaving = exchange_pending();
  leaving.staged = "../../elsewhere";
  CHECK_FALSE(parse_journal(to_text(Journal{1, 2, leaving})).has_value());
}
