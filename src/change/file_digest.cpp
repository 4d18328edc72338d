// SPDX-License-Identifier: Apache-2.0
#include "change/file_digest.hpp"

#include <set>
#include <span>
#include <vector>

#include "base/error.hpp"
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

void add_digests_of_local_wheels(plan::Plan& plan, const VouchedDigests& vouched) {
  io::parallel_for(plan.steps.size(), 1, [&](std::size_t i) {
    auto& wheel = plan.steps[i].wheel;
    const auto path = wheel ? index::local_path(wheel->file.url) : std::nullopt;
    if (!path) return;
    std::set<DigestAlgorithm> others = algorithms_of(wheel->file.digests());
    if (const auto* allowed = vouched_of(plan.steps[i], vouched))
      for (const auto& digest : *allowed) others.insert(digest.algorithm);
    const auto digests = digests_of_file(*path, others);
    require_vouched(plan.steps[i], vouched, digests);
    if (const auto wrong = mismatch(digests, wheel->file.digests()))
      throw Error(ExitCode::VerificationFailed, "hash-mismatch", wheel->file.filename + ": " + *wrong,
                  "whoever stated that digest meant another file");
    wheel->file.sha256 = digests.sha256;
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
