// SPDX-License-Identifier: Apache-2.0
// Sections and dynamic entries of an ELF file, read as a library and as a cubin.
#include <span>

#include "fuzz/targets.hpp"
#include "gpu/byte_reader.hpp"
#include "gpu/cubin.hpp"
#include "gpu/elf_sections.hpp"

namespace kenv::fuzz {

void elf(std::string_view text) {
  const gpu::MemorySource source(std::as_bytes(std::span(text)));
  gpu::ByteReader reader(source);
  const auto elf = gpu::read_elf(reader);
  if (!elf) return;
  static_cast<void>(gpu::read_dynamic(reader, *elf));
  static_cast<void>(gpu::read_cubin(reader, *elf));
}

}  // namespace kenv::fuzz
