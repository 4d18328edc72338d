// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "http/client.hpp"

namespace kenv::http {

/// Where an address is fetched: below the mirror whose `from` is the longest that it begins with, else as it is.
std::string mirrored(std::string_view url, std::span<const Mirror> mirrors);
/// The address that a mirror stands for: what a page that came from it says of itself and of its files.
std::string original(std::string_view url, std::span<const Mirror> mirrors);

}  // namespace kenv::http
