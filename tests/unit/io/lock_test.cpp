// SPDX-License-Identifier: Apache-2.0
#include "io/lock.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>
#include <string>

#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::io;

namespace {

/// Another process that holds the lock until it is told to end.
class OtherHolder {
 public:
  explicit OtherHolder(const fs::path& file) {
    int ready[2];
    REQUIRE(pipe(ready) == 0);
    pid_ = fork();
    if (pid_ == 0) {
      const Lock lock(file, "kenv fix");
      (void)!write(ready[1], "x", 1);
      pause();
      _exit(0);
    }
    char byte;
    REQUIRE(read(ready[0], &byte, 1) == 1);
    close(ready[0]);
    close(ready[1]);
  }
  ~OtherHolder() { stop(); }
  pid_t pid() const { return pid_; }
  void stop() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

 private:
  pid_t pid_ = -1;
};

std::optional<Error> failure_of(const fs::path& file, int wait_ms = 0) {
  try {
    const Lock lock(file, "kenv create", wait_ms);
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  }
}

}  // namespace

TEST_CASE("whoever comes second is told who holds the lock") {
  TemporaryDirectory folder;
  const auto file = folder.path() / "lock";
  OtherHolder other(file);
  const auto error = failure_of(file, 50);
  REQUIRE(error);
  CHECK(error->exit_code() == ExitCode::Locked);
  CHECK(error->code() == "locked");
  CHECK_THAT(error->what(), Catch::Contains("process " + std::to_string(other.pid()) + " (kenv fix)"));
  CHECK_FALSE(error->hint().empty());
}

TEST_CASE("a lock ends with its holder, also when it was killed, and with the object") {
  TemporaryDirectory folder;
  const auto file = folder.path() / "lock";
  OtherHolder other(file);
  other.stop();
  CHECK_FALSE(failure_of(file));
  CHECK_FALSE(failure_of(file));
}

TEST_CASE("a held lock of which the text names a dead process is not blamed on it") {
  TemporaryDirectory folder;
  const auto file = folder.path() / "lock";
  OtherHolder other(file);
  std::string text = read_text(file);
  const auto pid = std::to_string(other.pid());
  text.replace(text.find("\n" + pid + "\n"), pid.size() + 2, "\n4194305\n");  // above the largest pid
  write_text(file, text);
  const auto error = failure_of(file);
  REQUIRE(error);
  CHECK_THAT(error->what(), Catch::Contains("another process") && !Catch::Contains("4194305"));
}

TEST_CASE("a holder on another machine is named with it and never taken over") {
  TemporaryDirectory folder;
  const auto file = folder.path() / "lock";
  OtherHolder other(file);
  write_text(file, "elsewhere\n1\n77\n123\nkenv fix\n");
  const auto error = failure_of(file);
  REQUIRE(error);
  CHECK_THAT(error->what(), Catch::Contains("process 77 on machine elsewhere"));
}
