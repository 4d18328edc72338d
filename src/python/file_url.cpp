// SPDX-License-Identifier: Apache-2.0
#include "python/file_url.hpp"

#include "python/scanner.hpp"

namespace kenv::python {
namespace {

int digit_of(char c) {
  if (is_ascii_digit(c)) return c - '0';
  const char lower = ascii_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

std::string path_of_file_url(std::string_view url) {
  for (std::string_view host : {"file:///", "file://localhost/"}) {
    if (!url.starts_with(host)) continue;
    const std::string_view coded = url.substr(host.size() - 1, url.find_first_of("?#") - (host.size() - 1));
    std::string path;
    for (std::size_t at = 0; at < coded.size(); ++at) {
      const bool code = coded[at] == '%' && at + 2 < coded.size();
      const int high = code ? digit_of(coded[at + 1]) : -1, low = code ? digit_of(coded[at + 2]) : -1;
      if (high < 0 || low < 0) {
        path += coded[at];
        continue;
      }
      path += static_cast<char>(high * 16 + low);
      at += 2;
    }
    return path;
  }
  return {};
}

}  // namespace kenv::python
