// SPDX-License-Identifier: Apache-2.0
#include "archive/refusal.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace kenv::archive {

void refuse_archive(std::string_view archive, std::string_view code, const std::string& why) {
  throw Error(
      ExitCode::VerificationFailed, std::string(code), fmt::format("{}: {}", archive, why),
      "the file is damaged or was made to mislead installers; nothing of it was installed. Take another build, or "
      "tell its publisher");
}

std::string shown(std::string_view name) {
  constexpr std::size_t kLongest = 160;
  std::string out = "'";
  for (const char c : name.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + (name.size() > kLongest ? "...'" : "'");
}

}  // namespace kenv::archive
