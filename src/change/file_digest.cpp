// SPDX-License-Identifier: Apache-2.0
#include "change/file_digest.hpp"

#include <span>
#include <vector>

#include "index/local_index.hpp"
#include "io/parallel.hpp"

namespace kenv::change {

Digests digests_of_file(const io::fs::path& path, const std::set<DigestAlgorithm>& others) {
  const auto file = io::open_for_reading(path);
  std::vector<std::byte> buffer(1 << 20);
  FileHash hash(others);
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
    if (const auto path = index::local_path(wheel->file.url)) wheel->file.sha256 = digests_of_file(*path).sha256;
  });
}

void add_sizes_of_local_wheels(plan::Plan& plan) {
  for (auto& step : plan.steps) {
    if (!step.wheel || step.wheel->file.size) continue;
    const auto path = index::local_path(step.wheel->file.url);
    const auto status = path ? io::target_status(*path) : std::nullopt;
    if (status) step.wheel->file.size = status->size;
  }
}

}  // namespace kenv::change
