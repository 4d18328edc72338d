// SPDX-License-Identifier: Apache-2.0
#include "base/percent_code.hpp"

#include "base/hex_digit.hpp"

namespace kenv::text {

std::string percent_decoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool code =
        text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 && hex_value(text[i + 2]) >= 0;
    out += code ? static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2])) : text[i];
    if (code) i += 2;
  }
  return out;
}

}  // namespace kenv::text
