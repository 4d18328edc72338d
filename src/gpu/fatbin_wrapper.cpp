// SPDX-License-Identifier: Apache-2.0
#include "gpu/fatbin_wrapper.hpp"

#include <map>
#include <optional>

namespace kenv::gpu {
namespace {

// struct { u32 magic; u32 version; const void* data; void* filename_or_fatbins; }
constexpr std::size_t kWrapperSize = 24;
constexpr std::uint32_t kWrapperMagic = 0x466243b1;
constexpr std::uint32_t kDeviceLinked = 2;  // version 1 is an ordinary module
constexpr std::size_t kMostWrappers = 1u << 20;

bool is_wrapper_section(const Section& section) {
  return section.name == ".nvFatBinSegment" || section.name == ".nvFatBi";  // PE cuts names to eight bytes
}

/// Where loaded addresses lie in the file.
class AddressMap {
 public:
  explicit AddressMap(const std::vector<Section>& sections) {
    for (const Section& section : sections)
      if (section.allocated && section.size > 0) by_address_[section.address] = &section;
  }
  std::optional<std::uint64_t> file_offset(std::uint64_t address) const {
    auto next = by_address_.upper_bound(address);
    if (next == by_address_.begin()) return std::nullopt;
    const Section& section = *std::prev(next)->second;
    if (address - section.address >= section.size) return std::nullopt;
    return section.offset + (address - section.address);
  }

 private:
  std::map<std::uint64_t, const Section*> by_address_;
};

}  // namespace

Registrations read_registrations(ByteReader& reader, const std::vector<Section>& sections, const ElfFile* elf) {
  // Pointers by their own address: most linkers store the value in place, lld leaves zeros and a relocation.
  std::map<std::uint64_t, std::uint64_t> pointers;
  std::set<std::uint64_t> device_linked;  // addresses of pointers, too
  bool left_to_loader = false;
  for (const Section& section : sections) {
    if (!is_wrapper_section(section) || !reader.contains(section.offset, section.size)) continue;
    for (std::uint64_t at = 0; section.size - at >= kWrapperSize && pointers.size() < kMostWrappers;
         at += kWrapperSize) {
      const auto wrapper = reader.at(section.offset + at, kWrapperSize);
      if (!wrapper || number_at<std::uint32_t>(*wrapper, 0) != kWrapperMagic) break;
      const std::uint64_t pointer = section.address + at + 8, data = number_at<std::uint64_t>(*wrapper, 8);
      pointers[pointer] = data;
      left_to_loader |= data == 0;
      if (number_at<std::uint32_t>(*wrapper, 4) == kDeviceLinked) device_linked.insert(pointer);
    }
  }
  if (left_to_loader && elf != nullptr) apply_relative_relocations(reader, *elf, pointers);

  Registrations registrations;
  const AddressMap addresses(sections);
  for (const auto& [pointer, data] : pointers) {
    const auto offset = addresses.file_offset(data);
    if (data == 0 || !offset) continue;
    registrations.containers.insert(*offset);
    if (device_linked.contains(pointer)) registrations.device_linked.insert(*offset);
  }
  return registrations;
}

}  // namespace kenv::gpu
