// SPDX-License-Identifier: Apache-2.0
#include "detect/readable.hpp"

#include "io/files.hpp"

namespace kenv::detect {

std::optional<std::string> text_if_readable(const std::filesystem::path& file, std::uint64_t limit) {
  try {
    return io::read_text_if_present(file, limit);
  } catch (const io::FileError&) {
    return std::nullopt;
  }
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  try {
    return io::is_directory(folder) ? io::list_directory(folder) : std::vector<std::string>{};
  } catch (const io::FileError&) {
    return {};
  }
}

}  // namespace kenv::detect
