// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kenv::text {

std::string_view trim(std::string_view text);
std::string lower(std::string_view text);  ///< ASCII only: package names, tags and hosts are ASCII
std::vector<std::string_view> split(std::string_view text, char separator);
std::vector<std::string_view> lines(std::string_view text);  ///< without their \n or \r\n
std::string one_line(std::string text);                      ///< every \n a blank
std::string join(std::span<const std::string> parts, std::string_view separator);
std::optional<std::uint64_t> parse_unsigned(std::string_view digits);  ///< decimal digits only, no sign, no overflow

/// The candidate closest to what was typed (edit distance, case ignored), or none if nothing is near enough to be
/// meant.
std::optional<std::string> closest(std::string_view typed, std::span<const std::string> candidates);

std::string human_bytes(std::uint64_t bytes);  ///< "2.3 GB", powers of 1000 as disks and networks are sold

}  // namespace kenv::text
