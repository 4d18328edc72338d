// SPDX-License-Identifier: Apache-2.0
#include "python/pylock.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "python/pylock_selection.hpp"
#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::python;

namespace {

/// The lock files of $KENV_SUITES/pylock, by default in ../shared/suites beside the source tree.
std::vector<std::filesystem::path> samples() {
  const char* chosen = std::getenv("KENV_SUITES");
  const auto folder = (chosen != nullptr ? std::filesystem::path(chosen) : std::filesystem::path(KENV_SOURCE_DIR) / "../shared/suites") / "pylock";
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::is_directory(folder)) {
    std::cout << "NOT RUN: pylock (no folder " << folder.string() << "; set KENV_SUITES)\n";
    return files;
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  return files;
}

PylockTarget python_312(const std::string& os) {
  TagFacts facts;
  facts.os = os;
  PylockTarget target{{}, Version::parse("3.12.3").value(), SupportedTags::for_interpreter(facts)};
  target.markers.fields = {{"sys_platform", os == "windows" ? "win32" : os}, {"python_version", "3.12"}, {"python_full_version", "3.12.3"}};
  return target;
}

}  // namespace

TEST_CASE("the standard's own samples of lock files are read without a word and can be installed", "[pylock]") {
  for (const auto& file : samples()) {
    INFO(file.string());
    std::ifstream stream(file);
    const auto lock = read_pylock(std::string(std::istreambuf_iterator<char>(stream), {}), file.filename().string());
    if (!lock)
      for (const auto& problem : lock.error()) UNSCOPED_INFO(problem.text());
    REQUIRE(lock);
    CHECK(lock->notes.empty());
    for (const auto* os : {"linux", "windows"}) {
      const auto chosen = select(*lock, python_312(os), file.filename().string());
      REQUIRE(chosen);
      CHECK(chosen->size() == lock->packages.size());
    }
  }
}
