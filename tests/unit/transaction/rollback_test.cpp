// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "transaction/restore.hpp"
#include "transaction/retention.hpp"
#include "workbench.hpp"

using namespace kenv;
using namespace kenv::transaction;
using test::portrait;
using test::Portrait;
using test::Workbench;

namespace {

RolledBack done(const RollbackResult& result) {
  REQUIRE(std::holds_alternative<RolledBack>(result));
  return std::get<RolledBack>(result);
}

/// Bytecode is no part of a generation.
Portrait sources(Portrait all) {
  std::erase_if(all, [](const auto& entry) { return is_bytecode(entry.first); });
  return all;
}

}  // namespace

TEST_CASE("rollback brings the environment before a change back to the byte, and forward again", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  const auto old_one = portrait(bench.environment);
  bench.replace_old_by_new();
  const auto new_one = portrait(bench.environment);

  const auto back = done(bench.roll_back());
  CHECK((back.from == 2 && back.to == 1 && !back.rebuilt && !back.outside_change));
  CHECK(portrait(bench.environment) == old_one);
  CHECK(std::holds_alternative<NothingToDo>(bench.roll_back()));

  const auto forward = done(bench.roll_back(2));
  CHECK((forward.from == 1 && forward.to == 2));
  CHECK(portrait(bench.environment) == new_one);
}

TEST_CASE("rollback undoes what another installer did, and keeps that as a generation", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  bench.replace_old_by_new();
  const auto recorded = portrait(bench.environment);
  bench.write("lib/python3/site-packages/new/__init__.py", "version = 3\n");
  bench.write("lib/python3/site-packages/more/__init__.py", "\n");
  io::remove_file(bench.environment / "lib/python3/site-packages/new/core.so");
  const auto outside = portrait(bench.environment);

  const auto back = done(bench.roll_back());
  CHECK((back.outside_change == 3 && back.from == 3 && back.to == 2));
  CHECK(back.drift.size() == 4);
  CHECK(portrait(bench.environment) == recorded);
  const auto history = read_history(bench.environment);
  CHECK(history.current == 2);
  CHECK(history.generations.at(2).reason == kOutsideChange);

  done(bench.roll_back(3));
  CHECK(portrait(bench.environment) == outside);
}

TEST_CASE("the record of an outside change says which packages it changed", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  const std::string site = "lib/python3/site-packages/";
  bench.write(site + "idna-3.6.dist-info/METADATA", "");
  bench.write(site + "stays-1.0.dist-info/METADATA", "");
  bench.replace_old_by_new();
  io::remove_tree(bench.environment / (site + "idna-3.6.dist-info"));
  bench.write(site + "idna-3.7.dist-info/METADATA", "");
  bench.write(site + "Typing_Extensions-4.1+local.dist-info/METADATA", "");
  bench.write(site + "new/_vendor/carried-9.dist-info/METADATA", "");
  bench.write(site + "~dna-3.6.dist-info/METADATA", "");
  const std::vector<PackageChange> expected = {{"idna", "3.6", "3.7"}, {"typing-extensions", "", "4.1+local"}};

  SECTION("which a rollback keeps") {
    done(bench.roll_back());
    CHECK(read_history(bench.environment).generations.at(2).changes == expected);
  }
  SECTION("which the next change finds") {
    OpenState state(bench.environment, "test");
    auto staging = Staging::clone_live(state, Workbench::owned);
    commit(staging, {"kenv fix", "again"});
    CHECK(read_history(bench.environment).generations.at(2).changes == expected);
  }
}

TEST_CASE("rollback restores a deleted environment from its seal", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  bench.replace_old_by_new();
  const auto recorded = portrait(bench.environment);
  io::remove_tree(bench.environment);

  const auto back = done(bench.roll_back());
  CHECK((back.from == 0 && back.to == 2 && back.rebuilt));
  CHECK(sources(portrait(bench.environment)) == sources(recorded));
}

TEST_CASE("rollback restores a created environment that was deleted", "[transaction]") {
  Workbench bench;
  io::make_directories(bench.environment.parent_path());
  bench.create();
  const auto recorded = portrait(bench.environment);
  io::remove_tree(bench.environment);
  CHECK(done(bench.roll_back()).to == 1);
  CHECK(portrait(bench.environment) == recorded);
  CHECK(drift(bench.environment).empty());
}

TEST_CASE("a half deleted environment is restored, too", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  bench.replace_old_by_new();
  const auto recorded = portrait(bench.environment);
  io::remove_tree(bench.environment / "lib");
  CHECK(done(bench.roll_back()).outside_change == 3);
  CHECK(sources(portrait(bench.environment)) == sources(recorded));
}

TEST_CASE("an edit in place of a file that nobody owns is undone again and again", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  bench.write("etc/settings.json", "{}\n");
  bench.replace_old_by_new();
  const auto recorded = portrait(bench.environment);
  for (int round = 0; round < 3; ++round) {
    io::write_text(bench.environment / "etc/settings.json", fmt::format("{{\"round\": {}}}\n", round));
    done(bench.roll_back());
    CHECK(sources(portrait(bench.environment)) == sources(recorded));
  }
}

TEST_CASE("an edit in place of an installed script reaches no other generation", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  {
    OpenState state(bench.environment, "test");
    auto staging = Staging::clone_live(state, [](std::string_view) { return true; });  // a RECORD lists the script, too
    staging.remove(std::vector<std::string>{"lib/python3/site-packages/old/data.bin"});
    commit(staging, {"kenv fix", ""});
  }
  io::write_text(bench.environment / "bin/tool", "#!/bin/sh\nedited\n");
  CHECK(done(bench.roll_back()).outside_change == 3);
  CHECK(bench.read("bin/tool") == "#!/bin/sh\n");
  done(bench.roll_back(1));
  CHECK(bench.read("bin/tool") == "#!/bin/sh\n");
}

TEST_CASE("a fix on top of an outside change goes back to that change, and then to what was before it",
          "[transaction]") {
  Workbench bench;
  bench.make_environment();
  const auto old_one = portrait(bench.environment);
  bench.replace_old_by_new();
  const auto recorded = portrait(bench.environment);
  bench.write("lib/python3/site-packages/pip_was_here.py", "\n");
  const auto outside = portrait(bench.environment);
  {
    OpenState state(bench.environment, "test");
    auto staging = Staging::clone_live(state, Workbench::owned);
    CHECK(staging.baseline().drift.size() == 1);
    staging.remove(std::vector<std::string>{"lib/python3/site-packages/new/core.so"});
    CHECK(commit(staging, {"kenv fix", "again"}).generation == 4);
  }
  CHECK(done(bench.roll_back()).to == 3);
  CHECK(portrait(bench.environment) == outside);
  CHECK(done(bench.roll_back()).to == 2);
  CHECK(sources(portrait(bench.environment)) == sources(recorded));
  CHECK(done(bench.roll_back()).to == 1);
  CHECK(portrait(bench.environment) == old_one);
}

TEST_CASE("running Python in an environment is no drift", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  bench.replace_old_by_new();
  bench.write("lib/python3/site-packages/new/__pycache__/__init__.cpython-312.pyc", "code");
  CHECK(drift(bench.environment).empty());
}

TEST_CASE("a wheel that left the store is asked for by its digest, and nothing is changed", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  bench.replace_old_by_new();
  const auto recorded = portrait(bench.environment);
  const auto wheel = bench.store.list().at(0);
  io::remove_tree(bench.environment);
  bench.store.drop(wheel);
  try {
    bench.roll_back();
    FAIL("the wheel is gone");
  } catch (const MissingObjects& error) {
    CHECK(error.missing().wheels == std::set<Sha256Digest>{wheel});
    CHECK(error.missing().files.empty());
  }
  CHECK_FALSE(io::exists(bench.environment));

  bench.wheel("new");  // fetched again: the same bytes, other times
  done(bench.roll_back());
  CHECK(drift(bench.environment).empty());
  CHECK(bench.read("lib/python3/site-packages/new/core.so") == std::string(3000, 'c'));
  CHECK(portrait(bench.environment).size() == sources(recorded).size());
}

TEST_CASE("a linked file that was overwritten in place and is in no wheel is named", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  bench.replace_old_by_new();
  done(bench.roll_back());
  io::write_text(bench.environment / "lib/python3/site-packages/old/data.bin",
                 "patched");  // shares its bytes with kept/
  try {
    bench.roll_back();
    FAIL("its bytes are gone");
  } catch (const MissingObjects& error) {
    CHECK(error.missing().files == std::vector<std::string>{"lib/python3/site-packages/old/data.bin"});
  }
  CHECK(bench.read("lib/python3/site-packages/old/data.bin") == "patched");
}

TEST_CASE("a generation whose tree was dropped is restored from its seal", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  const auto old_one = portrait(bench.environment);
  bench.replace_old_by_new();
  {
    OpenState state(bench.environment, "test");
    CHECK(prune_trees(state, bench.store, 0) == std::vector<int>{1});
  }
  CHECK_FALSE(read_history(bench.environment).generations.at(0).has_tree);
  CHECK(done(bench.roll_back()).rebuilt);
  CHECK(sources(portrait(bench.environment)) == sources(old_one));
}

TEST_CASE("a tree whose seal could not be restored is not dropped", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  bench.replace_old_by_new();
  done(bench.roll_back());
  bench.store.drop(bench.store.list().at(0));
  OpenState state(bench.environment, "test");
  CHECK(prune_trees(state, bench.store, 0).empty());
}

TEST_CASE("forget gives up old generations and their files, never the current one", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  bench.replace_old_by_new();
  done(bench.roll_back());
  {
    OpenState state(bench.environment, "test");
    CHECK(forget(state, 100) == std::vector<int>{2});
    CHECK(forget(state, 100).empty());
  }
  CHECK(read_history(bench.environment).generations.size() == 1);
  io::remove_tree(bench.environment);
  done(bench.roll_back());
  CHECK(bench.has("lib/python3/site-packages/old/data.bin"));
  CHECK(needed_wheels(bench.environment).empty());
  CHECK(bench.replace_old_by_new().generation == 3);  // numbers are never given twice
}

TEST_CASE("a generation that does not exist is a mistake in the command", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  bench.replace_old_by_new();
  try {
    bench.roll_back(7);
    FAIL("there is no generation 7");
  } catch (const Error& error) {
    CHECK(error.code() == "no-such-generation");
    CHECK(error.exit_code() == ExitCode::Usage);
  }
}

TEST_CASE("modes of folders and odd names survive staging and restoring", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  bench.write("share/with space/tab\tnew\nline/ü.txt", "text\n", 0640);
  io::set_mode(bench.environment / "share/with space", 0710);
  io::set_mode(bench.environment, 0700);
  const auto old_one = portrait(bench.environment);
  bench.replace_old_by_new();
  CHECK(io::status(bench.environment)->mode == 0700);
  done(bench.roll_back());
  CHECK(portrait(bench.environment) == old_one);
  io::remove_tree(bench.environment);
  done(bench.roll_back());
  CHECK(sources(portrait(bench.environment)) == sources(old_one));
  CHECK(io::status(bench.environment)->mode == 0700);
}
