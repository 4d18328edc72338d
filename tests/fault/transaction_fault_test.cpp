// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/text.hpp"
#include "fault/scenario.hpp"
#include "io/process.hpp"
#include "support/catch.hpp"
#include "transaction/restore.hpp"

// Each command is ended, or refused by the system, at every single call that changes a file. Afterwards the environment
// is the old or the new one to the byte, recovery leaves nothing open, and every generation can be restored.
using namespace kenv;
using namespace kenv::transaction;
using test::portrait;
using test::Portrait;
using test::Scenario;
using test::Workbench;

namespace {

/// In memory where that is possible: nothing here depends on the disk, and thousands of syncs would.
std::filesystem::path parent_folder() { return io::is_directory("/dev/shm") ? "/dev/shm" : ""; }

#ifdef __SANITIZE_ADDRESS__
constexpr long kStep = 3;  // a sanitized process takes ten times as long to start
#else
constexpr long kStep = 1;
#endif

struct Fault {
  long at = 0;  ///< 0: none, the calls are counted
  std::string action = "kill";
  std::string lasting{};  ///< see fault_preload.cpp
};

struct Outcome {
  bool killed = false, failed = false;
  long calls = 0;
  std::string message;
};

/// Without times: a command that is run twice gives its own files different ones.
Portrait content(const Portrait& all) {
  Portrait result;
  for (const auto& [path, text] : all) {
    if (is_bytecode(path)) continue;
    const auto words = text::split(text, ' ');
    result[path] = text.starts_with("file ") ? "file " + std::string(words[1]) + text.substr(text.find(' ', 9)) : text;
  }
  return result;
}

class Stage {
 public:
  explicit Stage(const Scenario& scenario) : scenario_(scenario) {
    begin();
    const auto outcome = run(scenario.name, {});
    INFO(outcome.message);
    REQUIRE_FALSE(outcome.failed);
    calls_ = outcome.calls;
    expected_ = content(portrait(bench_.environment));
  }

  long calls() const { return calls_; }
  Workbench& bench() { return bench_; }

  void begin() {
    io::remove_tree(bench_.project);
    scenario_.prepare(bench_);
    before_ = portrait(bench_.environment);
  }

  Outcome run(const std::string& name, const Fault& fault) {
    const auto count = folder_.path() / "count";
    io::remove_file_if_present(count);
    io::Command command{{KENV_FAULT_DRIVER, name, folder_.path().string()}};
    command.set = {{"LD_PRELOAD", KENV_FAULT_PRELOAD},
                   {"KENV_FAULT_BELOW", bench_.project.string()},
                   {"KENV_FAULT_AT", std::to_string(fault.at)},
                   {"KENV_FAULT_ACTION", fault.action},
                   {"KENV_FAULT_LASTING", fault.lasting},
                   {"KENV_FAULT_COUNT", count.string()},
                   {"KENV_THREADS", "1"},
                   {"ASAN_OPTIONS", "verify_asan_link_order=0"}};
    const auto result = io::run(command);
    Outcome outcome{result.signal == SIGKILL, !result.ok(), 0, result.error_output};
    if (const auto text = io::read_text_if_present(count)) outcome.calls = std::stol(*text);
    return outcome;
  }

  /// The environment is the old one exactly, or the new one.
  bool is_old() { return portrait(bench_.environment) == before_; }
  bool is_new() { return content(portrait(bench_.environment)) == expected_; }

  /// The old tree is kept, bytecode and all, so that going back is one rename.
  bool old_tree_is_kept() {
    const auto history = read_history(bench_.environment);
    return before_.empty() ||
           std::any_of(history.generations.begin(), history.generations.end(), [&](const Generation& generation) {
             return generation.id != history.current &&
                    portrait(state_folder(bench_.environment).tree(generation.id)) == before_;
           });
  }

  /// What a command has left in its staging folders, their empty roots apart.
  Portrait staged_paths() {
    Portrait found;
    if (!io::exists(bench_.state)) return found;
    for (const auto& name : io::list_directory(bench_.state))
      if (name.starts_with("staging-")) found.merge(portrait(bench_.state / name / "tree"));
    return found;
  }

  /// What must hold once the next command has begun.
  void require_sound() {
    {
      const OpenState state(bench_.environment, "test");
      CHECK(state.recovered().set_aside.empty());
      CHECK(state.recovered().damaged.empty());
    }
    CHECK_FALSE(read_journal(state_folder(bench_.environment)).pending.has_value());
    for (const auto& name : io::list_directory(bench_.state)) {
      CHECK_FALSE((name.starts_with("staging-") || name.starts_with("dropped-") || name.starts_with(".")));
    }
    const auto history = read_history(bench_.environment);
    for (const auto& generation : history.generations) {
      INFO("generation " << generation.id);
      CHECK(find_missing(state_folder(bench_.environment), bench_.store,
                         read_seal(state_folder(bench_.environment).seal(generation.id)))
                .empty());
      if (generation.id != history.current && generation.has_tree) {
        const auto folder = state_folder(bench_.environment);
        CHECK(compare(read_seal(folder.seal(generation.id)), look_at(folder.tree(generation.id))).empty());
      }
    }
  }

 private:
  const Scenario& scenario_;
  io::TemporaryDirectory folder_{"kenv-fault-", parent_folder()};
  Workbench bench_{folder_.path()};
  Portrait before_, expected_;
  long calls_ = 0;
};

void check_kills(const std::string& name) {
  Stage stage(test::scenario(name));
  long old_ones = 0, new_ones = 0;
  for (long at = 1; at <= stage.calls(); at += kStep) {
    INFO(name << ", killed at call " << at << " of " << stage.calls());
    stage.begin();
    REQUIRE(stage.run(name, {at}).killed);
    const bool was_old = stage.is_old();
    CHECK((was_old || stage.is_new()));  // at no instant a mix, also before anybody recovers
    stage.require_sound();
    CHECK((was_old ? stage.is_old() : stage.is_new() && stage.old_tree_is_kept()));
    ++(was_old ? old_ones : new_ones);
    if (was_old) CHECK_NOTHROW(test::scenario(name).act(stage.bench()));  // it can simply be run again
    CHECK(stage.is_new());
  }
  CHECK(old_ones > 0);
  INFO("the faults reached both sides of the switch");
  CHECK((new_ones > 0 || name == "create"));  // a first tree ends with the rename itself
}

void check_failures(const std::string& name, int reason, const std::string& lasting) {
  Stage stage(test::scenario(name));
  for (long at = 1; at <= stage.calls(); at += kStep) {
    INFO(name << ", " << std::strerror(reason) << (lasting.empty() ? " at call " : " from call ") << at << " of "
              << stage.calls());
    stage.begin();
    const auto outcome = stage.run(name, {at, std::to_string(reason), lasting});
    INFO(outcome.message);
    REQUIRE_FALSE(outcome.killed);
    CHECK(
        (outcome.failed ? stage.is_old() : stage.is_new()));  // what the command says is true, before anybody recovers
    stage.require_sound();
    CHECK((outcome.failed ? stage.is_old() : stage.is_new()));
  }
}

}  // namespace

TEST_CASE("killed at any call that changes a file, a command leaves the old or the new environment", "[fault]") {
  check_kills(GENERATE("first-change", "change-after-pip", "create", "rollback-to-tree", "rollback-of-pip",
                       "rollback-of-deletion"));
}

TEST_CASE("a call that fails leaves the old environment if the command says so, else the new one", "[fault]") {
  const std::string name =
      GENERATE("first-change", "create", "rollback-to-tree", "rollback-of-pip", "rollback-of-deletion");
  const int reason = GENERATE(EIO, ENOSPC);
  check_failures(name, reason, "");
}

TEST_CASE("a disk that fails from some call on leaves the old environment if the command says so, else the new one",
          "[fault]") {
  check_failures(GENERATE("first-change", "rollback-of-pip"), GENERATE(EIO, ENOSPC), "always");
}

TEST_CASE("what was staged on a full disk gives its room back when the command ends", "[fault]") {
  const std::string name = GENERATE("first-change", "change-after-pip", "create", "rollback-of-pip");
  Stage stage(test::scenario(name));
  for (long at = 1; at <= stage.calls(); at += kStep) {
    INFO(name << ", the disk is full from call " << at << " of " << stage.calls() << " until a file is removed");
    stage.begin();
    const auto outcome = stage.run(name, {at, std::to_string(ENOSPC), "until-removal"});
    INFO(outcome.message);
    CHECK((outcome.failed ? stage.is_old() : stage.is_new()));
    if (outcome.failed) CHECK(stage.staged_paths().empty());
    stage.require_sound();
    CHECK((outcome.failed ? stage.is_old() : stage.is_new()));
  }
}

TEST_CASE("recovery that is killed itself is done by the next command", "[fault]") {
  const std::string name = GENERATE("first-change", "rollback-of-pip", "rollback-of-deletion", "create");
  Stage stage(test::scenario(name));
  const auto has_pending = [&] { return read_journal(state_folder(stage.bench().environment)).pending.has_value(); };
  for (long at = 1; at <= stage.calls(); at += kStep) {
    stage.begin();
    REQUIRE(stage.run(name, {at}).killed);
    if (!has_pending()) continue;
    if (stage.is_old() && at % 8 != 0) continue;  // giving up an unfinished tree is the same work each time
    for (long again = 1;; ++again) {
      INFO(name << ", killed at call " << at << ", its recovery at call " << again);
      const bool was_old = stage.is_old();
      const bool killed = stage.run("recover", {again}).killed;
      stage.require_sound();
      CHECK((was_old ? stage.is_old() : stage.is_new()));
      if (!killed) break;
      stage.begin();
      stage.run(name, {at});
    }
  }
}

TEST_CASE("giving up generations, killed at any call, harms none that is left", "[fault]") {
  Stage stage(test::scenario("forget"));
  for (long at = 1; at <= stage.calls(); at += kStep) {
    INFO("killed at call " << at << " of " << stage.calls());
    stage.begin();
    REQUIRE(stage.run("forget", {at}).killed);
    CHECK(stage.is_old());
    stage.require_sound();
  }
}
