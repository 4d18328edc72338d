// SPDX-License-Identifier: Apache-2.0
#include "store/gpu_scan.hpp"

#include <fmt/format.h>

#include "archive/file_source.hpp"
#include "gpu/fatbin.hpp"
#include "gpu/file_names.hpp"

namespace kenv::store {

std::map<std::string, gpu::LibraryTargets> scan_gpu_code(const archive::UnpackedWheel& wheel,
                                                         report::Reporter& reporter) {
  std::map<std::string, gpu::LibraryTargets> found;
  for (const archive::Member& member : wheel.wheel->members()) {
    if (member.is_directory() || !gpu::may_hold_gpu_code(member.name)) continue;
    const archive::FileSource source(wheel.directory / member.name);
    const auto code = gpu::read_fatbins(source);
    if (!code) {
      reporter.detail(fmt::format("{}: {}", member.name, code.error().text()));
    } else if (!code->fatbins.empty()) {
      found.emplace(member.name, gpu::summarize(*code));
    }
  }
  return found;
}

}  // namespace kenv::store
