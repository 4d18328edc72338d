// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "gpu/compatibility.hpp"

namespace kenv::gpu {
namespace {

struct PtxRelease {
  CudaVersion cuda;  ///< the first that has this PTX version
  PtxIsa isa;
};

// "PTX ISA", Release Notes, table "PTX Release History". CUDA 12.6 brought no PTX version of its own.
constexpr std::array<PtxRelease, 47> kReleases{{
    {{1, 0}, {1, 0}},  {{1, 1}, {1, 1}},  {{2, 0}, {1, 2}},  {{2, 1}, {1, 3}},  {{2, 2}, {1, 4}},  {{3, 0}, {2, 0}},
    {{3, 1}, {2, 1}},  {{3, 2}, {2, 2}},  {{4, 0}, {2, 3}},  {{4, 1}, {3, 0}},  {{5, 0}, {3, 1}},  {{5, 5}, {3, 2}},
    {{6, 0}, {4, 0}},  {{6, 5}, {4, 1}},  {{7, 0}, {4, 2}},  {{7, 5}, {4, 3}},  {{8, 0}, {5, 0}},  {{9, 0}, {6, 0}},
    {{9, 1}, {6, 1}},  {{9, 2}, {6, 2}},  {{10, 0}, {6, 3}}, {{10, 1}, {6, 4}}, {{10, 2}, {6, 5}}, {{11, 0}, {7, 0}},
    {{11, 1}, {7, 1}}, {{11, 2}, {7, 2}}, {{11, 3}, {7, 3}}, {{11, 4}, {7, 4}}, {{11, 5}, {7, 5}}, {{11, 6}, {7, 6}},
    {{11, 7}, {7, 7}}, {{11, 8}, {7, 8}}, {{12, 0}, {8, 0}}, {{12, 1}, {8, 1}}, {{12, 2}, {8, 2}}, {{12, 3}, {8, 3}},
    {{12, 4}, {8, 4}}, {{12, 5}, {8, 5}}, {{12, 7}, {8, 6}}, {{12, 8}, {8, 7}}, {{12, 9}, {8, 8}}, {{13, 0}, {9, 0}},
    {{13, 1}, {9, 1}}, {{13, 2}, {9, 2}}, {{13, 3}, {9, 3}}, {{13, 4}, {9, 4}}, {{13, 5}, {9, 5}},
}};

}  // namespace

// Beyond the table both functions follow the pattern of the last years: CUDA x.y brings PTX (x-4).y.

PtxIsa ptx_isa_of(const CudaVersion& cuda) {
  if (cuda > kReleases.back().cuda) return {cuda.major - 4, cuda.minor};
  PtxIsa newest{};
  for (const PtxRelease& release : kReleases)
    if (release.cuda <= cuda) newest = release.isa;
  return newest;
}

CudaVersion cuda_for(const PtxIsa& isa) {
  for (const PtxRelease& release : kReleases)
    if (release.isa >= isa) return release.cuda;
  return {isa.major + 4, isa.minor};
}

}  // namespace kenv::gpu
