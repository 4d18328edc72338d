// SPDX-License-Identifier: Apache-2.0
#include "gpu/pe_sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.hpp"

namespace kenv::gpu {
namespace {

constexpr std::size_t kFileHeaderSize = 20, kPeSectionSize = 40, kSymbolSize = 18;
constexpr std::uint32_t kMemoryExecute = 0x20000000;  // IMAGE_SCN_MEM_EXECUTE

tl::unexpected<Problem> damaged_pe(std::string_view what) {
  return refuse(fmt::format("damaged PE file: {}", what), {}, "fetch the file again");
}

/// Where the signature "PE\0\0" stands, if it does.
std::optional<std::uint64_t> signature_offset(ByteReader& reader) {
  const auto dos = reader.at(0, 64);
  if (!dos || number_at<std::uint16_t>(*dos, 0) != 0x5a4d) return std::nullopt;  // "MZ"
  const std::uint64_t offset = number_at<std::uint32_t>(*dos, 60);
  const auto signature = reader.at(offset, 4);
  if (!signature || number_at<std::uint32_t>(*signature, 0) != 0x00004550) return std::nullopt;
  return offset;
}

/// Names have 8 bytes. GNU tools write longer ones into the string table behind the symbols and put "/offset" here;
/// Microsoft's linker cuts them: .nv_fatbin becomes .nv_fatb.
std::string section_name(ByteReader& reader, Bytes header, std::uint64_t string_table) {
  std::string name;
  for (std::size_t i = 0; i < 8 && header[i] != std::byte{0}; ++i) name += static_cast<char>(header[i]);
  if (!name.starts_with('/') || string_table == 0) return name;
  const auto offset = text::parse_unsigned(std::string_view(name).substr(1));
  if (!offset) return name;
  return reader.text_at(string_table + *offset, 64).value_or(name);
}

}  // namespace

bool is_pe(ByteReader& reader) { return signature_offset(reader).has_value(); }

Result<PeFile> read_pe(ByteReader& reader) {
  const auto signature = signature_offset(reader);
  if (!signature) return damaged_pe("it has no PE signature");
  const std::uint64_t file_header_at = *signature + 4;
  const auto file_header = reader.at(file_header_at, kFileHeaderSize);
  if (!file_header) return damaged_pe("it ends within its header");
  PeFile pe;
  pe.machine = number_at<std::uint16_t>(*file_header, 0);
  const auto count = number_at<std::uint16_t>(*file_header, 2);
  const std::uint64_t symbols = number_at<std::uint32_t>(*file_header, 8);
  const std::uint64_t symbol_count = number_at<std::uint32_t>(*file_header, 12);
  const auto optional_size = number_at<std::uint16_t>(*file_header, 16);
  const std::uint64_t string_table = symbols == 0 ? 0 : symbols + symbol_count * kSymbolSize;

  std::uint64_t image_base = 0;
  const std::uint64_t optional_at = file_header_at + kFileHeaderSize;
  if (optional_size >= 32) {
    const auto optional = reader.at(optional_at, 32);
    if (!optional) return damaged_pe("it ends within its header");
    const bool is_64_bit = number_at<std::uint16_t>(*optional, 0) == 0x20b;  // PE32+
    image_base = is_64_bit ? number_at<std::uint64_t>(*optional, 24) : number_at<std::uint32_t>(*optional, 28);
  }

  const std::uint64_t table = optional_at + optional_size;
  const auto headers = reader.copy(table, std::uint64_t{count} * kPeSectionSize);
  if (!headers) return damaged_pe("its section headers lie beyond its end");
  for (std::size_t i = 0; i < count; ++i) {
    const Bytes header = Bytes(*headers).subspan(i * kPeSectionSize, kPeSectionSize);
    const std::uint64_t virtual_size = number_at<std::uint32_t>(header, 8);
    const std::uint64_t stored_size = number_at<std::uint32_t>(header, 16);
    Section section;
    section.name = section_name(reader, header, string_table);
    section.address = image_base + number_at<std::uint32_t>(header, 12);
    section.offset = number_at<std::uint32_t>(header, 20);
    section.size = virtual_size == 0 ? stored_size : std::min(virtual_size, stored_size);  // the rest is padding
    section.executable = (number_at<std::uint32_t>(header, 36) & kMemoryExecute) != 0;
    section.allocated = true;
    pe.sections.push_back(std::move(section));
  }
  return pe;
}

std::string pe_machine_name(std::uint16_t machine) {
  switch (machine) {
    case 0x8664:
      return "x86_64";
    case 0xaa64:
      return "aarch64";
    case 0x14c:
      return "i386";
    default:
      return fmt::format("machine-{}", machine);
  }
}

}  // namespace kenv::gpu
