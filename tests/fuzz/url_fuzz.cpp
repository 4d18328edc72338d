// SPDX-License-Identifier: Apache-2.0
// A URL.
#include "fuzz/targets.hpp"
#include "http/url.hpp"

namespace kenv::fuzz {

void url(std::string_view text) {
  const auto half = text.substr(0, text.size() / 2);
  static_cast<void>(http::resolve_url(half, text.substr(half.size())));
  const std::string bare = http::without_credentials(text);
  must(http::without_credentials(bare) == bare, "nothing secret is left once it was taken out");
  static_cast<void>(http::credentials_in(text));
  static_cast<void>(http::shown(text));
  static_cast<void>(http::origin_of(text));
  static_cast<void>(http::file_name_in(text));
}

}  // namespace kenv::fuzz
