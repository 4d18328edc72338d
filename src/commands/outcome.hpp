// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.hpp"

namespace kenv::commands {

/// What a verb ends with. The document is what --json prints, the text what people read; both go to standard output.
struct Outcome {
  ExitCode exit = ExitCode::Ok;
  std::string status = "ok";  ///< "ok", "problems", "nothing-to-do", "failed"
  bool changed = false;
  nlohmann::ordered_json document = nlohmann::ordered_json::object();  ///< the verb's own keys; common ones are added
  std::string text;
};

}  // namespace kenv::commands
