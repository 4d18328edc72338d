// SPDX-License-Identifier: Apache-2.0
#include "base/shell_word.hpp"

#include "support/catch.hpp"

using namespace kenv::text;

TEST_CASE("a word that is suggested for a shell stands for itself there", "[base]") {
  CHECK(shell_word("torch==2.8.0+cu128") == "torch==2.8.0+cu128");
  CHECK(shell_word("/home/me/.venv") == "/home/me/.venv");
  CHECK(shell_word("RTX 5090") == "'RTX 5090'");
  CHECK(shell_word("torch>=2") == "'torch>=2'");
  CHECK(shell_word("it's $HOME") == "'it'\\''s $HOME'");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("~/env") == "'~/env'");
}
