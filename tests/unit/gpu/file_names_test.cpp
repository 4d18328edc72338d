// SPDX-License-Identifier: Apache-2.0
#include "gpu/file_names.hpp"

#include "support/catch.hpp"

namespace kenv::gpu {

TEST_CASE("Only names of compiled files are looked into") {
  for (const char* name : {"a.so", "a/b.so.12", "a.so.1.2.3", "x.cubin", "x.fatbin", "_C.pyd", "c10.dll",
                           "x.cpython-312-x86_64-linux-gnu.so"})
    CHECK(may_hold_gpu_code(name));
  for (const char* name : {"a.py", "a.so.py", "a.so.", "so", "a.sox", "a.so.1a", "a.a"})
    CHECK_FALSE(may_hold_gpu_code(name));
}

}  // namespace kenv::gpu
