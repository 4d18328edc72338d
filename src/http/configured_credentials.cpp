// SPDX-License-Identifier: Apache-2.0
#include "http/configured_credentials.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace kenv::http {
namespace {

/// How many names two paths have in common at their beginning.
std::size_t common_names(std::string_view one, std::string_view other) {
  const auto names = text::split(one, '/'), others = text::split(other, '/');
  const auto end = std::ranges::mismatch(names, others).in1;
  return static_cast<std::size_t>(end - names.begin());
}

}  // namespace

const KnownCredentials* credentials_for(const ConfiguredCredentials& configured, std::string_view url) {
  const KnownCredentials* best = nullptr;
  std::size_t most = 0;
  for (const auto& [address, known] : configured) {
    if (origin_of(address) != origin_of(url)) continue;
    const std::size_t common = common_names(split_url(address).path, split_url(url).path);
    if (best != nullptr && common <= most) continue;
    best = &known;
    most = common;
  }
  return best;
}

}  // namespace kenv::http
