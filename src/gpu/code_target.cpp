// SPDX-License-Identifier: Apache-2.0
#include "gpu/code_target.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/text.hpp"

namespace kenv::gpu {
namespace {

// nvcc's names: sm_ for real targets, compute_ for virtual ones (PTX), lto_ for link-time intermediate code.
constexpr std::array<std::pair<CodeTarget::Kind, std::string_view>, 3> kPrefixes{{
    {CodeTarget::Kind::Sass, "sm_"},
    {CodeTarget::Kind::Ptx, "compute_"},
    {CodeTarget::Kind::LtoIr, "lto_"},
}};

std::string_view prefix_of(CodeTarget::Kind kind) {
  for (const auto& [candidate, prefix] : kPrefixes)
    if (candidate == kind) return prefix;
  return {};
}

}  // namespace

std::string CodeTarget::text() const {
  const std::string_view letter = suffix == Suffix::Architecture ? "a" : suffix == Suffix::Family ? "f" : "";
  return fmt::format("{}{}{}{}", prefix_of(kind), capability.major, capability.minor, letter);
}

Result<CodeTarget> CodeTarget::parse(std::string_view text) {
  std::string_view rest = text::trim(text);
  for (const auto& [kind, prefix] : kPrefixes) {
    if (!rest.starts_with(prefix)) continue;
    rest.remove_prefix(prefix.size());
    CodeTarget target{.kind = kind};
    if (rest.ends_with('a')) target.suffix = Suffix::Architecture;
    if (rest.ends_with('f')) target.suffix = Suffix::Family;
    if (target.suffix != Suffix::None) rest.remove_suffix(1);
    if (rest.empty() || rest.find_first_not_of("0123456789") != std::string_view::npos) break;
    const auto capability = ComputeCapability::parse(rest);
    if (!capability) break;
    target.capability = *capability;
    return target;
  }
  return refuse(fmt::format("\"{}\" is not a code target", text), {},
                "write it as sm_90, sm_90a, sm_100f or compute_90");
}

}  // namespace kenv::gpu
