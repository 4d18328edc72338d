// SPDX-License-Identifier: Apache-2.0
#include "venv/interpreter_cache.hpp"

#include <fmt/format.h>

#include "base/sha256.hpp"
#include "io/files.hpp"
#include "io/surroundings.hpp"
#include "venv/interpreter_script.hpp"

namespace kenv::venv {
namespace {

constexpr std::uint64_t kAnswerLimit = 1u << 20;

std::string signature(const fs::path& file) {
  const auto found = io::target_status(file);
  if (!found) return "-";
  return fmt::format("{}:{}:{}:{}", found->device, found->inode, found->size, found->modified_ns);
}

fs::path place_of(const fs::path& cache_directory, std::string_view key) {
  return cache_directory / "interpreters" / sha256(key).hex();
}

}  // namespace

std::string interpreter_cache_key(const fs::path& python) {
  const fs::path folder = python.parent_path();
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n", python.string(), signature(python), signature(folder / "pyvenv.cfg"),
                     signature(folder.parent_path() / "pyvenv.cfg"), io::boot_id(), sha256(kInterpreterScript).hex());
}

std::optional<std::string> cached_answer(const fs::path& cache_directory, std::string_view key) {
  if (cache_directory.empty()) return std::nullopt;
  try {
    auto kept = io::read_text_if_present(place_of(cache_directory, key), kAnswerLimit);
    // The whole key stands before the answer: whoever looks into the file sees what it is about.
    if (!kept || !kept->starts_with(key)) return std::nullopt;
    return kept->substr(key.size());
  } catch (const io::FileError&) {
    return std::nullopt;
  }
}

void keep_answer(const fs::path& cache_directory, std::string_view key, std::string_view answer) {
  if (cache_directory.empty()) return;
  try {
    const fs::path place = place_of(cache_directory, key);
    io::make_directories(place.parent_path());
    const io::TemporaryDirectory scratch("kenv-", place.parent_path());
    io::write_text(scratch.path() / "answer", std::string(key) + std::string(answer));
    io::rename(scratch.path() / "answer", place);
  } catch (const io::FileError&) {
    // The next command asks the interpreter again.
  }
}

}  // namespace kenv::venv
