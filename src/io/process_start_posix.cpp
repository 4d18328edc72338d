// SPDX-License-Identifier: Apache-2.0
#include "io/process_start_posix.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <vector>

#include "base/text.hpp"
#include "io/surroundings.hpp"

extern char** environ;

// Between fork and exec only async-signal-safe calls are allowed (another thread may have held malloc's lock at the
// fork). So everything the child needs is computed before it, as plain pointers, and the child only makes system calls.

namespace kenv::io {
namespace {

using Environment = std::map<std::string, std::string>;

Environment environment_of(const Command& command) {
  Environment out;
  if (command.environment) {
    out = *command.environment;
  } else {
    for (char** entry = environ; *entry != nullptr; ++entry) {
      const std::string_view text = *entry;
      if (const auto equals = text.find('='); equals != std::string_view::npos)
        out.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
  }
  for (const auto& name : command.unset) out.erase(name);
  for (const auto& [name, value] : command.set) out[name] = value;
  return out;
}

/// The program as the child's PATH finds it; empty if it does not.
std::string find_program(const std::string& name, const Environment& environment) {
  if (name.empty() || name.find('/') != std::string::npos) return name;
  const auto path = environment.find("PATH");
  for (auto folder : text::split(path == environment.end() ? "/usr/bin:/bin" : std::string_view(path->second), ':')) {
    const std::string candidate = std::string(folder.empty() ? "." : folder) + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0 && !io::is_directory(candidate)) return candidate;
  }
  return {};
}

struct Pipe {
  FileDescriptor reader, writer;
};

/// Both ends above the standard streams, which may be closed in our own process, and not inherited by other children.
Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw FileError("make a pipe", {}, errno);
  Pipe pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  for (FileDescriptor* end : {&pipe.reader, &pipe.writer}) {
    if (end->get() > STDERR_FILENO) continue;
    *end = FileDescriptor(fcntl(end->get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!*end) throw FileError("make a pipe", {}, errno);
  }
  return pipe;
}

/// What the child tells before it becomes the program. Nothing at all: the program runs.
struct ChildMessage {
  enum Stage : int { Bind, Directory, Execute } stage;
  int error_number;
};

struct ChildPlan {
  const char* program;
  char* const* arguments;
  char* const* environment;
  const char* directory;  ///< null: stay
  const char* bind_from;  ///< null: do not bind
  const char* bind_to;
  const char* uid_map;
  const char* gid_map;
  int input, output, error_output, status;
};

bool write_file(const char* path, const char* text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const auto length = static_cast<ssize_t>(std::strlen(text));
  const bool done = write(file, text, static_cast<std::size_t>(length)) == length;
  close(file);
  return done;
}

/// A mount namespace of the child's own. Root may simply have one; others need a user namespace around it, in which
/// they stay who they are (their own ids mapped to themselves), so that file ownership looks as it did.
bool enter_mount_namespace(const ChildPlan& plan) {
  if (geteuid() == 0 && unshare(CLONE_NEWNS) == 0) return true;
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  return write_file("/proc/self/setgroups", "deny") && write_file("/proc/self/uid_map", plan.uid_map) &&
         write_file("/proc/self/gid_map", plan.gid_map);
}

/// Private first, so that the bind mount is seen by nobody else. Recursive, because a namespace that belongs to a user
/// namespace may not uncover what mounts inside the bound tree hide.
bool bind_tree(const ChildPlan& plan) {
  return enter_mount_namespace(plan) && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount(plan.bind_from, plan.bind_to, nullptr, MS_BIND | MS_REC, nullptr) == 0;
}

[[noreturn]] void give_up(const ChildPlan& plan, ChildMessage::Stage stage) {
  const ChildMessage message{stage, errno};
  (void)!write(plan.status, &message, sizeof message);
  _exit(127);
}

[[noreturn]] void become(const ChildPlan& plan, pid_t parent) {
  setpgid(0, 0);
  if (plan.bind_from != nullptr && !bind_tree(plan)) give_up(plan, ChildMessage::Bind);
  if (plan.directory != nullptr && chdir(plan.directory) != 0) give_up(plan, ChildMessage::Directory);
  // If kenv is killed, its children go with it. After the namespace calls, which clear this setting.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);

  dup2(plan.input, STDIN_FILENO);
  dup2(plan.output, STDOUT_FILENO);
  dup2(plan.error_output, STDERR_FILENO);
  // Descriptors that a library opened without close-on-exec end here too.
  syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);

  std::signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(plan.program, plan.arguments, plan.environment);
  give_up(plan, ChildMessage::Execute);
}

/// fork with all signals held back, so that no handler of ours runs in the child.
pid_t fork_into(const ChildPlan& plan) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t parent = getpid();
  const pid_t child = fork();
  const int error_number = errno;
  if (child == 0) become(plan, parent);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (child < 0) throw FileError("start", plan.program, error_number);
  return child;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (auto& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

struct Attempt {
  StartedProcess process;
  bool bind_failed = false;
};

Attempt attempt(const Command& command, const std::string& program, std::vector<std::string> environment_texts,
                bool bind) {
  std::vector<std::string> argument_texts = command.arguments;
  const auto arguments = pointers(argument_texts), environment = pointers(environment_texts);
  // Without a directory of its own the child enters ours again by name when something was bound over it.
  std::error_code unknown;
  const std::string directory = !command.directory.empty() ? command.directory.string()
                                : bind                     ? fs::current_path(unknown).string()
                                                           : std::string();
  const std::string uid_map = fmt::format("{0} {0} 1", geteuid()), gid_map = fmt::format("{0} {0} 1", getegid());
  Pipe input = make_pipe(), output = make_pipe(), error_output = make_pipe(), status = make_pipe();

  const ChildPlan plan{program.c_str(),
                       arguments.data(),
                       environment.data(),
                       directory.empty() ? nullptr : directory.c_str(),
                       bind ? command.bind_from.c_str() : nullptr,
                       command.bind_to.c_str(),
                       uid_map.c_str(),
                       gid_map.c_str(),
                       input.reader.get(),
                       output.writer.get(),
                       error_output.writer.get(),
                       status.writer.get()};
  Attempt result;
  result.process.pid = fork_into(plan);
  setpgid(result.process.pid, result.process.pid);  // here too: whoever comes first
  status.writer = FileDescriptor();

  ChildMessage message{};
  ssize_t count;
  do count = read(status.reader.get(), &message, sizeof message);
  while (count < 0 && errno == EINTR);
  if (count == static_cast<ssize_t>(sizeof message)) {
    while (waitpid(result.process.pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    result.process.pid = -1;
    result.bind_failed = message.stage == ChildMessage::Bind;
    const std::string what = message.stage == ChildMessage::Directory ? directory : command.arguments.front();
    result.process.failure =
        fmt::format("cannot {} {}: {}", message.stage == ChildMessage::Directory ? "enter" : "start", what,
                    std::strerror(message.error_number));
    return result;
  }
  result.process.bound = bind;
  result.process.input = std::move(input.writer);
  result.process.output = std::move(output.reader);
  result.process.error_output = std::move(error_output.reader);
  return result;
}

}  // namespace

StartedProcess start_process(const Command& command) {
  StartedProcess failed;
  const Environment environment = environment_of(command);
  const std::string program =
      command.arguments.empty() ? std::string() : find_program(command.arguments.front(), environment);
  if (program.empty()) {
    failed.failure =
        fmt::format("cannot start {}: not found in PATH", command.arguments.empty() ? "" : command.arguments.front());
    return failed;
  }
  std::vector<std::string> texts;
  for (const auto& [name, value] : environment) texts.push_back(name + "=" + value);

  const bool bind =
      !command.bind_from.empty() && io::is_directory(command.bind_from) && io::is_directory(command.bind_to);
  Attempt first = attempt(command, program, texts, bind);
  // A child that got half-way into a namespace is not the place to go on from; a fresh one is started without.
  return first.bind_failed ? attempt(command, program, texts, false).process : std::move(first.process);
}

}  // namespace kenv::io
