// SPDX-License-Identifier: Apache-2.0
#include "base/shell_word.hpp"

namespace kenv::text {
namespace {

constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/+=:,@~";

}  // namespace

std::string shell_quoted(std::string_view word) {
  std::string out = "'";
  for (const char letter : word) out += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return out + "'";
}

std::string shell_word(std::string_view word) {
  // A leading "~" would be expanded.
  const bool plain = !word.empty() && word.front() != '~' && word.find_first_not_of(kPlain) == std::string_view::npos;
  return plain ? std::string(word) : shell_quoted(word);
}

}  // namespace kenv::text
