// SPDX-License-Identifier: Apache-2.0
#include "io/interrupt.hpp"

#include <atomic>
#include <csignal>

#include "base/error.hpp"

namespace kenv::io {
namespace {

// A signal handler gets no argument of ours, so this flag has to be static. Being lock-free makes it safe to touch
// there.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void on_signal(int number) {
  if (!interrupted.exchange(true)) return;
  std::signal(number, SIG_DFL);
  std::raise(number);
}

/// A program that was started with a signal ignored (nohup, a shell's background job) keeps ignoring it.
void catch_unless_ignored(int number) {
  if (std::signal(number, on_signal) == SIG_IGN) std::signal(number, SIG_IGN);
}

}  // namespace

void catch_signals() {
  catch_unless_ignored(SIGINT);
  catch_unless_ignored(SIGTERM);
#ifdef SIGHUP
  catch_unless_ignored(SIGHUP);
#endif
#ifdef SIGPIPE
  // A reader that went away makes a write fail; it must not end the process in the middle of a change.
  std::signal(SIGPIPE, SIG_IGN);
#endif
#ifdef SIGCHLD
  // A launcher may hand SIGCHLD down as ignored; the exit codes of our children would then be lost.
  std::signal(SIGCHLD, SIG_DFL);
#endif
}

bool interrupt_requested() { return interrupted.load(std::memory_order_relaxed); }

void throw_if_interrupted() {
  if (interrupt_requested()) throw Interrupted();
}

}  // namespace kenv::io
