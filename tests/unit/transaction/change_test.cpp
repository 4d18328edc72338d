// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "workbench.hpp"

using namespace kenv;
using namespace kenv::transaction;
using test::portrait;
using test::Workbench;

TEST_CASE("a change takes the old package out with its bytecode and its empty folders, and puts the new one in",
          "[transaction]") {
  Workbench bench;
  bench.make_environment();
  const auto result = bench.replace_old_by_new();

  CHECK_FALSE(bench.has("lib/python3/site-packages/old"));
  CHECK_FALSE(bench.has("lib/python3/site-packages/old-1.dist-info"));
  CHECK(bench.read("lib/python3/site-packages/new/__init__.py") == "version = 2\n");
  CHECK(bench.read("bin/tool") == "#!/bin/sh\nnew\n");
  CHECK(bench.read("bin/activate") == "# activate\n");
  CHECK(io::read_link(bench.environment / "lib64") == "lib");
  CHECK(result.notes.empty());
  CHECK(result.written_late.empty());
}

TEST_CASE("the first change records what was there before as a generation of its own", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  const auto result = bench.replace_old_by_new();
  CHECK(result.recorded_before);

  const auto history = read_history(bench.environment);
  REQUIRE(history.generations.size() == 2);
  CHECK(history.current == 2);
  CHECK(history.generations[0].reason == kBeforeKenv);
  CHECK(history.generations[0].has_tree);
  CHECK(history.generations[1].parent == 1);
  CHECK(history.generations[1].command == "kenv fix");
  CHECK(history.generations[1].changes == std::vector<PackageChange>{{"old", "1", ""}, {"new", "", "2"}});
}

TEST_CASE("a staging that is not committed leaves the environment and its history as they were", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  const auto before = portrait(bench.environment);
  {
    OpenState state(bench.environment, "test");
    auto staging = Staging::clone_live(state, Workbench::owned);
    bench.change(staging);
  }
  CHECK(portrait(bench.environment) == before);
  CHECK(read_history(bench.environment).generations.empty());
  for (const auto& name : io::list_directory(bench.state)) CHECK_FALSE(name.starts_with("staging-"));
}

TEST_CASE("a change that somebody else makes while a generation is staged stops the commit", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  OpenState state(bench.environment, "test");
  auto staging = Staging::clone_live(state, Workbench::owned);
  bench.change(staging);
  bench.write("lib/python3/site-packages/other.py", "meanwhile\n");
  const auto before = portrait(bench.environment);
  try {
    commit(staging, {"kenv fix", ""});
    FAIL("the change was overlooked");
  } catch (const Error& error) {
    CHECK(error.code() == "changed-meanwhile");
    CHECK(error.exit_code() == ExitCode::Locked);
    CHECK(std::string(error.what()).find("other.py") != std::string::npos);
  }
  CHECK(portrait(bench.environment) == before);
}

TEST_CASE("a file that nobody owns is carried along as a copy: writing into it does not reach the old generation",
          "[transaction]") {
  Workbench bench;
  bench.make_environment();
  bench.write("etc/settings.json", "{}\n");
  bench.replace_old_by_new();
  io::write_text(bench.environment / "etc/settings.json", "{\"edited\": true}\n");  // in place, as editors do
  CHECK(io::read_text(bench.state / "generations/1/tree/etc/settings.json") == "{}\n");
}

TEST_CASE("paths that leave the environment are not removed", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  const auto outside = bench.folder / "outside";
  io::make_directories(outside);
  io::write_text(outside / "precious.py", "mine");
  io::symlink(outside.string(), bench.environment / "lib/python3/site-packages/linked");
  OpenState state(bench.environment, "test");
  auto staging = Staging::clone_live(state, Workbench::owned);
  const std::string path = GENERATE("../outside/precious.py", "/etc/passwd", "lib/../../outside/precious.py",
                                    "lib//old", "lib/python3/site-packages/linked/precious.py");
  CHECK_THROWS_AS(staging.remove(std::vector<std::string>{path}), Error);
  CHECK(io::read_text(outside / "precious.py") == "mine");
}

TEST_CASE("a second kenv is told who is at work", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  const OpenState first(bench.environment, "kenv fix");
  try {
    const OpenState second(bench.environment, "kenv rollback");
    FAIL("both got the lock");
  } catch (const Error& error) {
    CHECK(error.exit_code() == ExitCode::Locked);
    CHECK(std::string(error.what()).find("kenv fix") != std::string::npos);
  }
}

TEST_CASE("create makes a new environment whose record stays open until the next command", "[transaction]") {
  Workbench bench;
  io::make_directories(bench.environment.parent_path());
  bench.create();
  CHECK(bench.has("lib/python3/site-packages/new/core.so"));
  CHECK(read_history(bench.environment).current == 1);
  CHECK(read_journal(state_folder(bench.environment)).pending.has_value());

  const OpenState next(bench.environment, "test");
  CHECK(next.recovered().outcome == Recovery::Outcome::NewState);
  CHECK(next.current() == 1);
  CHECK_FALSE(read_journal(state_folder(bench.environment)).pending.has_value());
}

TEST_CASE("create does not touch what is there already", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  OpenState state(bench.environment, "test");
  CHECK_THROWS_AS(Staging::empty(state), Error);
  CHECK(bench.has("pyvenv.cfg"));
}

TEST_CASE("create does not touch what came into being while it worked", "[transaction]") {
  Workbench bench;
  io::make_directories(bench.project);
  OpenState state(bench.environment, "test");
  auto staging = Staging::empty(state);
  staging.add(bench.store, bench.wheel("new"));
  bench.make_environment();
  const auto before = portrait(bench.environment);
  CHECK_THROWS_AS(commit(staging, {"kenv create", ""}), Error);
  CHECK(portrait(bench.environment) == before);
  CHECK(read_history(bench.environment).generations.empty());
}

TEST_CASE("a create that is given up leaves nothing behind", "[transaction]") {
  Workbench bench;
  io::make_directories(bench.environment.parent_path());
  {
    OpenState state(bench.environment, "test");
    auto staging = Staging::empty(state);
    staging.add(bench.store, bench.wheel("new"));
  }
  CHECK_FALSE(io::exists(bench.environment));
  CHECK_FALSE(read_journal(state_folder(bench.environment)).pending.has_value());
  CHECK(bench.create().generation == 1);
}

TEST_CASE("files and a probe result are kept with a generation", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  bench.replace_old_by_new();
  OpenState state(bench.environment, "test");
  record_file(state, 2, "pylock.toml", "lock-version = \"1.0\"\n");
  record_probe(state, 2, R"({"status": "passed", "gpus": [0]})");
  const auto generation = read_history(bench.environment).generations.at(1);
  CHECK(io::read_text(generation.files.at("pylock.toml")) == "lock-version = \"1.0\"\n");
  CHECK(generation.probe.find("passed") != std::string::npos);
  CHECK(generation.command == "kenv fix");
}

TEST_CASE("the state folder is left out of version control and of backups", "[transaction]") {
  Workbench bench;
  bench.make_environment();
  bench.replace_old_by_new();
  CHECK(io::read_text(bench.state.parent_path() / ".gitignore") == "*\n");
  CHECK(io::read_text(bench.state.parent_path() / "CACHEDIR.TAG")
            .starts_with("Signature: 8a477f597d28d172789f06886806bc55"));
}
