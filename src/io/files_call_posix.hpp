// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cerrno>

#include "io/files.hpp"

// What the *_posix.cpp files of this folder share: how a system call is made and how its failure is told.
namespace kenv::io {

/// Makes the call again while a signal interrupts it; -1 with errno set is handed on.
template <class Call>
auto restarted(Call call) {
  decltype(call()) result;
  do {
    result = call();
  } while (result == -1 && errno == EINTR);
  return result;
}

[[noreturn]] inline void fail(std::string_view doing, const fs::path& path) { throw FileError(doing, path, errno); }

/// The same, with -1 thrown as a FileError "cannot `doing` `path`".
template <class Call>
auto checked(std::string_view doing, const fs::path& path, Call call) {
  const auto result = restarted(call);
  if (result == -1) fail(doing, path);
  return result;
}

/// Opens with O_CLOEXEC; always for a descriptor of our own.
FileDescriptor open_file(const fs::path& path, int flags, std::uint32_t mode, std::string_view doing);

}  // namespace kenv::io
