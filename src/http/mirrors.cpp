// SPDX-License-Identifier: Apache-2.0
#include "http/mirrors.hpp"

namespace kenv::http {
namespace {

/// Whether the address is `base` or stands below it: "https://h/a" holds "https://h/a/b" and not "https://h/ab".
bool is_below(std::string_view url, std::string_view base) {
  if (!url.starts_with(base)) return false;
  const auto rest = url.substr(base.size());
  return rest.empty() || base.ends_with('/') || rest[0] == '/' || rest[0] == '?' || rest[0] == '#';
}

std::string moved(std::string_view url, std::span<const Mirror> mirrors, std::string Mirror::*from,
                  std::string Mirror::*to) {
  const Mirror* best = nullptr;
  for (const auto& mirror : mirrors)
    if (is_below(url, mirror.*from) && (best == nullptr || (mirror.*from).size() > (best->*from).size()))
      best = &mirror;
  if (best == nullptr) return std::string(url);
  return best->*to + std::string(url.substr((best->*from).size()));
}

}  // namespace

std::string mirrored(std::string_view url, std::span<const Mirror> mirrors) {
  return moved(url, mirrors, &Mirror::from, &Mirror::to);
}

std::string original(std::string_view url, std::span<const Mirror> mirrors) {
  return moved(url, mirrors, &Mirror::to, &Mirror::from);
}

}  // namespace kenv::http
