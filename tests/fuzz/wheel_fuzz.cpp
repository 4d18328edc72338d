// SPDX-License-Identifier: Apache-2.0
// A whole wheel: archive, WHEEL, METADATA, RECORD.
#include <sys/mman.h>
#include <unistd.h>

#include "archive/wheel_reader.hpp"
#include "base/error.hpp"
#include "fuzz/targets.hpp"

namespace kenv::fuzz {

void wheel(std::string_view text) {
  // The reader wants a file: one that has no name and needs no disk.
  const int file = memfd_create("wheel", MFD_CLOEXEC);
  must(file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()), "memory for a file");
  try {
    const archive::WheelReader wheel("/proc/self/fd/" + std::to_string(file));
    static_cast<void>(wheel.unpacked_size());
    static_cast<void>(wheel.wheel());
    static_cast<void>(wheel.metadata());
    static_cast<void>(wheel.record());
  } catch (const Error&) {  // how wheels are refused
  }
  close(file);
}

}  // namespace kenv::fuzz
