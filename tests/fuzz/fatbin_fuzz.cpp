// SPDX-License-Identifier: Apache-2.0
// GPU code in any container: ELF, PE, static archive, fatbin, cubin.
#include <span>

#include "fuzz/targets.hpp"
#include "gpu/fatbin.hpp"
#include "gpu/library_coverage.hpp"

namespace kenv::fuzz {

void fatbin(std::string_view text) {
  const gpu::MemorySource source(std::as_bytes(std::span(text)));
  for (const bool data_sections : {false, true}) {
    const auto file = gpu::read_fatbins(source, {.data_sections = data_sections});
    if (!file) continue;
    const auto targets = gpu::summarize(*file);
    for (const char* capability : {"7.5", "9.0", "12.0"})
      if (const auto gpu = gpu::ComputeCapability::parse(capability)) static_cast<void>(gpu::judge(targets, *gpu));
  }
}

}  // namespace kenv::fuzz
