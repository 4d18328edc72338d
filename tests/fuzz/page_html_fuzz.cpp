// SPDX-License-Identifier: Apache-2.0
// A project page in HTML (PEP 503).
#include "fuzz/targets.hpp"
#include "index/page.hpp"

namespace kenv::fuzz {

void page_html(std::string_view text) {
  static_cast<void>(index::parse_html_page(text, "https://index.invalid/simple/a/"));
}

}  // namespace kenv::fuzz
