// SPDX-License-Identifier: Apache-2.0
#include "gpu/elf_sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace kenv::gpu {
namespace {

constexpr std::size_t kHeaderSize = 64, kElfSectionSize = 64;
constexpr std::uint32_t kNoBits = 8;  // SHT_NOBITS: takes no room in the file
constexpr std::uint64_t kFlagAllocated = 2, kFlagExecutable = 4;
constexpr std::uint16_t kExtended = 0xffff;        // SHN_XINDEX: the real number stands in section 0
constexpr std::uint64_t kMostSections = 1u << 17;  // object files with a section per function have tens of thousands

Section section_from(Bytes header) {
  Section section;
  section.type = number_at<std::uint32_t>(header, 4);
  const auto flags = number_at<std::uint64_t>(header, 8);
  section.allocated = (flags & kFlagAllocated) != 0;
  section.executable = (flags & kFlagExecutable) != 0;
  section.address = number_at<std::uint64_t>(header, 16);
  section.offset = number_at<std::uint64_t>(header, 24);
  section.size = section.type == kNoBits ? 0 : number_at<std::uint64_t>(header, 32);
  section.link = number_at<std::uint32_t>(header, 40);
  return section;
}

}  // namespace

tl::unexpected<Problem> damaged_elf(std::string_view what) {
  return refuse(fmt::format("damaged ELF file: {}", what), {}, "fetch the file again");
}

bool is_elf(ByteReader& reader) {
  const auto magic = reader.at(0, 4);
  return magic && number_at<std::uint32_t>(*magic, 0) == 0x464c457f;  // 0x7f "ELF"
}

Result<ElfFile> read_elf(ByteReader& reader) {
  const auto identification = reader.at(0, 20);  // e_ident, e_type and e_machine: alike in 32 and 64 bits
  if (!identification) return damaged_elf("it ends within its header");
  const auto bits = number_at<std::uint8_t>(*identification, 4),
             byte_order = number_at<std::uint8_t>(*identification, 5);
  if (bits < 1 || bits > 2 || byte_order < 1 || byte_order > 2) return damaged_elf("impossible class or byte order");

  ElfFile elf;
  elf.abi_version = number_at<std::uint8_t>(*identification, 8);
  elf.machine = number_at<std::uint16_t>(*identification, 18);
  if (byte_order == 2) elf.machine = static_cast<std::uint16_t>((elf.machine << 8) | (elf.machine >> 8));
  if (bits == 1 || byte_order == 2) return elf;
  elf.understood = true;

  const auto header = reader.at(0, kHeaderSize);
  if (!header) return damaged_elf("it ends within its header");
  elf.flags = number_at<std::uint32_t>(*header, 48);
  const auto table = number_at<std::uint64_t>(*header, 40);
  const auto entry_size = number_at<std::uint16_t>(*header, 58);
  std::uint64_t count = number_at<std::uint16_t>(*header, 60), names = number_at<std::uint16_t>(*header, 62);
  if (table == 0) return elf;
  if (entry_size != kElfSectionSize) return damaged_elf(fmt::format("section headers of {} bytes", entry_size));

  const auto first = reader.at(table, kElfSectionSize);
  if (!first) return damaged_elf("its section headers lie beyond its end");
  if (count == 0) count = number_at<std::uint64_t>(*first, 32);
  if (names == kExtended) names = number_at<std::uint32_t>(*first, 40);
  if (count > kMostSections) return damaged_elf(fmt::format("{} sections", count));
  const auto headers = reader.copy(table, count * kElfSectionSize);
  if (!headers) return damaged_elf("its section headers lie beyond its end");
  if (count == 0) return elf;
  if (names >= count) return damaged_elf("its section names are missing");

  const auto header_at = [&](std::uint64_t index) {
    return Bytes(*headers).subspan(static_cast<std::size_t>(index) * kElfSectionSize, kElfSectionSize);
  };
  const Section name_table = section_from(header_at(names));
  elf.sections.reserve(static_cast<std::size_t>(count));
  for (std::uint64_t i = 0; i < count; ++i) {
    Section section = section_from(header_at(i));
    const auto name_offset = number_at<std::uint32_t>(header_at(i), 0);
    if (name_offset < name_table.size && reader.contains(name_table.offset, name_table.size))
      section.name = reader.text_at(name_table.offset + name_offset, 64).value_or("");
    elf.sections.push_back(std::move(section));
  }
  return elf;
}

std::string elf_machine_name(std::uint16_t machine) {
  constexpr std::array<std::pair<std::uint16_t, std::string_view>, 10> kNames{{
      {3, "i386"},
      {20, "ppc"},
      {21, "ppc64"},
      {22, "s390x"},
      {40, "arm"},
      {62, "x86_64"},
      {183, "aarch64"},
      {190, "cubin"},
      {243, "riscv"},
      {258, "loongarch"},
  }};
  for (const auto& [number, name] : kNames)
    if (number == machine) return std::string(name);
  return fmt::format("machine-{}", machine);
}

}  // namespace kenv::gpu
