// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <set>
#include <vector>

#include "gpu/byte_reader.hpp"
#include "gpu/elf_sections.hpp"

namespace kenv::gpu {

/// What a program registers with the CUDA runtime, as file offsets of containers. A wrapper is the small structure that
/// it hands over for each of them (fatbinary_section.h of the toolkit).
struct Registrations {
  std::set<std::uint64_t> containers;     ///< all of them
  std::set<std::uint64_t> device_linked;  ///< those that a device link made
};

/// Reads the wrappers. `elf` is asked for relocations where the linker left the pointers to the loader; null for PE.
/// Pointers that cannot be resolved (object files before linking) are left out.
Registrations read_registrations(ByteReader& reader, const std::vector<Section>& sections, const ElfFile* elf);

}  // namespace kenv::gpu
