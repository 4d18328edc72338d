// SPDX-License-Identifier: Apache-2.0
#include "minigpu/native/runtime.hpp"

// The only part that differs from release to release. A companion refers to the symbol with the version in its name
// (minivision.cpp), so that the loader refuses a companion of another release, as it does with real frameworks.
extern "C" {

MINIGPU_API extern const int MINIGPU_ABI_SYMBOL;
const int MINIGPU_ABI_SYMBOL = 1;

MINIGPU_API const char* minigpu_version() { return MINIGPU_VERSION "+" MINIGPU_VARIANT; }
MINIGPU_API const char* minigpu_variant() { return MINIGPU_VARIANT; }
MINIGPU_API const char* minigpu_targets() { return MINIGPU_TARGETS; }

}  // extern "C"
