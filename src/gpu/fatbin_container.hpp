// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "gpu/byte_reader.hpp"
#include "gpu/elf_sections.hpp"
#include "gpu/fatbin.hpp"

namespace kenv::gpu {

/// How much a scan of one file may still do. The largest libraries known hold some 40,000 images; a file that is made
/// to keep its reader busy runs out of this instead.
struct ScanBudget {
  std::uint64_t headers = 1u << 20;     ///< containers and images
  std::uint64_t padding = 16u << 20;    ///< bytes between containers
  std::uint64_t searched = 8ull << 30;  ///< bytes looked through by find_containers
};

/// The magic of a fatbin with version and header size, as the first eight bytes of a container.
inline constexpr std::uint64_t kFatbinMagic = 0x00100001ba55ed50;

/// A container and where it ends.
struct ContainerAt {
  Fatbin fatbin;
  std::uint64_t end = 0;
};

/// Reads the container at `offset`, of which nothing may lie at or beyond `limit`.
Result<ContainerAt> read_container(ByteReader& reader, std::uint64_t offset, std::uint64_t limit, ScanBudget& budget);

/// Reads a section that consists of containers and the padding between them. Anything else in it is refused: a
/// container that is not seen would be kernels that are silently left out of a verdict.
Result<std::vector<Fatbin>> read_containers(ByteReader& reader, const Section& section, ScanBudget& budget);

/// Searches a section that holds containers among other data. What looks like one and is none is passed over.
Result<std::vector<Fatbin>> find_containers(ByteReader& reader, const Section& section, ScanBudget& budget);

}  // namespace kenv::gpu
