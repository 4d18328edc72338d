// SPDX-License-Identifier: Apache-2.0
#include "python/source_encoding.hpp"

#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::python;
using namespace std::string_literals;

TEST_CASE("a file's text is found in the encodings that people save it in") {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"", ""},
      {"a # \xC3\xA9", "a # \xC3\xA9"},
      {"\xEF\xBB\xBF"
       "a",
       "a"},
      {"# -*- coding: latin-1 -*-\n\xE9", "# -*- coding: latin-1 -*-\n\xC3\xA9"},
      {"#!x\n# vim: set fileencoding=ISO_8859-1 :\n\xE9", "#!x\n# vim: set fileencoding=ISO_8859-1 :\n\xC3\xA9"},
      {"# coding=cp1252\n\x80", "# coding=cp1252\n\xE2\x82\xAC"},
      {"# encoding:utf-8\n\xC3\xA9", "# encoding:utf-8\n\xC3\xA9"},
      {"\xFF\xFE"
       "a\0\xE9\0"s,
       "a\xC3\xA9"},
      {"\xFE\xFF\0a\xD8\x3D\xDE\x00"s, "a\xF0\x9F\x98\x80"},
      {"\xFF\xFE\0\0a\0\0\0"s, "a"},
      {"\0\0\xFE\xFF\0\0\0a"s, "a"},
      {"a\n\n# coding: latin-1\n", "a\n\n# coding: latin-1\n"},  // in the third line it says nothing
  };
  for (const auto& [bytes, expected] : table) {
    INFO(bytes);
    const auto text = decode_source(bytes, "r.txt");
    REQUIRE(text);
    CHECK(*text == expected);
  }
}

TEST_CASE("bytes that are not in the file's encoding are refused with their place") {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"ab\nc\xE9", "r.txt:2:2: this byte is not UTF-8 text"},
      {"\xC0\x80", "r.txt:1:1: this byte is not UTF-8 text"},
      {"\xED\xA0\x80", "r.txt:1:1: this byte is not UTF-8 text"},
      {"\xF4\x90\x80\x80", "r.txt:1:1: this byte is not UTF-8 text"},
      {"# coding: ascii\n\xC3\xA9", "r.txt:2:1: this byte is not ASCII text"},
      {"# coding: shift_jis\n", "r.txt:1:1: kenv does not read the encoding \"shift-jis\""},
      {"\xFF\xFE"
       "a",
       "r.txt:1:1: the file is not UTF-16 text"},
      {"\xFF\xFE\x00\xDC"s, "r.txt:1:1: the file is not UTF-16 text"},
  };
  for (const auto& [bytes, expected] : table) {
    INFO(bytes);
    const auto text = decode_source(bytes, "r.txt");
    REQUIRE_FALSE(text);
    CHECK(text.error().text().starts_with(expected));
    CHECK_FALSE(text.error().hint.empty());
  }
}
