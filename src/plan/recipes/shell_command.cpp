// SPDX-License-Identifier: Apache-2.0
#include "plan/recipes/shell_command.hpp"

#include "base/shell_word.hpp"

namespace kenv::plan {

std::string shell_command(std::string_view start, const Options& options, const std::vector<std::string>& packages) {
  std::string out(start);
  for (const auto& option : options)
    for (const auto& word : option) out += " " + text::shell_word(word);
  const std::string between = packages.size() > 1 ? " \\\n    " : " ";
  for (const auto& package : packages) out += between + text::shell_word(package);
  return out + "\n";
}

}  // namespace kenv::plan
