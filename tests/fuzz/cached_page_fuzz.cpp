// SPDX-License-Identifier: Apache-2.0
// A page as the cache keeps it.
#include "fuzz/targets.hpp"
#include "index/cache.hpp"

namespace kenv::fuzz {

void cached_page(std::string_view text) {
  const auto page = index::parse_cached_page(text);
  if (page) must(index::parse_cached_page(index::to_bytes(*page)).has_value(), "a kept page can be kept again");
}

}  // namespace kenv::fuzz
