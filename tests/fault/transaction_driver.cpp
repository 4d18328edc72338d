// SPDX-License-Identifier: Apache-2.0
// One command of a scenario in a process of its own, so that it can be killed: transaction_driver SCENARIO FOLDER
#include <cstdio>

#include "fault/scenario.hpp"

int main(int count, char** arguments) {
  if (count != 3) return 2;
  try {
    kenv::test::Workbench bench{std::filesystem::path(arguments[2])};
    kenv::test::scenario(arguments[1]).act(bench);
    return 0;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
  }
}
