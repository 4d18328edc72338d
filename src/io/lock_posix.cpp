// SPDX-License-Identifier: Apache-2.0
#include "io/lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include "base/text.hpp"
#include "io/interrupt.hpp"

namespace kenv::io {
namespace {

/// Who holds a lock. A pid alone says little: it is a number inside one pid namespace of one machine, and the kernel
/// uses it again; with namespace and start time it names one process for good.
struct Holder {
  std::string machine, pid_namespace, pid, start_time, purpose;
};

/// When a process was started, in clock ticks since boot: field 22 of /proc/PID/stat. Field 2, the name, may hold
/// blanks and brackets, so fields are counted from its last ")". Empty if there is no such process.
std::string start_time_of(std::string_view pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  const std::string stat{std::istreambuf_iterator<char>(file), {}};
  const auto name_end = stat.rfind(") ");
  if (name_end == std::string::npos) return {};
  const auto fields = text::split(std::string_view(stat).substr(name_end + 2), ' ');
  return fields.size() > 19 ? std::string(fields[19]) : std::string();
}

Holder ourselves(std::string_view purpose) {
  char machine[256] = {};
  gethostname(machine, sizeof machine - 1);
  struct stat name_space {};
  const bool known = ::stat("/proc/self/ns/pid", &name_space) == 0;
  return {machine, known ? std::to_string(name_space.st_ino) : "", std::to_string(getpid()), start_time_of("self"),
          std::string(purpose)};
}

std::string to_text(const Holder& holder) {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n", holder.machine, holder.pid_namespace, holder.pid, holder.start_time,
                     holder.purpose);
}

/// The sentence for whoever comes second. A holder that no longer lives is not named: the text is older than the lock
/// then.
std::string describe(std::string_view text) {
  const auto lines = text::lines(text);
  if (lines.size() < 5) return "another process";
  const Holder own = ourselves("");
  const bool here = lines[0] == own.machine && lines[1] == own.pid_namespace;
  if (here && start_time_of(lines[2]) != lines[3]) return "another process";
  if (here) return fmt::format("process {} ({})", lines[2], lines[4]);
  if (lines[0] == own.machine) return fmt::format("process {} of another container ({})", lines[2], lines[4]);
  return fmt::format("process {} on machine {} ({})", lines[2], lines[0], lines[4]);
}

std::string read_start(int descriptor) {
  char buffer[1024];
  const ssize_t count = pread(descriptor, buffer, sizeof buffer, 0);
  return count > 0 ? std::string(buffer, static_cast<std::size_t>(count)) : std::string();
}

/// Whether the lock could be had within the time.
bool take(const FileDescriptor& file, const fs::path& path, int wait_ms) {
  const auto last_try = std::chrono::steady_clock::now() + std::chrono::milliseconds(wait_ms);
  while (flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) throw FileError("lock", path, errno);
    if (std::chrono::steady_clock::now() >= last_try) return false;
    throw_if_interrupted();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

}  // namespace

Lock::Lock(const fs::path& file, std::string_view purpose, int wait_ms) {
  file_ = FileDescriptor(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!file_) throw FileError("open", file, errno);
  if (!take(file_, file, wait_ms)) {
    throw Error(ExitCode::Locked, "locked",
                fmt::format("{} is at work here; it holds {}", describe(read_start(file_.get())), file.string()),
                "wait until it has ended, or end it");
  }
  // The text is for messages only, so a full disk must not keep anybody from working: what cannot be written is
  // missing.
  const std::string text = to_text(ourselves(purpose));
  if (ftruncate(file_.get(), 0) == 0) (void)!pwrite(file_.get(), text.data(), text.size(), 0);
}

}  // namespace kenv::io
