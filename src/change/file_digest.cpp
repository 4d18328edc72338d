// SPDX-License-Identifier: Apache-2.0
#include "change/file_digest.hpp"

#include <span>
#include <vector>

#include "index/local_index.hpp"
#include "io/parallel.hpp"

namespace kenv::change {

Sha256Digest digest_of_file(const io::fs::path& path) {
  const auto file = io::open_for_reading(path);
  std::vector<std::byte> buffer(1 << 20);
  Sha256 hash;
  std::uint64_t offset = 0;
  while (const std::size_t got = io::read_at(file, offset, buffer, path)) {
    hash.update(std::span(buffer).first(got));
    offset += got;
  }
  return hash.finish();
}

void add_digests_of_local_wheels(plan::Plan& plan) {
  io::parallel_for(plan.steps.size(), 1, [&](std::size_t i) {
    auto& wheel = plan.steps[i].wheel;
    if (!wheel || wheel->file.sha256) return;
    if (const auto path = index::local_path(wheel->file.url)) wheel->file.sha256 = digest_of_file(*path);
  });
}

}  // namespace kenv::change
