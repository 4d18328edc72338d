// SPDX-License-Identifier: Apache-2.0
#include "resolvers/builds/ranking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "gpu/driver_version.hpp"
#include "resolvers/builds/coverage.hpp"

namespace kenv::resolvers {
namespace {

/// What the criteria look at. Of the numbers the smaller is the better.
struct Standing {
  int installed = 1, here = 1, unknown = 0, channel = 0, jit = 0;
  int distance = 0;         ///< repair: 0 same version, 1 newer, 2 older
  python::Version version;  ///< without its local part
  int no_cpu = 0;           ///< without a GPU the CPU build is the one that fits
  int partial = 0, declared = 0;
  gpu::CudaVersion cuda{};
  std::size_t index = 0;
  const Candidate* candidate = nullptr;
};

Standing standing_of(const Candidate& candidate, const RankingContext& context) {
  Standing standing;
  const bool asked_for = context.request.nightly && channel_of(candidate) == manifest::Channel::Nightly;
  standing.here = candidate.installed ? 0 : 1;
  standing.installed = context.upgrading ? 0 : standing.here;
  standing.unknown = is_known(candidate) || asked_for ? 0 : 1;
  standing.channel = asked_for ? -1 : static_cast<int>(channel_of(candidate));
  standing.version = candidate.version.without_local();
  if (context.repairing) {
    const auto order = standing.version <=> context.repairing->without_local();
    standing.distance = order == 0 ? 0 : order > 0 ? 1 : 2;
  }
  if (candidate.build && candidate.build->has_gpu_code())
    for (const auto& gpu : context.request.gpus) {
      const auto coverage = coverage_of(*candidate.build, gpu, context.request, context.catalog);
      if (coverage.main == gpu::Coverage::Jit) standing.jit = 1;
      if (!coverage.complete()) standing.partial = 1;
    }
  const bool measured = candidate.build && candidate.build->evidence.kind == manifest::Evidence::Kind::Measured;
  standing.declared = measured ? 0 : 1;
  standing.no_cpu = context.request.gpus.empty() && candidate.variant != "cpu" ? 1 : 0;
  if (const auto cuda = gpu::CudaVersion::parse_variant(candidate.variant)) standing.cuda = *cuda;
  const auto place = std::ranges::find(context.indexes, candidate.index);
  standing.index = static_cast<std::size_t>(place - context.indexes.begin());
  standing.candidate = &candidate;
  return standing;
}

bool same_line(const python::Version& a, const python::Version& b) {
  return a.epoch == b.epoch && a.release_at(0) == b.release_at(0) && a.release_at(1) == b.release_at(1);
}

/// Which of two versions is the better step: for a new environment the newer one; in a repair upwards the nearer line,
/// within another line its newest patch (the line is entered at its best), within the installed line the nearer patch.
std::strong_ordering by_version(const Standing& a, const Standing& b, const RankingContext& context) {
  const auto newer_first = b.version <=> a.version;
  if (!context.repairing || a.distance != 1) return newer_first;
  if (same_line(a.version, b.version) && !same_line(a.version, *context.repairing)) return newer_first;
  return a.version <=> b.version;
}

using Order = std::strong_ordering (*)(const Standing&, const Standing&, const RankingContext&);
template <auto Member>
std::strong_ordering smaller(const Standing& a, const Standing& b, const RankingContext&) {
  return a.*Member <=> b.*Member;
}

/// The order of preference: the first criterion that tells two builds apart decides, and says why.
struct Criterion {
  Order order;
  const char* because;
  const char* in_a_repair = nullptr;  ///< said instead where an installed build is repaired
};
constexpr Criterion kCriteria[] = {
    {smaller<&Standing::installed>, "it is what is installed"},
    {smaller<&Standing::unknown>, "it is known what it carries"},
    {smaller<&Standing::channel>, "its channel comes first"},
    {smaller<&Standing::jit>, "its machine code runs as it is, nothing has to be compiled by the driver"},
    {smaller<&Standing::distance>, "its version comes first", "it is the smaller change"},
    {by_version, "its version is newer", "its version is nearer to the installed one"},
    {smaller<&Standing::here>, "it is what is installed"},
    {smaller<&Standing::no_cpu>, "no GPU is known, and it is made for none"},
    {smaller<&Standing::partial>, "none of its libraries leaves a GPU out"},
    {smaller<&Standing::declared>, "what it carries was measured, not only declared"},
    {[](const Standing& a, const Standing& b, const RankingContext&) { return b.cuda <=> a.cuda; },
     "it is built for a newer CUDA"},
    {smaller<&Standing::index>, "its index is the preferred one"},
    {[](const Standing& a, const Standing& b, const RankingContext&) {
       return b.candidate->variant <=> a.candidate->variant;
     },
     "its variant comes first"},
    {[](const Standing& a, const Standing& b, const RankingContext&) {
       return b.candidate->version <=> a.candidate->version;
     },
     "its version comes first"},
};

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

std::string build_day(const python::Version& version) {
  if (!version.dev || version.dev->text().size() != 8) return {};
  const std::string digits = version.dev->text();
  return fmt::format("{}-{}-{}", digits.substr(0, 4), digits.substr(4, 2), digits.substr(6, 2));
}

void rank(std::vector<Candidate>& candidates, const RankingContext& context) {
  std::vector<Standing> standings;
  standings.reserve(candidates.size());
  for (const auto& candidate : candidates) standings.push_back(standing_of(candidate, context));
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    for (const auto& criterion : kCriteria)
      if (const auto found = criterion.order(standings[a], standings[b], context); found != 0) return found < 0;
    return false;
  });
  std::vector<Candidate> sorted;
  sorted.reserve(candidates.size());
  for (std::size_t i : order) sorted.push_back(std::move(candidates[i]));
  candidates = std::move(sorted);
}

std::string preference(const Candidate& first, const Candidate& second, const RankingContext& context) {
  const auto one = standing_of(first, context), other = standing_of(second, context);
  for (const auto& criterion : kCriteria)
    if (criterion.order(one, other, context) < 0)
      return context.repairing && criterion.in_a_repair ? criterion.in_a_repair : criterion.because;
  return "its index lists it first";
}

}  // namespace kenv::resolvers
