// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "unit/gpu/fixture.hpp"

// Containers and object files made field by field, for what no compiler writes.
namespace kenv::gpu {

struct SyntheticImage {
  std::uint16_t kind = 2;  ///< 1 PTX, 2 cubin, 8 LTO-IR
  std::uint32_t architecture = 80;
  std::uint64_t flags = 0x11;
  std::uint32_t header_size = 64;
  std::uint64_t payload_size = 16;
  std::uint16_t major = 1, minor = 7;
  std::uint16_t version = 0x0101;
};

void append(ByteVector& bytes, std::uint64_t value, std::size_t size);
ByteVector synthetic_container(const std::vector<SyntheticImage>& images);

struct SyntheticSection {
  std::string name;
  ByteVector content;
  std::uint32_t flags = 2;  ///< SHF_ALLOC
};
/// A 64-bit ELF library for x86-64 whose sections are loaded at their file offsets.
ByteVector synthetic_elf(const std::vector<SyntheticSection>& sections);
/// A PE32+ DLL; names of more than eight bytes go to the string table, as GNU tools do it.
ByteVector synthetic_pe(const std::vector<SyntheticSection>& sections);

}  // namespace kenv::gpu
