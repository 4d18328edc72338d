// SPDX-License-Identifier: Apache-2.0
#include "conformance/packaging_suite.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "support/catch.hpp"

namespace kenv::conformance {
namespace {

using nlohmann::json;

bool any_row_has(const json& rows, const char* key) {
  return std::ranges::any_of(rows, [&](const json& row) { return row.contains(key); });
}

std::string kind_of(const std::string& stem, const json& rows) {
  for (const char* kind : {"versions", "specifiers", "markers", "requirements", "tags", "wheel_names"})
    if (stem.starts_with(kind)) return kind;
  if (any_row_has(rows, "rank")) return "versions";
  if (any_row_has(rows, "contains")) return "specifiers";
  if (any_row_has(rows, "result")) return "markers";
  if (any_row_has(rows, "platforms")) return "tags";
  if (any_row_has(rows, "url")) return "requirements";
  return any_row_has(rows, "build") || any_row_has(rows, "normalized") ? "wheel_names" : "";
}

/// What a row asks about, in one line.
std::string question_of(const json& row) {
  std::string text;
  for (const char* key : {"input", "specifier", "version", "marker", "env", "name", "label"}) {
    if (!row.contains(key) || (text != "" && std::string(key) == "name")) continue;
    text += (text.empty() ? "" : " ") + row[key].dump(-1, ' ', true, json::error_handler_t::replace);
  }
  return text;
}

}  // namespace

std::filesystem::path suites_folder() {
  const char* chosen = std::getenv("KENV_SUITES");
  return chosen != nullptr ? std::filesystem::path(chosen)
                           : std::filesystem::path(KENV_SOURCE_DIR) / "../shared/suites";
}

std::vector<Suite> packaging_suites(const std::string& kind) {
  std::vector<Suite> found;
  const auto folder = suites_folder() / "packaging";
  std::error_code absent;
  for (const auto& entry : std::filesystem::directory_iterator(folder, absent)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream stream(entry.path());
    const json document = json::parse(stream);
    if (!document.is_object() || !document.contains("rows")) continue;
    if (kind_of(entry.path().stem().string(), document["rows"]) == kind)
      found.push_back({entry.path(), document["rows"]});
  }
  std::ranges::sort(found, {}, &Suite::path);
  if (found.empty())
    std::cout << "NOT RUN: no vectors of " << kind << " in " << folder.string() << "; set KENV_SUITES\n";
  return found;
}

void check_every_row(const std::string& kind, const std::function<std::string(const Suite&, const json& row)>& judge) {
  for (const Suite& suite : packaging_suites(kind)) {
    const std::string file = "packaging/" + suite.path.filename().string();
    REQUIRE(!suite.rows.empty());
    std::string failures;
    std::size_t number = 0, failed = 0;
    for (const auto& row : suite.rows) {
      const std::string wrong = judge(suite, row);
      std::cout << (wrong.empty() ? "ok      " : "FAILED  ") << file << ' ' << ++number << ' ' << question_of(row)
                << '\n';
      if (wrong.empty()) continue;
      ++failed;
      failures += "  " + std::to_string(number) + ": " + row.dump().substr(0, 300) + "\n    " + wrong + "\n";
    }
    std::cout << file << ": " << number << " vectors run, " << failed << " failed\n";
    if (failed > 0) FAIL_CHECK(file << ": " << failed << " of " << number << " vectors\n" << failures);
  }
}

}  // namespace kenv::conformance
