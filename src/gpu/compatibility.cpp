// SPDX-License-Identifier: Apache-2.0
#include "gpu/compatibility.hpp"

#include <algorithm>
#include <array>

// Which code runs on which GPU
//
// Machine code (SASS) belongs to one hardware generation. Within it, a later revision executes what was made for an
// earlier one: sm_80 code runs on 8.0, 8.6, 8.9, but not on 7.5 and not on 9.0. (CUDA C++ Programming Guide, "Binary
// Compatibility".)
//
// PTX is a language that the driver compiles for the GPU at hand when a module is loaded. Whatever was written for
// compute capability X.Y compiles for X.Y and everything later, across generations. ("PTX Compatibility".)
//
// Two suffixes narrow this down, for machine code and PTX alike, since the instructions behind them come and go
// with the hardware ("Family-Specific" and "Architecture-Specific Features"):
//   sm_90a   architecture-specific: exactly 9.0 and nothing else, not even a later revision.
//   sm_100f  family-specific: the members of one family from that revision on.
namespace kenv::gpu {
namespace {

struct Family {
  ComputeCapability first;
  std::array<ComputeCapability, 3> members;  ///< unused places are 0.0
};

// Today a family is a generation, but the guide promises no such rule: this is a table, not arithmetic.
constexpr std::array<Family, 6> kFamilies{{
    {{10, 0}, {{{10, 0}, {10, 3}, {10, 7}}}},
    {{10, 3}, {{{10, 3}, {10, 7}}}},
    {{10, 7}, {{{10, 7}}}},
    {{11, 0}, {{{11, 0}}}},
    {{12, 0}, {{{12, 0}, {12, 1}}}},
    {{12, 1}, {{{12, 1}}}},
}};

bool in_family(const ComputeCapability& first, const ComputeCapability& gpu) {
  for (const Family& family : kFamilies)
    if (family.first == first) return std::ranges::find(family.members, gpu) != family.members.end();
  return first == gpu;  // a family that this table does not know has at least its first member
}

/// Thor was 10.1 in CUDA 12 and has been 11.0 since CUDA 13: the same part under two numbers.
ComputeCapability current_number(const ComputeCapability& capability) {
  return capability == ComputeCapability{10, 1} ? ComputeCapability{11, 0} : capability;
}

bool runs(const CodeTarget& target, const ComputeCapability& gpu) {
  const ComputeCapability built_for = current_number(target.capability);
  switch (target.suffix) {
    case CodeTarget::Suffix::Architecture:
      return built_for == gpu;
    case CodeTarget::Suffix::Family:
      return in_family(built_for, gpu);
    case CodeTarget::Suffix::None:
      break;
  }
  if (target.kind == CodeTarget::Kind::Ptx) return gpu >= built_for;
  return gpu.major == built_for.major && gpu.minor >= built_for.minor;
}

}  // namespace

std::string_view to_text(Coverage coverage) {
  switch (coverage) {
    case Coverage::None:
      return "none";
    case Coverage::Jit:
      return "jit";
    case Coverage::Native:
      return "native";
  }
  return {};
}

Coverage coverage_of(const CodeTarget& target, const ComputeCapability& gpu) {
  if (target.kind == CodeTarget::Kind::LtoIr) return Coverage::None;  // input of a linker, not loadable as it is
  if (!runs(target, current_number(gpu))) return Coverage::None;
  return target.kind == CodeTarget::Kind::Ptx ? Coverage::Jit : Coverage::Native;
}

bool is_tegra(const ComputeCapability& gpu) {
  // TK1, TX1, TX2, Xavier, Orin, its successor's number in CUDA 13, Thor under both its numbers.
  constexpr std::array<ComputeCapability, 8> kTegra{{{3, 2}, {5, 3}, {6, 2}, {7, 2}, {8, 7}, {8, 8}, {10, 1}, {11, 0}}};
  return std::ranges::find(kTegra, gpu) != kTegra.end();
}

}  // namespace kenv::gpu
