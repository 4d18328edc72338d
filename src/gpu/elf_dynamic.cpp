// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "gpu/elf_sections.hpp"

namespace kenv::gpu {
namespace {

constexpr std::uint32_t kSectionDynamic = 6;  // SHT_DYNAMIC
constexpr std::uint64_t kTagEnd = 0, kTagNeeded = 1, kTagSoname = 14;
constexpr std::size_t kDynamicSize = 16, kRelaSize = 24;
constexpr std::size_t kLongestName = 4096;
constexpr std::size_t kMostNeeded = 4096;

/// R_X86_64_RELATIVE, R_AARCH64_RELATIVE: the word becomes load base + addend. None for machines without one here.
std::optional<std::uint64_t> relative_type(std::uint16_t machine) {
  if (machine == 62) return 8;
  if (machine == 183) return 1027;
  return std::nullopt;
}

}  // namespace

Result<ElfDynamic> read_dynamic(ByteReader& reader, const ElfFile& elf) {
  ElfDynamic dynamic;
  const auto section = std::ranges::find(elf.sections, kSectionDynamic, &Section::type);
  if (section == elf.sections.end()) return dynamic;
  if (section->link >= elf.sections.size()) return damaged_elf("its dynamic section names no string table");
  const Section& strings = elf.sections[section->link];
  if (!reader.contains(section->offset, section->size) || !reader.contains(strings.offset, strings.size))
    return damaged_elf("its dynamic section lies beyond its end");

  // Entries first, strings afterwards: the two lie apart, and the reader keeps one window.
  std::vector<std::uint64_t> needed;
  std::optional<std::uint64_t> soname;
  for (std::uint64_t at = 0; section->size - at >= kDynamicSize; at += kDynamicSize) {
    const auto entry = reader.at(section->offset + at, kDynamicSize);
    if (!entry) return damaged_elf("its dynamic section cannot be read");
    const auto tag = number_at<std::uint64_t>(*entry, 0), value = number_at<std::uint64_t>(*entry, 8);
    if (tag == kTagEnd) break;
    if (tag == kTagSoname) soname = value;
    if (tag != kTagNeeded) continue;
    if (needed.size() == kMostNeeded) return damaged_elf("it needs more than 4096 libraries");
    needed.push_back(value);
  }

  const auto name_at = [&](std::uint64_t offset) -> std::optional<std::string> {
    if (offset >= strings.size) return std::nullopt;
    return reader.text_at(strings.offset + offset, kLongestName);
  };
  for (const std::uint64_t offset : needed) {
    auto name = name_at(offset);
    if (!name) return damaged_elf("the name of a needed library is missing");
    dynamic.needed.push_back(std::move(*name));
  }
  if (soname) dynamic.soname = name_at(*soname).value_or("");
  return dynamic;
}

void apply_relative_relocations(ByteReader& reader, const ElfFile& elf, std::map<std::uint64_t, std::uint64_t>& words) {
  const auto wanted = relative_type(elf.machine);
  const auto section = std::ranges::find(elf.sections, ".rela.dyn", &Section::name);
  if (!wanted || section == elf.sections.end() || !reader.contains(section->offset, section->size)) return;
  for (std::uint64_t at = 0; section->size - at >= kRelaSize; at += kRelaSize) {
    const auto entry = reader.at(section->offset + at, kRelaSize);
    if (!entry) return;
    if (number_at<std::uint64_t>(*entry, 8) != *wanted) continue;
    const auto word = words.find(number_at<std::uint64_t>(*entry, 0));
    if (word != words.end()) word->second = number_at<std::uint64_t>(*entry, 16);
  }
}

}  // namespace kenv::gpu
