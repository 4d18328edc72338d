// SPDX-License-Identifier: Apache-2.0
// Members of a static library.
#include <span>

#include "fuzz/targets.hpp"
#include "gpu/archive_members.hpp"
#include "gpu/byte_reader.hpp"

namespace kenv::fuzz {

void static_archive(std::string_view text) {
  const gpu::MemorySource source(std::as_bytes(std::span(text)));
  gpu::ByteReader reader(source);
  if (gpu::is_archive(reader)) static_cast<void>(gpu::read_archive_members(reader));
}

}  // namespace kenv::fuzz
