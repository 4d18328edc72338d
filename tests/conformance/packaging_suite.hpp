// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

namespace kenv::conformance {

/// A document of the packaging suite, or nothing (with a word on stdout) where the suites are not at hand.
/// They lie in $KENV_SUITES, by default in ../shared/suites beside the source tree.
std::optional<nlohmann::json> load_packaging_suite(const std::string& file);

/// Judges every row of a document: the judge answers with what is wrong, or with nothing. All failing rows are listed
/// in one failure. `known_differences` are inputs on which kenv decides otherwise on purpose; each must really differ.
void check_every_row(const std::string& file, const std::function<std::string(const nlohmann::json& row)>& judge,
                     const std::set<std::string>& known_differences = {});

}  // namespace kenv::conformance
