// SPDX-License-Identifier: Apache-2.0
#include "store/gpu_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "archive/file_source.hpp"
#include "gpu/fatbin.hpp"

namespace kenv::store {
namespace {

// ".so" stands at the end or before a version: libcudart.so.13. Bare cubins and fatbins are loaded by path at run time.
bool may_hold_gpu_code(std::string_view path) {
  constexpr std::array<std::string_view, 4> kEndings = {".dll", ".pyd", ".cubin", ".fatbin"};
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name.ends_with(".so") || name.find(".so.") != std::string_view::npos ||
         std::ranges::any_of(kEndings, [&](std::string_view ending) { return name.ends_with(ending); });
}

}  // namespace

std::map<std::string, gpu::LibraryTargets> scan_gpu_code(const archive::UnpackedWheel& wheel,
                                                         report::Reporter& reporter) {
  std::map<std::string, gpu::LibraryTargets> found;
  for (const archive::Member& member : wheel.wheel->members()) {
    if (member.is_directory() || !may_hold_gpu_code(member.name)) continue;
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
