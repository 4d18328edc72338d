// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

// Looking at what may be absent, out of reach or just being unplugged: what cannot be read is unknown, not an accident.
namespace kenv::detect {

std::optional<std::string> text_if_readable(const std::filesystem::path& file, std::uint64_t limit = 1u << 20);
/// The names in a folder, sorted; none if it cannot be listed.
std::vector<std::string> names_in(const std::filesystem::path& folder);

}  // namespace kenv::detect
