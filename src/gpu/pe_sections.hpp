// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "gpu/elf_sections.hpp"

namespace kenv::gpu {

/// The section headers of a Windows executable or DLL (Microsoft's "PE Format").
struct PeFile {
  std::uint16_t machine = 0;
  std::vector<Section> sections;
};

bool is_pe(ByteReader& reader);
Result<PeFile> read_pe(ByteReader& reader);
std::string pe_machine_name(std::uint16_t machine);  ///< the same words as elf_machine_name

}  // namespace kenv::gpu
