// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace kenv::plan {

/// What would help. `kind` is one of the words of docs/schemas/finding.schema.json ("change-packages", "change-driver",
/// ...).
struct Remedy {
  std::string kind = "nothing";
  std::vector<std::string> packages;  ///< exact: "torch==2.8.0+cu128"
  std::map<std::string, std::string> settings;
  std::vector<std::string> commands;  ///< to paste
  std::string text;
};

struct Evidence {
  std::string what, where;
};

/// One diagnosed fault. The first of a list is the cause that kenv holds responsible.
struct Finding {
  std::string code;                ///< "torch-arch-too-new-gpu"
  std::string severity = "error";  ///< "error", "warning", "info"
  std::string subject;             ///< a package, a GPU, the driver, a path
  std::string package;             ///< whose installed build may not stay, where that is not the subject
  std::vector<int> gpus;
  std::vector<Evidence> evidence;
  Remedy remedy;
  std::string caused_by;  ///< code of the finding that this one follows from
  std::string summary;    ///< one sentence for people
};

nlohmann::ordered_json to_json(const Finding& finding);

}  // namespace kenv::plan
