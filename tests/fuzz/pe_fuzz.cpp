// SPDX-License-Identifier: Apache-2.0
// Sections of a Windows library.
#include <span>

#include "fuzz/targets.hpp"
#include "gpu/byte_reader.hpp"
#include "gpu/pe_sections.hpp"

namespace kenv::fuzz {

void pe(std::string_view text) {
  const gpu::MemorySource source(std::as_bytes(std::span(text)));
  gpu::ByteReader reader(source);
  if (gpu::is_pe(reader)) static_cast<void>(gpu::read_pe(reader));
}

}  // namespace kenv::fuzz
