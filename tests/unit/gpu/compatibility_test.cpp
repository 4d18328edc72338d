// SPDX-License-Identifier: Apache-2.0
#include "gpu/compatibility.hpp"

#include "support/catch.hpp"

namespace kenv::gpu {
namespace {

std::string_view answer(const char* target, const char* gpu) {
  return to_text(coverage_of(*CodeTarget::parse(target), *ComputeCapability::parse(gpu)));
}

}  // namespace

TEST_CASE("code runs on a GPU by the rules of the programming guide") {
  struct Row {
    const char* target;
    const char* gpu;
    const char* expected;
  };
  const Row rows[] = {
      // machine code: the same generation, this revision or later
      {"sm_80", "8.0", "native"},
      {"sm_80", "8.6", "native"},
      {"sm_80", "8.9", "native"},
      {"sm_86", "8.0", "none"},
      {"sm_80", "7.5", "none"},
      {"sm_80", "9.0", "none"},
      {"sm_70", "7.5", "native"},
      {"sm_90", "9.0", "native"},
      {"sm_100", "10.3", "native"},
      {"sm_100", "12.0", "none"},
      {"sm_120", "12.1", "native"},
      {"sm_120", "9.0", "none"},
      {"sm_80", "8.7", "native"},
      // PTX: this capability and everything later
      {"compute_80", "8.0", "jit"},
      {"compute_80", "9.0", "jit"},
      {"compute_80", "12.0", "jit"},
      {"compute_80", "7.5", "none"},
      {"compute_120", "9.0", "none"},
      {"compute_50", "12.1", "jit"},
      // 'a': this one and no other, for both kinds
      {"sm_90a", "9.0", "native"},
      {"sm_90a", "10.0", "none"},
      {"sm_100a", "10.3", "none"},
      {"compute_90a", "9.0", "jit"},
      {"compute_90a", "10.0", "none"},
      {"sm_120a", "12.1", "none"},
      // 'f': the family from this revision on
      {"sm_100f", "10.0", "native"},
      {"sm_100f", "10.3", "native"},
      {"sm_103f", "10.0", "none"},
      {"sm_100f", "11.0", "none"},
      {"sm_120f", "12.1", "native"},
      {"sm_121f", "12.0", "none"},
      {"compute_120f", "12.1", "jit"},
      {"compute_100f", "12.0", "none"},
      // Thor's two numbers name one part
      {"sm_101", "11.0", "native"},
      {"sm_110", "10.1", "native"},
      {"sm_101a", "11.0", "native"},
      {"sm_100", "10.1", "none"},
      // code for a later link is not runnable as it is
      {"lto_80", "8.0", "none"},
  };
  for (const Row& row : rows) {
    INFO(row.target << " on " << row.gpu);
    CHECK(answer(row.target, row.gpu) == row.expected);
  }
}

TEST_CASE("Jetson and Thor are known as Tegra parts, DGX Spark and desktop GPUs are not") {
  for (const char* tegra : {"5.3", "6.2", "7.2", "8.7", "11.0", "10.1"})
    CHECK(is_tegra(*ComputeCapability::parse(tegra)));
  for (const char* other : {"7.5", "8.6", "9.0", "10.0", "12.0", "12.1"})
    CHECK_FALSE(is_tegra(*ComputeCapability::parse(other)));
}

TEST_CASE("each CUDA version has the PTX version of NVIDIA's release table") {
  struct Row {
    CudaVersion cuda;
    PtxIsa isa;
  };
  for (const Row& row :
       {Row{{8, 0}, {5, 0}}, Row{{10, 2}, {6, 5}}, Row{{11, 0}, {7, 0}}, Row{{11, 8}, {7, 8}}, Row{{12, 0}, {8, 0}},
        Row{{12, 4}, {8, 4}}, Row{{12, 5}, {8, 5}}, Row{{12, 6}, {8, 5}}, Row{{12, 7}, {8, 6}}, Row{{12, 8}, {8, 7}},
        Row{{12, 9}, {8, 8}}, Row{{13, 0}, {9, 0}}, Row{{13, 2}, {9, 2}}}) {
    INFO("CUDA " << row.cuda.text());
    CHECK(ptx_isa_of(row.cuda) == row.isa);
  }
}

TEST_CASE("the CUDA version that first compiles a PTX version compiles it, and the one before does not") {
  for (int major = 5; major <= 9; ++major)
    for (int minor = 0; minor <= 9; ++minor) {
      const PtxIsa isa{major, minor};
      INFO("PTX " << isa.text());
      CHECK(ptx_isa_of(cuda_for(isa)) >= isa);
    }
  CHECK(cuda_for({8, 5}) == CudaVersion{12, 5});
  CHECK(cuda_for({8, 7}) == CudaVersion{12, 8});
  CHECK(cuda_for({9, 8}) == CudaVersion{13, 8});  // later than anything known: never said to be old
}

}  // namespace kenv::gpu
