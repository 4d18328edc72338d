// SPDX-License-Identifier: Apache-2.0
// Loaded in front of the C library (LD_PRELOAD), this counts the calls that change files below one folder and ends the
// process, or lets the call fail, at a chosen one. What it wraps is what src/io calls to change anything.
//
//   KENV_FAULT_BELOW    folder; calls elsewhere are not counted
//   KENV_FAULT_AT       number of the call, from 1; 0 or unset: count only
//   KENV_FAULT_ACTION   "kill" (a write is torn in the middle first), or an errno
//   KENV_FAULT_LASTING  "always": every later call fails, too; "until-removal": until a call has taken a file away
//   KENV_FAULT_COUNT    file for the number of calls, written when the process ends by itself
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace {

const char* variable(const char* name) {
  const char* value = getenv(name);
  return value != nullptr ? value : "";
}

long calls = 0;
bool removed = false;  // a file, since the first call that failed

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool is_below(const char* path) {
  const char* folder = variable("KENV_FAULT_BELOW");
  const size_t length = strlen(folder);
  return length > 0 && strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

bool is_below(int folder, const char* path) {
  if (path[0] == '/') return is_below(path);
  char link[64], base[4096];
  if (folder == AT_FDCWD) {
    if (getcwd(base, sizeof base) == nullptr) return false;
    return is_below(base);
  }
  snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
  const ssize_t length = readlink(link, base, sizeof base - 1);
  if (length < 0) return false;
  base[length] = '\0';
  return is_below(base);
}

bool is_below(int file) { return is_below(file, ""); }

[[noreturn]] void die() {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/// Out of space is no answer to a call that only takes away.
bool may_fail(const char* name, int reason) {
  const bool takes_away =
      strstr(name, "unlink") != nullptr || strcmp(name, "rmdir") == 0 || strstr(name, "chmod") != nullptr;
  return !((reason == ENOSPC || reason == EDQUOT) && takes_away);
}

/// Counts the call; true if it has to fail, errno being set. `tear` is called before the process is ended.
template <class Tear>
bool hit(const char* name, Tear tear) {
  const long at = atol(variable("KENV_FAULT_AT"));
  ++calls;
  const char* duration = variable("KENV_FAULT_LASTING");
  const bool lasting = strcmp(duration, "always") == 0 || (strcmp(duration, "until-removal") == 0 && !removed);
  if (at == 0 || !(calls == at || (lasting && calls > at))) return false;
  const char* action = variable("KENV_FAULT_ACTION");
  if (strcmp(action, "kill") == 0) {
    tear();
    die();
  }
  const int reason = atoi(action);
  if (!may_fail(name, reason)) {
    removed = removed || strstr(name, "unlink") != nullptr;
    return false;
  }
  errno = reason;
  return true;
}

bool hit(const char* name) {
  return hit(name, [] {});
}

__attribute__((destructor)) void write_count() {
  const char* path = variable("KENV_FAULT_COUNT");
  if (*path == '\0') return;
  const int file = real<int(const char*, int, ...)>("open")(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  char text[32];
  const int length = snprintf(text, sizeof text, "%ld\n", calls);
  if (file >= 0) (void)!real<ssize_t(int, const void*, size_t)>("write")(file, text, static_cast<size_t>(length));
}

bool changes(int flags) { return (flags & (O_CREAT | O_TRUNC)) != 0; }

}  // namespace

#define KENV_WRAP(name, result, parameters, arguments, below) \
  extern "C" result name parameters {                         \
    static auto* const next = real<result parameters>(#name); \
    if ((below) && hit(#name)) return -1;                     \
    return next arguments;                                    \
  }

#define KENV_WRAP_OPEN(name)                                                 \
  extern "C" int name(const char* path, int flags, ...) {                    \
    static auto* const next = real<int(const char*, int, ...)>(#name);       \
    va_list more;                                                            \
    va_start(more, flags);                                                   \
    const mode_t mode = va_arg(more, mode_t);                                \
    va_end(more);                                                            \
    if (changes(flags) && is_below(AT_FDCWD, path) && hit(#name)) return -1; \
    return next(path, flags, mode);                                          \
  }

#define KENV_WRAP_OPENAT(name)                                              \
  extern "C" int name(int folder, const char* path, int flags, ...) {       \
    static auto* const next = real<int(int, const char*, int, ...)>(#name); \
    va_list more;                                                           \
    va_start(more, flags);                                                  \
    const mode_t mode = va_arg(more, mode_t);                               \
    va_end(more);                                                           \
    if (changes(flags) && is_below(folder, path) && hit(#name)) return -1;  \
    return next(folder, path, flags, mode);                                 \
  }

KENV_WRAP_OPEN(open)
KENV_WRAP_OPEN(open64)
KENV_WRAP_OPENAT(openat)
KENV_WRAP_OPENAT(openat64)

extern "C" ssize_t write(int file, const void* bytes, size_t count) {
  static auto* const next = real<ssize_t(int, const void*, size_t)>("write");
  if (is_below(file) && hit("write", [&] { (void)!next(file, bytes, count / 2); })) return -1;
  return next(file, bytes, count);
}

KENV_WRAP(pwrite, ssize_t, (int file, const void* bytes, size_t count, off_t offset), (file, bytes, count, offset),
          is_below(file))
KENV_WRAP(pwrite64, ssize_t, (int file, const void* bytes, size_t count, off64_t offset), (file, bytes, count, offset),
          is_below(file))
KENV_WRAP(copy_file_range, ssize_t,
          (int in, off64_t* in_offset, int out, off64_t* out_offset, size_t count, unsigned flags),
          (in, in_offset, out, out_offset, count, flags), is_below(out))
KENV_WRAP(rename, int, (const char* from, const char* to), (from, to), is_below(AT_FDCWD, to))
KENV_WRAP(renameat, int, (int a, const char* from, int b, const char* to), (a, from, b, to), is_below(b, to))
KENV_WRAP(renameat2, int, (int a, const char* from, int b, const char* to, unsigned flags), (a, from, b, to, flags),
          is_below(b, to))
KENV_WRAP(link, int, (const char* from, const char* to), (from, to), is_below(AT_FDCWD, to))
KENV_WRAP(linkat, int, (int a, const char* from, int b, const char* to, int flags), (a, from, b, to, flags),
          is_below(b, to))
KENV_WRAP(symlink, int, (const char* target, const char* at), (target, at), is_below(AT_FDCWD, at))
KENV_WRAP(symlinkat, int, (const char* target, int folder, const char* at), (target, folder, at), is_below(folder, at))
KENV_WRAP(unlink, int, (const char* path), (path), is_below(AT_FDCWD, path))
KENV_WRAP(unlinkat, int, (int folder, const char* path, int flags), (folder, path, flags), is_below(folder, path))
KENV_WRAP(mkdir, int, (const char* path, mode_t mode), (path, mode), is_below(AT_FDCWD, path))
KENV_WRAP(mkdirat, int, (int folder, const char* path, mode_t mode), (folder, path, mode), is_below(folder, path))
KENV_WRAP(rmdir, int, (const char* path), (path), is_below(AT_FDCWD, path))
KENV_WRAP(ftruncate, int, (int file, off_t size), (file, size), is_below(file))
KENV_WRAP(ftruncate64, int, (int file, off64_t size), (file, size), is_below(file))
KENV_WRAP(fsync, int, (int file), (file), is_below(file))
KENV_WRAP(fdatasync, int, (int file), (file), is_below(file))
KENV_WRAP(syncfs, int, (int file), (file), is_below(file))
KENV_WRAP(chmod, int, (const char* path, mode_t mode), (path, mode), is_below(AT_FDCWD, path))
KENV_WRAP(fchmod, int, (int file, mode_t mode), (file, mode), is_below(file))
KENV_WRAP(fchmodat, int, (int folder, const char* path, mode_t mode, int flags), (folder, path, mode, flags),
          is_below(folder, path))
KENV_WRAP(futimens, int, (int file, const struct timespec times[2]), (file, times), is_below(file))
KENV_WRAP(utimensat, int, (int folder, const char* path, const struct timespec times[2], int flags),
          (folder, path, times, flags), is_below(folder, path))
