// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "base/result.hpp"
#include "gpu/byte_reader.hpp"
#include "gpu/elf_sections.hpp"
#include "gpu/fatbin.hpp"

namespace kenv::gpu {

inline constexpr std::uint16_t kCubinMachine = 190;  ///< EM_CUDA

/// The one image of a file that is a cubin by itself (a Triton cache, flashinfer's cubins): an ELF file for the GPU.
Result<Fatbin> read_cubin(ByteReader& reader, const ElfFile& elf);

}  // namespace kenv::gpu
