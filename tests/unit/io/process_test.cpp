// SPDX-License-Identifier: Apache-2.0
#include "io/process.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <thread>

#include "io/files.hpp"
#include "support/catch.hpp"

using namespace kenv::io;
using namespace std::chrono_literals;

namespace {

Command shell(std::string script) {
  Command command;
  command.arguments = {"sh", "-c", std::move(script)};
  return command;
}

std::size_t open_descriptors() { return list_directory("/proc/self/fd").size(); }

}  // namespace

TEST_CASE("a child's output, errors and exit code come back separately") {
  const auto result = run(shell("echo out; echo err >&2; exit 3"));
  CHECK(result.output == "out\n");
  CHECK(result.error_output == "err\n");
  CHECK(result.exit_code == 3);
  CHECK(result.signal == 0);
  CHECK_FALSE(result.ok());
}

TEST_CASE("input reaches the child and ends") {
  Command command;
  command.arguments = {"cat"};
  command.input = std::string(1u << 20, 'x') + "end";
  const auto result = run(command);
  CHECK(result.ok());
  CHECK(result.output == command.input);
}

TEST_CASE("a child that does not read its input does no harm") {
  Command command;
  command.arguments = {"true"};
  command.input = std::string(1u << 20, 'x');
  CHECK(run(command).ok());
}

TEST_CASE("a crash is a result that names the signal") {
  const auto result = run(shell("kill -SEGV $$"));
  CHECK(result.signal == SIGSEGV);
  CHECK_FALSE(result.ok());
}

TEST_CASE("a program that is not there gives 127 and says so") {
  Command command;
  for (const char* name : {"kenv-no-such-program", "/nowhere/kenv-no-such-program"}) {
    command.arguments = {name};
    const auto result = run(command);
    CHECK(result.exit_code == 127);
    CHECK_THAT(result.error_output, Catch::Contains(name));
  }
}

TEST_CASE("a working directory that is not there is named") {
  Command command = shell("true");
  command.directory = "/nowhere/at/all";
  const auto result = run(command);
  CHECK(result.exit_code == 127);
  CHECK_THAT(result.error_output, Catch::Contains("/nowhere/at/all"));
}

TEST_CASE("the time limit ends the child with everything it started") {
  TemporaryDirectory folder;
  Command command = shell("(sleep 30; touch survived) & echo $! ; sleep 30");
  command.directory = folder.path();
  command.time_limit = 200ms;
  const auto result = run(command);
  CHECK(result.timed_out);
  CHECK(result.signal == SIGKILL);
  const auto grandchild = static_cast<pid_t>(std::stol(result.output));
  for (int i = 0; i < 200 && kill(grandchild, 0) == 0; ++i) {
    const auto stat = read_text_if_present("/proc/" + std::to_string(grandchild) + "/stat");
    if (!stat || stat->find(") Z") != std::string::npos) break;  // ended; waits for init to notice
    std::this_thread::sleep_for(10ms);
  }
  const auto stat = read_text_if_present("/proc/" + std::to_string(grandchild) + "/stat");
  CHECK((!stat || stat->find(") Z") != std::string::npos));
}

TEST_CASE("a background process that keeps the output open does not keep us waiting") {
  const auto result = run(shell("sleep 30 & echo done"));
  CHECK(result.ok());
  CHECK(result.output == "done\n");
  CHECK(result.elapsed < 20s);
}

TEST_CASE("output beyond the limit is dropped and the child still ends") {
  Command command = shell("head -c 300000 /dev/zero; echo tail >&2");
  command.output_limit = 1000;
  const auto result = run(command);
  CHECK(result.ok());
  CHECK(result.output.size() == 1000);
  CHECK(result.error_output == "tail\n");
}

TEST_CASE("the environment is ours, changed, or wholly given") {
  setenv("KENV_TEST_ONE", "1", 1);
  setenv("KENV_TEST_TWO", "2", 1);
  Command command = shell("echo $KENV_TEST_ONE-$KENV_TEST_TWO-$KENV_TEST_THREE");
  command.set = {{"KENV_TEST_THREE", "3"}};
  command.unset = {"KENV_TEST_TWO"};
  CHECK(run(command).output == "1--3\n");
  command.environment = std::map<std::string, std::string>{{"PATH", "/usr/bin:/bin"}};
  CHECK(run(command).output == "--3\n");
  unsetenv("KENV_TEST_ONE");
  unsetenv("KENV_TEST_TWO");
}

TEST_CASE("programs are looked up in the PATH that the child gets") {
  TemporaryDirectory folder;
  write_text(folder.path() / "kenv-hello", "#!/bin/sh\necho hello\n", 0755);
  Command command;
  command.arguments = {"kenv-hello"};
  command.set = {{"PATH", folder.path().string() + ":/usr/bin:/bin"}};
  CHECK(run(command).output == "hello\n");
}

TEST_CASE("the child inherits no descriptor and no blocked signal, and leaves none behind") {
  const int leak = dup(STDERR_FILENO);  // not close-on-exec
  const auto before = open_descriptors();
  const auto result = run(shell("ls /proc/self/fd | wc -l; grep SigBlk /proc/self/status"));
  CHECK_THAT(result.output, Catch::StartsWith("4\n"));  // its three streams and the folder that ls reads
  CHECK_THAT(result.output, Catch::Contains("0000000000000000"));
  CHECK(open_descriptors() == before);
  close(leak);
}

TEST_CASE("a child can see one folder at the path of another") {
  TemporaryDirectory folder;
  const auto live = folder.path() / "live", staged = folder.path() / "staged";
  make_directory(live);
  make_directory(staged);
  write_text(live / "which", "live");
  write_text(staged / "which", "staged");

  Command command = shell("cat which; stat -c :%u which");
  command.directory = live;
  command.bind_from = staged;
  command.bind_to = live;
  const auto result = run(command);
  REQUIRE(result.ok());
  CHECK(result.output == (result.bound ? "staged:" : "live:") + std::to_string(geteuid()) + "\n");
  CHECK(read_text(live / "which") == "live");  // nobody else sees it
  if (!result.bound) WARN("this machine allows no mount namespace: the bound case was not run");

  SECTION("and where that cannot be, it runs without and says so") {
    command.bind_to = folder.path() / "absent";
    const auto without = run(command);
    CHECK(without.ok());
    CHECK_FALSE(without.bound);
    CHECK_THAT(without.output, Catch::StartsWith("live"));
  }
}

TEST_CASE("many children at once from several threads keep their streams apart") {
  std::vector<std::thread> threads;
  std::vector<std::string> outputs(8);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    threads.emplace_back([&, i] {
      for (int round = 0; round < 5; ++round) outputs[i] += run(shell("echo " + std::to_string(i))).output;
    });
  for (auto& thread : threads) thread.join();
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::string line = std::to_string(i) + "\n";
    CHECK(outputs[i] == line + line + line + line + line);
  }
}
