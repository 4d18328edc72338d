// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace kenv::conformance {

/// Where other projects' vectors lie: $KENV_SUITES, by default ../shared/suites beside the source tree.
std::filesystem::path suites_folder();

/// A document of vectors: `rows`, which are judged one by one.
struct Suite {
  std::filesystem::path path;  ///< below the suites' folder
  nlohmann::json rows;
};

/// The documents of packaging/ whose rows are of the given kind: "versions", "specifiers", "markers", "requirements",
/// "tags" or "wheel_names". The name of a file says its kind ("versions.json", "versions-more.json"), else its rows do.
/// Without any, a word on stdout says that nothing was run.
std::vector<Suite> packaging_suites(const std::string& kind);

/// Judges every row of every document of that kind, and lists each on stdout with the outcome: the judge answers with
/// what is wrong, or with nothing. All failing rows are named in one failure.
void check_every_row(const std::string& kind,
                     const std::function<std::string(const Suite&, const nlohmann::json& row)>& judge);

}  // namespace kenv::conformance
