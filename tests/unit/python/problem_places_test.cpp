// SPDX-License-Identifier: Apache-2.0
// Whoever reads a refusal wants to put the cursor where the text goes wrong. Parsers of one line state the column; the
// line is for the caller, who knows where the text stands. Parsers of files state both.
#include <functional>

#include "python/entry_points.hpp"
#include "python/metadata.hpp"
#include "python/record.hpp"
#include "python/wheel_file.hpp"
#include "python/wheel_name.hpp"
#include "support/catch.hpp"

using namespace kenv::python;
using kenv::Position;
using kenv::Problem;

namespace {

template <class T>
std::function<Problem(std::string_view)> refusal(kenv::Result<T> (*parse)(std::string_view)) {
  return [parse](std::string_view text) { return parse(text).error(); };
}

kenv::Result<CoreMetadata> parse_metadata(std::string_view text) { return CoreMetadata::parse(text); }

struct OneLine {
  const char* text;
  int column;
  const char* expected;  ///< words of the message
};

struct NumberedLines {
  const char* text;
  int line, column;
  const char* expected;
};

void check_columns(const std::function<Problem(std::string_view)>& parse, std::initializer_list<OneLine> table) {
  for (const OneLine& row : table) {
    const Problem problem = parse(row.text);
    INFO(row.text << "\n" << problem.message);
    CHECK(problem.where == Position{"", 0, row.column});
    CHECK(problem.message.find(row.expected) != std::string::npos);
  }
}

void check_places(const std::function<Problem(std::string_view)>& parse, const char* file,
                  std::initializer_list<NumberedLines> table) {
  for (const NumberedLines& row : table) {
    const Problem problem = parse(row.text);
    INFO(row.text << "\n" << problem.text());
    CHECK(problem.where == Position{file, row.line, row.column});
    CHECK(problem.message.find(row.expected) != std::string::npos);
  }
}

}  // namespace

TEST_CASE("a damaged version, specifier, marker, requirement, name or tag is refused with its column") {
  check_columns(refusal(Version::parse), {{"", 1, "expected a number"},
                                          {"latest", 1, "expected a number"},
                                          {" 1.0x", 5, "expected a suffix"},
                                          {"1!", 3, "expected a number"},
                                          {"1.0+cu_", 8, "expected a letter or digit"},
                                          {"1.0 2", 5, "expected a suffix"}});
  check_columns(refusal(Specifier::parse), {{"1.0", 1, "one of =="}, {"==1.0,>2", 6, "the end"}});
  check_columns(refusal(SpecifierSet::parse), {{">=1.0, 2", 8, "one of =="},
                                               {">=1.0,<x", 8, "a number"},
                                               {">=1.0.*", 6, "\",\" or the end"},
                                               {"~=1", 4, "two release numbers"},
                                               {"<1+cu128", 3, "no local version"},
                                               {"==1.0rc1.*", 9, "\",\" or the end"}});
  check_columns(refusal(Marker::parse), {{"", 1, "a marker field"},
                                         {"os_name = 'a'", 9, "one of =="},
                                         {"os_name == 'a", 14, "closing quote"},
                                         {"os_name == 'a' os_name", 16, "\"and\", \"or\" or the end"},
                                         {"(os_name == 'a'", 16, "\")\""},
                                         {"os_name == 'a' or 'b' == 'b'", 19, "a comparison with a marker field"}});
  check_columns(refusal(Requirement::parse), {{"", 1, "a project name"},
                                              {"a_ >= 1", 2, "ends with a letter or digit"},
                                              {"a[b c]", 5, "\",\" or \"]\""},
                                              {"a >= x", 6, "a number"},
                                              {"a >=1 <2", 7, "\",\", \";\" or the end"},
                                              {"a 1.0", 3, "a version specifier"},
                                              {"a (>=1", 7, "\",\" or \")\""},
                                              {"a >=1; foo == 'b'", 8, "a marker field"},
                                              {"a @ ", 5, "a URL"},
                                              {"a\n", 2, "no line end"}});
  check_columns(refusal(PackageName::parse),
                {{"", 1, "is not a project name"}, {"a b", 2, ""}, {"-a", 1, ""}, {"ab-", 3, ""}});
  check_columns(
      refusal(Tag::parse_set),
      {{"py3-none", 1, "three parts"}, {"py3-none-a+b", 11, "letter, digit"}, {"27-none-any", 1, "a Python tag"}});
}

TEST_CASE("a damaged wheel name is refused with the column of the part that is damaged") {
  check_columns(refusal(WheelName::parse), {{"a-1.0-py3-none-any.zip", 23, "does not end in .whl"},
                                            {"a-1.0-py3.whl", 7, "3 parts"},
                                            {"-1.0-py3-none-any.whl", 1, "not a project name"},
                                            {"a-1.x-py3-none-any.whl", 4, "expected a suffix"},
                                            {"a-1.0-py3-no+ne-any.whl", 13, "letter, digit"},
                                            {"a-1.0-py3-none-any-cu130.whl", 20, "wheel variant"}});
}

TEST_CASE("a damaged METADATA is refused with line and column") {
  check_places(refusal(parse_metadata), "METADATA",
               {{"Metadata-Version: 3.0\n", 1, 19, "newer than kenv can read"},
                {"Metadata-Version: 2.x\n", 1, 19, "MAJOR.MINOR"},
                {"Name: a b\n", 1, 8, "not a project name"},
                {"Name: a\nVersion:  1.x\n", 2, 12, "expected a suffix"},
                {"Name: a\nName: b\n", 2, 7, "stands here again"},
                {"Name: a\nVersion: 1\nRequires-Python: >=3,x\n", 3, 22, "one of =="},
                {"Name: a\nVersion: 1\nRequires-Dist: b >= \n", 3, 20, "a number"},
                {"Name: a\nVersion: 1\nRequires-Dist: b; \n  foo == 'x'\n", 4, 0, "a marker field"},
                {"Name: a\nVersion: 1\nDynamic: Name\n", 3, 10, "cannot be dynamic"},
                {"Version: 1\n", 0, 0, "Name is missing"}});
}

TEST_CASE("a damaged RECORD, entry_points.txt or WHEEL is refused with line and column") {
  check_places(refusal(parse_record), "RECORD",
               {{"a,,\nb,,x\n", 2, 4, "not a size"},
                {"a,,\n\"b\n", 2, 1, "not closed"},
                {"\"a\nb\",sha256=c,x\n", 2, 13, "not a size"},
                {"a,b,1,d\n", 1, 7, "4 fields"},
                {",b,1\n", 1, 1, "not a path"}});
  check_places(refusal(parse_entry_points), "entry_points.txt",
               {{"[console_scripts]\nfoo\n", 2, 4, "no \"=\""},
                {"[console_scripts]\n  foo = bar\n", 2, 9, "module:function"},
                {"[console_scripts]\n foo =\n", 2, 7, "module:function"},
                {"[gui_scripts]\n../x = a:b\n", 2, 1, "file name"},
                {"[console_scripts]\n\n python = a:b\n", 3, 2, "interpreter"}});
  check_places(refusal(WheelFile::parse), "WHEEL",
               {{"Wheel-Version: 2.0\n", 1, 16, "newer"},
                {"Wheel-Version: one\n", 1, 16, "MAJOR.MINOR"},
                {"Wheel-Version: 1.0\nTag: py3-none-a+b\n", 2, 16, "letter, digit"},
                {"Generator: x\n", 0, 0, "missing"}});
}
