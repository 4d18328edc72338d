// SPDX-License-Identifier: Apache-2.0
#include "ui/question.hpp"

#include <cstdio>
#include <string>

#include "base/error.hpp"
#include "io/interrupt.hpp"

namespace kenv::ui {

bool Question::confirm(std::string_view what) const {
  if (mode_ == Mode::Yes) return true;
  if (mode_ == Mode::Refuse)
    throw Error(ExitCode::Usage, "consent-needed",
                "this would change something and nobody can be asked: " + std::string(what),
                "add --yes to agree, or --dry-run to see the plan only");
  std::fprintf(stderr, "%.*s [y/N] ", static_cast<int>(what.size()), what.data());
  std::fflush(stderr);
  std::string answer;
  for (int c = std::getchar(); c != EOF && c != '\n'; c = std::getchar()) answer += static_cast<char>(c);
  io::throw_if_interrupted();
  return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace kenv::ui
