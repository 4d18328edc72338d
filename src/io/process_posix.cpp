// SPDX-License-Identifier: Apache-2.0
#include "io/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "io/interrupt.hpp"
#include "io/process_start_posix.hpp"

namespace kenv::io {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// How long a stream may stay open after the child has ended: by then only a process that left its group holds it.
constexpr milliseconds kDrainTime{500};
/// How often the loop looks for an interrupt, which may have come to another thread.
constexpr milliseconds kTick{100};

/// write() without the SIGPIPE of a child that closed its input: held back, and taken out again if it came.
ssize_t write_quietly(int descriptor, const char* data, std::size_t size) {
  sigset_t pipe_signal, before, pending;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  const ssize_t count = write(descriptor, data, size);
  const int error_number = errno;
  if (count < 0 && error_number == EPIPE && sigismember(&pending, SIGPIPE) == 0) {
    const timespec no_wait{};
    while (sigtimedwait(&pipe_signal, nullptr, &no_wait) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error_number;
  return count;
}

bool try_again() { return errno == EAGAIN || errno == EINTR; }

/// One running child: feeds its input, collects its output, ends it.
class Conversation {
 public:
  Conversation(const Command& command, StartedProcess process)
      : command_(command), process_(std::move(process)), deadline_(Clock::now() + command.time_limit) {
    for (const FileDescriptor* stream : {&process_.input, &process_.output, &process_.error_output})
      fcntl(stream->get(), F_SETFL, fcntl(stream->get(), F_GETFL) | O_NONBLOCK);
    exit_watch_ = FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, process_.pid, 0)));
    if (exit_watch_) fcntl(exit_watch_.get(), F_SETFD, FD_CLOEXEC);
    result_.bound = process_.bound;
    feed();
  }

  /// However we leave, no child and no zombie stays behind.
  ~Conversation() {
    if (process_.pid > 0) end();
  }

  ProcessResult run() {
    while (!ended_ || ((process_.output || process_.error_output) && Clock::now() < deadline_)) {
      throw_if_interrupted();
      step();
      if (!ended_ && has_ended()) {
        ended_ = true;
        kill(-process_.pid, SIGKILL);  // what it left running; its pid is still ours until it is waited for
        deadline_ = Clock::now() + kDrainTime;
      } else if (!ended_ && Clock::now() >= deadline_) {
        result_.timed_out = true;
        kill(-process_.pid, SIGKILL);
        deadline_ = Clock::now() + kDrainTime;
      }
    }
    end();
    return std::move(result_);
  }

 private:
  void step() {
    pollfd watched[] = {{process_.input.get(), POLLOUT, 0},
                        {process_.output.get(), POLLIN, 0},
                        {process_.error_output.get(), POLLIN, 0},
                        {ended_ ? -1 : exit_watch_.get(), POLLIN, 0}};
    const auto left = std::chrono::ceil<milliseconds>(deadline_ - Clock::now());
    const milliseconds tick = exit_watch_ ? kTick : milliseconds(10);
    poll(watched, std::size(watched), static_cast<int>(std::clamp(left, milliseconds(0), tick).count()));
    if (watched[0].revents != 0) feed();
    if (watched[1].revents != 0) collect(process_.output, result_.output);
    if (watched[2].revents != 0) collect(process_.error_output, result_.error_output);
  }

  void feed() {
    while (process_.input && fed_ < command_.input.size()) {
      const ssize_t count =
          write_quietly(process_.input.get(), command_.input.data() + fed_, command_.input.size() - fed_);
      if (count < 0 && try_again()) return;
      if (count < 0) break;
      fed_ += static_cast<std::size_t>(count);
    }
    process_.input = FileDescriptor();
  }

  void collect(FileDescriptor& stream, std::string& text) {
    char buffer[16384];
    const ssize_t count = read(stream.get(), buffer, sizeof buffer);
    if (count < 0 && try_again()) return;
    if (count <= 0) {
      stream = FileDescriptor();
      return;
    }
    const std::size_t room = command_.output_limit - std::min(command_.output_limit, text.size());
    text.append(buffer, std::min(room, static_cast<std::size_t>(count)));
  }

  bool has_ended() const {
    siginfo_t information{};
    return waitid(P_PID, static_cast<id_t>(process_.pid), &information, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           information.si_pid != 0;
  }

  void end() {
    kill(-process_.pid, SIGKILL);
    int status = 0;
    pid_t waited;
    do waited = waitpid(process_.pid, &status, 0);
    while (waited < 0 && errno == EINTR);
    process_.pid = -1;
    if (waited < 0) return;
    if (WIFEXITED(status)) result_.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result_.signal = WTERMSIG(status);
  }

  const Command& command_;
  StartedProcess process_;
  FileDescriptor exit_watch_;
  Clock::time_point deadline_;
  std::size_t fed_ = 0;
  bool ended_ = false;
  ProcessResult result_;
};

}  // namespace

ProcessResult run(const Command& command) {
  const auto start = Clock::now();
  StartedProcess process = start_process(command);
  ProcessResult result;
  if (process.pid < 0) {
    result.exit_code = 127;
    result.error_output = process.failure;
  } else {
    result = Conversation(command, std::move(process)).run();
  }
  result.elapsed = std::chrono::duration_cast<milliseconds>(Clock::now() - start);
  return result;
}

}  // namespace kenv::io
