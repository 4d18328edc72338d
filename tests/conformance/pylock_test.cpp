// SPDX-License-Identifier: Apache-2.0
#include "python/pylock.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <utility>

#include "python/pylock_selection.hpp"
#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::python;

namespace {

/// The lock files of $KENV_SUITES/pylock, by default in ../shared/suites beside the source tree.
std::vector<std::filesystem::path> samples() {
  const char* chosen = std::getenv("KENV_SUITES");
  const auto folder = (chosen != nullptr ? std::filesystem::path(chosen)
                                         : std::filesystem::path(KENV_SOURCE_DIR) / "../shared/suites") /
                      "pylock";
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::is_directory(folder)) {
    std::cout << "NOT RUN: pylock (no folder " << folder.string() << "; set KENV_SUITES)\n";
    return files;
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  return files;
}

/// Each sample with what came of reading it.
std::vector<std::pair<std::filesystem::path, decltype(read_pylock({}, {}))>> read_samples() {
  std::vector<std::pair<std::filesystem::path, decltype(read_pylock({}, {}))>> read;
  for (const auto& file : samples()) {
    std::ifstream stream(file);
    read.emplace_back(file,
                      read_pylock(std::string(std::istreambuf_iterator<char>(stream), {}), file.filename().string()));
  }
  return read;
}

/// What of a sample is installed by Python 3.12, for those of which that is known: by file name and system.
const std::map<std::string, std::map<std::string, std::vector<std::string>>> kExpected = {
    {"pylock.spec-example.toml", {{"linux", {"attrs", "cattrs", "numpy"}}, {"windows", {"attrs", "cattrs", "numpy"}}}},
};

PylockTarget python_312(const std::string& os) {
  TagFacts facts;
  facts.os = os;
  PylockTarget target{{}, Version::parse("3.12.3").value(), SupportedTags::for_interpreter(facts)};
  target.markers.fields = {
      {"sys_platform", os == "windows" ? "win32" : os}, {"python_version", "3.12"}, {"python_full_version", "3.12.3"}};
  return target;
}

}  // namespace

TEST_CASE("locks that others wrote are read as it is known that they are to be read", "[pylock]") {
  for (const auto& [file, lock] : read_samples()) {
    const auto expected = kExpected.find(file.filename().string());
    if (expected == kExpected.end()) continue;
    INFO(file.string());
    REQUIRE(lock);
    CHECK(lock->notes.empty());
    for (const auto& [os, names] : expected->second) {
      const auto chosen = select(*lock, python_312(os), file.filename().string());
      REQUIRE(chosen);
      std::vector<std::string> found;
      for (const auto& one : *chosen) found.push_back(one.name.text());
      CHECK(found == names);
    }
  }
}

TEST_CASE("a lock of others is written again as it was understood, or refused with a place for every problem",
          "[pylock]") {
  for (const auto& [file, lock] : read_samples()) {
    INFO(file.string());
    if (!lock) {
      CHECK_FALSE(lock.error().empty());
      for (const auto& problem : lock.error()) {
        std::cout << "refused: " << problem.text() << "\n";
        CHECK(problem.where.file == file.filename().string());
        CHECK(problem.where.line > 0);
      }
      continue;
    }
    // kenv writes wheels alone; of such a lock nothing may get lost.
    if (std::ranges::any_of(lock->packages, [](const auto& package) { return package.wheels.empty(); })) continue;
    const std::string written = render_pylock(*lock);
    const auto again = read_pylock(written, "pylock.toml");
    REQUIRE(again);
    CHECK(render_pylock(*again) == written);
    CHECK(again->packages.size() == lock->packages.size());
  }
}
