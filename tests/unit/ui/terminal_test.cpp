// SPDX-License-Identifier: Apache-2.0
#include "ui/terminal.hpp"

#include "base/error.hpp"
#include "support/catch.hpp"
#include "ui/question.hpp"

using namespace kenv;

TEST_CASE("colour follows the option, then the variables, then the terminal", "[ui]") {
  struct Row {
    const char* option;
    std::map<std::string, std::string> variables;
    bool terminal;
    bool color;
  };
  const std::vector<Row> rows = {
      {"auto", {}, true, true},
      {"auto", {}, false, false},
      {"always", {{"NO_COLOR", "1"}}, false, true},
      {"never", {{"FORCE_COLOR", "1"}}, true, false},
      {"auto", {{"NO_COLOR", "1"}}, true, false},
      {"auto", {{"NO_COLOR", ""}}, true, true},
      {"auto", {{"FORCE_COLOR", "1"}, {"NO_COLOR", "1"}}, false, true},
      {"auto", {{"CLICOLOR_FORCE", "0"}}, false, false},
      {"auto", {{"TERM", "dumb"}}, true, false},
  };
  for (const auto& row : rows) CHECK(ui::wants_color(row.option, row.variables, row.terminal) == row.color);
  CHECK(ui::Style(false).red("x") == "x");
  CHECK(ui::Style(true).red("x") != "x");
}

TEST_CASE("a change that nobody can agree to is refused with the option that agrees", "[ui]") {
  CHECK(ui::Question(ui::Question::Mode::Yes).confirm("create env?"));
  try {
    ui::Question(ui::Question::Mode::Refuse).confirm("create env?");
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(error.exit_code() == ExitCode::Usage);
    CHECK(error.hint().find("--yes") != std::string::npos);
  }
}
