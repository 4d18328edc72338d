// SPDX-License-Identifier: Apache-2.0
#include "document/toml_table.hpp"

#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::document;

TEST_CASE("a TOML document is read with the kind and the place of each value") {
  const auto document = parse_toml("a = 'x'\nb = [1, {c = true}]\nt = 2025-01-02T03:04:05Z\n[d]\ne = 1.5\n", "f.toml");
  REQUIRE(document);
  CHECK(document->find("a")->text == "x");
  CHECK(document->find("b")->items[0].integer == 1);
  CHECK(document->find("b")->items[1].find("c")->flag);
  CHECK(document->find("b")->items[1].place("f.toml") == Position{"f.toml", 2, 9});
  CHECK(document->find("t")->text == "2025-01-02T03:04:05Z");
  CHECK(document->find("d")->find("e")->kind == Value::Kind::Float);
  CHECK(document->find("nothing") == nullptr);
}

TEST_CASE("what is no TOML is refused with its place") {
  for (const auto* text : {"a =", "a = 1\na = 2", "[a", "a = \"\\q\"", "\xFF = 1", "a = 1e99999999x"}) {
    INFO(text);
    const auto document = parse_toml(text, "f.toml");
    REQUIRE_FALSE(document);
    CHECK(document.error().where.file == "f.toml");
    CHECK(document.error().where.line > 0);
  }
  CHECK_FALSE(parse_toml("a = " + std::string(100'000, '['), "f.toml"));
  CHECK_FALSE(parse_toml("a = " + std::string(10'000, '{'), "f.toml"));
}

TEST_CASE("values of another kind than expected are noted with their place, all of them") {
  const auto document = parse_toml("a = 1\nb = 'x'\nc = ['x', 2]\nd = -1\ne = 2025-01-02\n[f]\n", "f.toml");
  std::vector<Problem> problems;
  TomlTable table(*document, "f.toml", problems);
  table.text("a");
  table.flag("b", false);
  CHECK(table.texts("c") == std::vector<std::string>{"x"});
  table.size("d");
  table.time("e");
  table.each("f", [](TomlTable&) {});
  table.text("g", true);
  std::vector<std::string> found;
  for (const auto& problem : problems) found.push_back(problem.text());
  CHECK(found == std::vector<std::string>{"f.toml:1:5: `a` must be a string", "f.toml:2:5: `b` must be true or false",
                                          "f.toml:3:11: `c` must hold strings only, this is a whole number",
                                          "f.toml:4:5: `d` must be a whole number that is not negative",
                                          "f.toml:5:5: `e` must be a date with a time",
                                          "f.toml:6:1: `f` must be an array of tables", "f.toml:1:1: `g` is missing"});
}

TEST_CASE("keys that nobody asked for are noted where the reader wants them") {
  const auto document = parse_toml("a = 'x'\nb = 1\n[c]\nd = 1\n", "f.toml");
  std::vector<Problem> problems, unknown;
  const auto read = [&](TomlTable table) {
    table.text("a");
    table.within("c", [](TomlTable&) {});
    table.finish();
  };
  read(TomlTable(*document, "f.toml", problems));
  CHECK(problems.size() == 2);
  problems.clear();
  read(TomlTable(*document, "f.toml", problems, &unknown));
  CHECK(problems.empty());
  REQUIRE(unknown.size() == 2);
  CHECK(unknown[1].text() == "f.toml:2:5: unknown key `b`");
  read(TomlTable(*document, "f.toml", problems, nullptr));
  CHECK(problems.empty());
}
