// SPDX-License-Identifier: Apache-2.0
#include "resolvers/builds/ranking.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "gpu/driver_version.hpp"
#include "resolvers/builds/coverage.hpp"

namespace kenv::resolvers {
namespace {

/// Smaller is better, part by part.
struct Rank {
  int installed = 1, here = 1, unknown = 0, channel = 0;
  int distance = 0;  ///< repair: 0 same version, 1 newer, 2 older
  const python::Version* version = nullptr;
  int no_cpu = 0;  ///< without a GPU the CPU build is the one that fits
  int jit = 0, partial = 0, declared = 0;
  gpu::CudaVersion cuda{};
  std::string variant;
  std::size_t index = 0;
};

int channel_rank(manifest::Channel channel, bool nightly_wanted) {
  if (nightly_wanted && channel == manifest::Channel::Nightly) return -1;
  return static_cast<int>(channel);
}

Rank rank_of(const Candidate& candidate, const RankingContext& context) {
  Rank rank;
  rank.here = candidate.installed ? 0 : 1;
  rank.installed = context.upgrading ? 0 : rank.here;
  rank.unknown = is_known(candidate) ? 0 : 1;
  rank.channel = channel_rank(channel_of(candidate), context.request.nightly);
  rank.version = &candidate.version;
  if (context.repairing) {
    const auto order = candidate.version.without_local() <=> context.repairing->without_local();
    rank.distance = order == 0 ? 0 : order > 0 ? 1 : 2;
  }
  if (candidate.build && candidate.build->has_gpu_code())
    for (const auto& gpu : context.request.gpus) {
      const auto coverage = coverage_of(*candidate.build, gpu, context.request, context.catalog);
      if (coverage.main != gpu::Coverage::Native) rank.jit = 1;
      if (!coverage.complete()) rank.partial = 1;
    }
  rank.declared = candidate.build && candidate.build->evidence.kind == manifest::Evidence::Kind::Measured ? 0 : 1;
  rank.no_cpu = context.request.gpus.empty() && candidate.variant != "cpu" ? 1 : 0;
  if (const auto cuda = gpu::CudaVersion::parse_variant(candidate.variant)) rank.cuda = *cuda;
  rank.variant = candidate.variant;
  const auto place = std::ranges::find(context.indexes, candidate.index);
  rank.index = static_cast<std::size_t>(place - context.indexes.begin());
  return rank;
}

bool same_line(const python::Version& a, const python::Version& b) {
  return a.epoch == b.epoch && a.release_at(0) == b.release_at(0) && a.release_at(1) == b.release_at(1);
}

/// Of two versions, which is the better step: upwards the nearer line, within another line its newest patch (the line
/// is entered at its best), within the installed line the nearer patch.
bool nearer(const python::Version& a, const python::Version& b, int distance, const python::Version& from) {
  if (distance != 1) return a > b;
  if (same_line(a, b) && !same_line(a, from)) return a > b;
  return a < b;
}

bool better(const Rank& a, const Rank& b, const RankingContext& context) {
  const auto coarse = [](const Rank& r) { return std::tuple(r.installed, r.unknown, r.channel, r.distance); };
  if (coarse(a) != coarse(b)) return coarse(a) < coarse(b);
  const python::Version left = a.version->without_local(), right = b.version->without_local();
  if (left != right) return context.repairing ? nearer(left, right, a.distance, *context.repairing) : left > right;
  const auto fine = [](const Rank& r) { return std::tuple(r.here, r.no_cpu, r.jit, r.partial, r.declared); };
  if (fine(a) != fine(b)) return fine(a) < fine(b);
  if (a.cuda != b.cuda) return a.cuda > b.cuda;
  if (a.index != b.index) return a.index < b.index;
  if (a.variant != b.variant) return a.variant > b.variant;
  return *a.version > *b.version;
}

}  // namespace

manifest::Channel channel_of(const Candidate& candidate) {
  if (candidate.build) return candidate.build->channel;
  if (candidate.version.dev) return manifest::Channel::Nightly;
  return candidate.version.pre ? manifest::Channel::Test : manifest::Channel::Stable;
}

bool is_known(const Candidate& candidate) {
  return candidate.installed ||
         (candidate.build && (candidate.build->has_gpu_code() || is_cpu_build(*candidate.build)));
}

void rank(std::vector<Candidate>& candidates, const RankingContext& context) {
  std::vector<Rank> ranks;
  ranks.reserve(candidates.size());
  for (const auto& candidate : candidates) ranks.push_back(rank_of(candidate, context));
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return better(ranks[a], ranks[b], context); });
  std::vector<Candidate> sorted;
  sorted.reserve(candidates.size());
  for (std::size_t i : order) sorted.push_back(std::move(candidates[i]));
  candidates = std::move(sorted);
}

}  // namespace kenv::resolvers
