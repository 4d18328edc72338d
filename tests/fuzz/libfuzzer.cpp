// SPDX-License-Identifier: Apache-2.0
// The driver for clang's libFuzzer. One program holds all targets; the name by which it is called says which one runs:
// fuzz_version, fuzz_marker, ... (hard links of one file), or the variable KENV_FUZZ_TARGET.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "fuzz/targets.hpp"

namespace {

const kenv::fuzz::Target* chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char*** arguments) {
  std::string name = (*arguments)[0];
  name.erase(0, name.rfind('/') + 1);
  const char* asked = std::getenv("KENV_FUZZ_TARGET");
  if (asked != nullptr)
    name = asked;
  else if (name.starts_with("fuzz_"))
    name.erase(0, 5);
  const auto all = kenv::fuzz::targets();
  const auto found = std::ranges::find(all, name, &kenv::fuzz::Target::name);
  if (found == all.end()) {
    std::fprintf(stderr, "error: there is no target %s\nhint: set KENV_FUZZ_TARGET to one of:", name.c_str());
    for (const auto& target : all) std::fprintf(stderr, " %s", std::string(target.name).c_str());
    std::fprintf(stderr, "\n");
    std::exit(2);
  }
  chosen = &*found;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  chosen->run({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
