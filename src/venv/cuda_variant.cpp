// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.hpp"
#include "venv/installed.hpp"

namespace kenv::venv {
namespace {

/// What stands between the quotes that `text` begins with, or up to the next quote where it begins inside of them.
std::string_view up_to_quote(std::string_view text) {
  if (!text.empty() && (text.front() == '\'' || text.front() == '"')) text.remove_prefix(1);
  return text.substr(0, text.find_first_of("'\"\n"));
}

/// "cu132", "cpu", "rocm6.2", "xpu": not the commit of a local build ("git1a2b3c").
bool names_a_variant(std::string_view local) {
  return local == "cpu" || local == "xpu" || local.starts_with("rocm") ||
         (local.starts_with("cu") && local.size() > 2 && local[2] >= '0' && local[2] <= '9');
}

/// `cuda: Optional[str] = '13.2'` or `cuda = None`: what torch was built with, also where its version does not say so.
std::string from_cuda_line(std::string_view file) {
  for (std::string_view line : text::lines(file)) {
    if (!line.starts_with("cuda")) continue;
    const auto equals = line.find('=');
    if (equals == std::string_view::npos || line.substr(4).find_first_of(" :=") != 0) continue;
    std::string value(up_to_quote(text::trim(line.substr(equals + 1))));
    if (value == "None") return "cpu";
    std::erase(value, '.');
    if (!value.empty() && std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; }))
      return "cu" + value;
  }
  return {};
}

}  // namespace

std::string cuda_variant(std::string_view variant_file_text, std::string_view pattern) {
  const auto at = pattern.empty() ? std::string_view::npos : variant_file_text.find(pattern);
  std::string_view version;
  if (at != std::string_view::npos) version = up_to_quote(variant_file_text.substr(at + pattern.size()));
  const auto plus = version.find('+');
  const std::string_view local = plus == std::string_view::npos ? std::string_view() : version.substr(plus + 1);
  if (names_a_variant(local)) return std::string(local);
  const std::string stated = from_cuda_line(variant_file_text);
  // A framework with variants of its own names ("old", "new") has no line about CUDA.
  return stated.empty() ? std::string(local) : stated;
}

}  // namespace kenv::venv
