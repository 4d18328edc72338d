// SPDX-License-Identifier: Apache-2.0
#include "gpu/cubin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

// In a fatbin the entry header says exactly what an image was built for. A bare cubin says it in pieces:
//   - the number in e_flags: bits 8 to 15 since ABI version 8 (CUDA 13), bits 0 to 7 before;
//   - 'a' before ABI version 8 in bit 11 of e_flags, since then as an attribute in .nv.compat;
//   - 'f' nowhere but in the assembler's command line, which .note.nv.tkinfo quotes ("-arch sm_100f").
namespace kenv::gpu {
namespace {

constexpr std::uint32_t kOldArchitectureSpecific = 0x800;
constexpr int kFirstWithSuffix = 90;

/// .nv.compat is a list of attributes {u8 format, u8 name, u16 value}; of format 4 the value is a length in bytes.
bool compat_says_architecture_specific(Bytes attributes) {
  for (std::size_t at = 0; at + 4 <= attributes.size();) {
    const auto format = number_at<std::uint8_t>(attributes, at), name = number_at<std::uint8_t>(attributes, at + 1);
    if (format == 2 && name == 9) return number_at<std::uint8_t>(attributes, at + 2) == 1;
    at += 4 + (format == 4 ? number_at<std::uint16_t>(attributes, at + 2) : 0u);
  }
  return false;
}

std::optional<Bytes> content_of(ByteReader& reader, const ElfFile& elf, std::string_view name) {
  const auto section = std::ranges::find(elf.sections, name, &Section::name);
  if (section == elf.sections.end()) return std::nullopt;
  return reader.at(section->offset,
                   static_cast<std::size_t>(std::min<std::uint64_t>(section->size, ByteReader::kWindow)));
}

/// The letter behind the number in "-arch sm_100f" of the note: 'a', 'f', or 0 for none; nothing if it does not say.
std::optional<char> suffix_in_note(Bytes note, int number) {
  const std::string text(reinterpret_cast<const char*>(note.data()), note.size());
  const std::string wanted = fmt::format("-arch sm_{}", number);
  const auto at = text.find(wanted);
  if (at == std::string::npos) return std::nullopt;
  const char next = at + wanted.size() < text.size() ? text[at + wanted.size()] : ' ';
  return next == 'a' || next == 'f' ? next : '\0';
}

CodeTarget::Suffix suffix_of(ByteReader& reader, const ElfFile& elf, int number) {
  using enum CodeTarget::Suffix;
  if (number < kFirstWithSuffix) return None;
  if (elf.abi_version < 8) return (elf.flags & kOldArchitectureSpecific) != 0 ? Architecture : None;
  const auto compat = content_of(reader, elf, ".nv.compat");
  if (compat && compat_says_architecture_specific(*compat)) return Architecture;
  std::optional<char> letter;
  if (const auto note = content_of(reader, elf, ".note.nv.tkinfo")) letter = suffix_in_note(*note, number);
  if (letter) return *letter == 'a' ? Architecture : *letter == 'f' ? Family : None;
  // Neither says anything: the narrowest reading claims nothing that is not so.
  return Architecture;
}

}  // namespace

Result<Fatbin> read_cubin(ByteReader& reader, const ElfFile& elf) {
  const auto number = static_cast<int>(elf.abi_version >= 8 ? (elf.flags >> 8) & 0xff : elf.flags & 0xff);
  if (!elf.understood || number < 10) return refuse("a cubin that does not say which GPU it is for");
  FatbinImage image;
  image.target.capability = {number / 10, number % 10};
  image.target.suffix = suffix_of(reader, elf, number);
  Fatbin fatbin;
  fatbin.images.push_back(image);
  return fatbin;
}

}  // namespace kenv::gpu
