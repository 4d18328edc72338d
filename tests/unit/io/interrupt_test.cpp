// SPDX-License-Identifier: Apache-2.0
#include "io/interrupt.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "base/error.hpp"
#include "io/process.hpp"
#include "support/catch.hpp"

using namespace kenv;

namespace {

/// Runs `work` in a process of its own, since signals and their flag are the process's. Returns its wait status.
template <class Work>
int in_child(Work work) {
  const pid_t pid = fork();
  if (pid == 0) {
    io::catch_signals();
    _exit(work());
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return status;
}

}  // namespace

TEST_CASE("the first signal is only noted") {
  for (int number : {SIGINT, SIGTERM, SIGHUP}) {
    const int status = in_child([&] {
      if (io::interrupt_requested()) return 1;
      std::raise(number);
      if (!io::interrupt_requested()) return 2;
      try {
        io::throw_if_interrupted();
      } catch (const Interrupted&) {
        return 0;
      }
      return 3;
    });
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
  }
}

TEST_CASE("the second signal ends the process at once") {
  const int status = in_child([] {
    std::raise(SIGTERM);
    std::raise(SIGINT);
    return 0;
  });
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGINT);
}

TEST_CASE("a signal that the starter had switched off stays off") {
  const pid_t pid = fork();
  if (pid == 0) {
    std::signal(SIGHUP, SIG_IGN);
    io::catch_signals();
    std::raise(SIGHUP);
    _exit(io::interrupt_requested() ? 1 : 0);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  CHECK(status == 0);
}

TEST_CASE("an interrupt ends a child that runs and leaves no zombie") {
  const int status = in_child([] {
    alarm(20);  // the test's own end, should the interrupt be missed
    if (fork() == 0) {
      usleep(100'000);
      kill(getppid(), SIGINT);
      _exit(0);
    }
    try {
      io::Command command;
      command.arguments = {"sleep", "60"};
      io::run(command);
    } catch (const Interrupted&) {
      wait(nullptr);                                     // the one that sent the signal
      return waitpid(-1, nullptr, WNOHANG) < 0 ? 0 : 1;  // nobody else is left
    }
    return 2;
  });
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}
