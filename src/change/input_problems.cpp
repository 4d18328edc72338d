// SPDX-License-Identifier: Apache-2.0
#include "change/input_problems.hpp"

#include <algorithm>

namespace kenv::change {

Error input_error(const std::string& code, const std::vector<Problem>& problems) {
  std::string message, hint;
  for (const auto& problem : problems) {
    message += (message.empty() ? "" : "\n") + problem.text();
    if (hint.empty()) hint = problem.hint;
  }
  if (hint.empty())
    hint = code == "bad-lock"
               ? "make the lock anew with what made it: kenv lock, or uv export --format pylock.toml -o pylock.toml"
               : "docs/inputs.md tells what such a file may hold";
  return Error(ExitCode::Usage, code, message, hint);
}

void throw_if_any(const std::string& code, const std::vector<Problem>& problems) {
  if (!problems.empty()) throw input_error(code, problems);
}

}  // namespace kenv::change
