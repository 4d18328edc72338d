// SPDX-License-Identifier: Apache-2.0
#include "document/toml_characters.hpp"

#include <string>

#include "document/value.hpp"
#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::document;
using namespace std::string_literals;

namespace {

std::string levels(int count) {
  std::string key = "a";
  for (int i = 1; i < count; ++i) key += ".a";
  return key;
}

}  // namespace

TEST_CASE("characters that TOML does not allow where they stand are refused with their place") {
  const struct {
    std::string text, problem;
  } rows[] = {
      {"[$project]", "f.toml:1:2: unexpected `$` outside of strings and comments"},
      {"a = 1\nb = *", "f.toml:2:5: unexpected `*` outside of strings and comments"},
      {"name\u00A0= 'x'", "f.toml:1:5: unexpected U+00A0 outside of strings and comments"},
      {"\u201Cname\u201D = 'x'", "f.toml:1:1: unexpected U+201C outside of strings and comments"},
      {"a = 'x'\uFEFF", "f.toml:1:8: unexpected U+FEFF outside of strings and comments"},
      {"[\0http2]"s, "f.toml:1:2: the control character U+0000, which TOML does not allow"},
      {"# a\x7F", "f.toml:1:4: the control character U+007F, which TOML does not allow"},
      {"a = 'x\x1By'", "f.toml:1:7: the control character U+001B, which TOML does not allow"},
      {"a = 1\rb = 2", "f.toml:1:6: the control character U+000D, which TOML does not allow"},
      {"a = '''x\ry'''", "f.toml:1:9: the control character U+000D, which TOML does not allow"},
      {"a = '\xC3\xA4\xFF'", "f.toml:1:7: this byte is no UTF-8 text"},
      {"# \xED\xA0\x80", "f.toml:1:3: this byte is no UTF-8 text"},
      {"# \xC0\xAF", "f.toml:1:3: this byte is no UTF-8 text"},
      {"a = 1\nb = 'x\nc = 2", "f.toml:2:5: the string that begins here has no closing '"},
      {"a = \"x\\\"", "f.toml:1:5: the string that begins here has no closing \""},
      {"a = \"\"\"x\n\"\"\\\"", "f.toml:1:5: the string that begins here has no closing \"\"\""},
      {"a = \"x\\", "f.toml:1:5: the string that begins here has no closing \""},
      {"a = \"\\\uFE7F\"", "f.toml:1:7: a backslash before U+FE7F"},
      {"a = \"\"\"\n\\\u00E4\"\"\"", "f.toml:2:2: a backslash before U+00E4"},
      {"a = 0.\"\uFE7F\"", "f.toml:1:7: unexpected \": a string is a key or a value, and here begins neither"},
      {"a = [1.'\uFE7F']", "f.toml:1:8: unexpected ': a string is a key or a value, and here begins neither"},
      {"a = {b = 1.'\uFE7F'}", "f.toml:1:12: unexpected ': a string is a key or a value, and here begins neither"},
      {"a = ['x'\n'\uFE7F']", "f.toml:2:1: unexpected ': a string is a key or a value, and here begins neither"},
      {"a = 1 '\uFE7F'", "f.toml:1:7: unexpected ': a string is a key or a value, and here begins neither"},
      {"a'\uFE7F' = 1", "f.toml:1:2: unexpected ': a string is a key or a value, and here begins neither"},
      {"a = 0=\"\uFE7F\"", "f.toml:1:6: unexpected ="},
      {"a = 7[\"\uFE7F\"]", "f.toml:1:6: unexpected ["},
      {"a = 7{'\uFE7F' = 1}", "f.toml:1:6: unexpected {"},
      {"a['\uFE7F'] = 1", "f.toml:1:2: unexpected ["},
      {"a = {b = 1 = 2}", "f.toml:1:12: unexpected ="},
      {"[a]'\uFE7F'", "f.toml:1:4: unexpected ': a string is a key or a value, and here begins neither"},
  };
  for (const auto& row : rows) {
    INFO(row.text);
    const auto readable = readable_toml(row.text, "f.toml");
    REQUIRE_FALSE(readable);
    CHECK(readable.error().text() == row.problem);
    CHECK(parse_toml(row.text, "f.toml").error() == readable.error());
  }
}

TEST_CASE("places behind a character that the library gets as an escape are those of the document") {
  const auto document = parse_toml("a = [\"\"\"\\\n \u00E4\\\n \u00E4\"\"\", 'x', {b = 1}]\n", "f.toml");
  REQUIRE(document);
  CHECK(document->find("a")->items[1].place("f.toml") == Position{"f.toml", 3, 8});
  CHECK(document->find("a")->items[2].find("b")->place("f.toml") == Position{"f.toml", 3, 18});
  CHECK(parse_toml("a = \"\"\"\\\n \u00E4\"\"\" 7", "f.toml").error().where == Position{"f.toml", 2, 7});
}

TEST_CASE("whatever TOML allows stands in strings and comments") {
  const struct {
    std::string text, value;
  } rows[] = {
      {"a = \"\u00E4 # $ '\" # \u00E4 $ \" '''\n", "\u00E4 # $ '"},
      {"a = '\u4E2D \\' # \"\"\"\r\n", "\u4E2D \\"},
      {"a = \"\\\"\\\\\"", "\"\\"},
      {"a = ''", ""},
      {"a = \"\"\"x \\\n \t\u00E4y\"\"\"", "x \u00E4y"},
      {"a = \"\"\"x\\ \r\n\n\u2002\uFEFFy\\\n\"\"\" # \u00E4", "x\u2002\uFEFFy"},
      {"a = \"\"\"\\\\\u00E4\\\"\u00E4\"\"\"", "\\\u00E4\"\u00E4"},
      {"a = ''''''", ""},
      {"a = '''\nx'y''z\u0085'''''", "x'y''z\u0085''"},
      {"a = \"\"\"\r\nx\"\"\\\"\ty\\\n  z\"\"\"\"", "x\"\"\"\tyz\""},
      {"\xEF\xBB\xBF\"a\" = 'x'", "x"},
      {"a = '\U0001F600\uFFFF'", "\U0001F600\uFFFF"},
      {"a = 'x'\nb = [[1], [ [2], {c = [{d = 1}, {}]} ], {}]\n[[ e ]]\n[e . f]\ng = 1979-05-27 07:32:00", "x"},
      {"a = 'x'\n'\u00E4' . \"\u00E4\" = ['\u00E4', # x\n '\u00E4', {'\u00E4'.'\u00F6' = 1.5, '\u00FC' = '\u00E4'}, "
       "['\u00E4']]\n"
       "[ '\u00E4'.'\u00DF' . \"\u00DF\" ] # x\n'\u00E4' = 1\n[[\"\u00C4\".'\u00DF']]\n'\u00E4' = 1",
       "x"},
  };
  for (const auto& row : rows) {
    INFO(row.text);
    const auto document = parse_toml(row.text, "f.toml");
    REQUIRE(document);
    CHECK(document->find("a")->text == row.value);
  }
}

TEST_CASE("a document is nested in 256 levels at most, in brackets or by the dots of its keys") {
  const auto deep = [](const std::string& text) {
    const auto document = parse_toml(text, "f.toml");
    return !document && document.error().message == "nested more than 256 levels deep";
  };
  CHECK(deep(levels(100'000) + " = 1"));
  CHECK(deep("[" + levels(100'000) + "]"));
  CHECK(deep("a = {" + levels(150) + " = {" + levels(150) + " = 1}}"));
  CHECK(deep("a = " + std::string(300, '[')));
  // One after the other is not one within the other.
  std::string wide = "[" + levels(200) + "]\n" + levels(200) + " = 1\nb = [\n";
  for (int i = 0; i < 300; ++i) wide += "{" + levels(50) + " = 1.5},  # x.y\n";
  CHECK(parse_toml(wide + "]\nc = " + std::string(200, '[') + std::string(200, ']'), "f.toml"));
}
