// SPDX-License-Identifier: Apache-2.0
#include "conformance/packaging_suite.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "support/catch.hpp"

namespace kenv::conformance {
namespace {

std::filesystem::path suites_folder() {
  const char* chosen = std::getenv("KENV_SUITES");
  return chosen != nullptr ? std::filesystem::path(chosen)
                           : std::filesystem::path(KENV_SOURCE_DIR) / "../shared/suites";
}

/// Rows name their input by the key of their kind.
std::string input_of(const nlohmann::json& row) {
  for (const char* key : {"input", "specifier", "marker", "name", "label"})
    if (row.contains(key)) return row[key].get<std::string>();
  return row.dump();
}

}  // namespace

std::optional<nlohmann::json> load_packaging_suite(const std::string& file) {
  const auto path = suites_folder() / "packaging" / file;
  std::ifstream stream(path);
  if (!stream) {
    std::cout << "NOT RUN: packaging/" << file << " (no such file below " << suites_folder().string()
              << "; set KENV_SUITES)\n";
    return std::nullopt;
  }
  return nlohmann::json::parse(stream);
}

void check_every_row(const std::string& file, const std::function<std::string(const nlohmann::json& row)>& judge,
                     const std::set<std::string>& known_differences) {
  const auto suite = load_packaging_suite(file);
  if (!suite) return;
  const auto& rows = suite->at("rows");
  REQUIRE(!rows.empty());

  std::string failures;
  std::set<std::string> differing;
  int failed = 0;
  for (const auto& row : rows) {
    const std::string wrong = judge(row);
    const std::string input = input_of(row);
    if (wrong.empty()) continue;
    differing.insert(input);
    if (known_differences.contains(input)) continue;
    ++failed;
    failures += "  " + row.dump().substr(0, 300) + "\n    " + wrong + "\n";
  }
  std::cout << "packaging/" << file << ": " << rows.size() << " rows, " << failed << " failed\n";
  if (failed > 0) FAIL(file << ": " << failed << " of " << rows.size() << " rows\n" << failures);
  for (const auto& input : known_differences) {
    INFO("a known difference that no longer differs: " << input);
    CHECK(differing.contains(input));
  }
}

}  // namespace kenv::conformance
