// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "gpu/byte_reader.hpp"

namespace kenv::gpu {

/// A section of an object file as ELF and PE both know it: a name, a place in the file, an address when loaded.
struct Section {
  std::string name;
  std::uint64_t address = 0;  ///< when loaded; in ELF relative to the load base, in PE including the preferred base
  std::uint64_t offset = 0, size = 0;  ///< in the file
  std::uint32_t type = 0, link = 0;    ///< ELF sh_type, sh_link
  bool executable = false;
  bool allocated = false;  ///< part of the program when it is loaded
};

/// The section headers of an ELF file ("System V Application Binary Interface", chapters 4 and 5).
struct ElfFile {
  std::uint16_t machine = 0;  ///< e_machine
  std::uint32_t flags = 0;    ///< e_flags
  std::uint8_t abi_version = 0;
  bool understood = false;  ///< 64-bit and little-endian; of others only the machine is known
  std::vector<Section> sections;
};

/// The refusal of one that is cut or contradicts itself.
tl::unexpected<Problem> damaged_elf(std::string_view what);

bool is_elf(ByteReader& reader);
Result<ElfFile> read_elf(ByteReader& reader);

/// "x86_64", "aarch64", ..., "cubin" for NVIDIA's machine code; "machine-123" for one without a name here.
std::string elf_machine_name(std::uint16_t machine);

/// What a library says about itself and what it needs.
struct ElfDynamic {
  std::vector<std::string> needed;  ///< DT_NEEDED
  std::string soname;               ///< DT_SONAME
};
Result<ElfDynamic> read_dynamic(ByteReader& reader, const ElfFile& elf);

/// Fills in what relocations without a symbol (R_*_RELATIVE of .rela.dyn) put at these addresses; others stay as they
/// are. One pass over the table, however many addresses are asked for.
void apply_relative_relocations(ByteReader& reader, const ElfFile& elf, std::map<std::uint64_t, std::uint64_t>& words);

}  // namespace kenv::gpu
