// SPDX-License-Identifier: Apache-2.0
// A project page in JSON (PEP 691).
#include "fuzz/targets.hpp"
#include "index/page.hpp"

namespace kenv::fuzz {

void page_json(std::string_view text) {
  static_cast<void>(index::parse_json_page(std::string(text), "https://index.invalid/simple/a/"));
}

}  // namespace kenv::fuzz
