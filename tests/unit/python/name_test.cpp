// SPDX-License-Identifier: Apache-2.0
#include "python/name.hpp"

#include "support/catch.hpp"

using kenv::python::PackageName;

TEST_CASE("all spellings of a project name are the same name") {
  const auto name = PackageName::parse("Flash_Attn.-3").value();
  CHECK(name.text() == "flash-attn-3");
  CHECK(name == PackageName::parse("flash-attn-3"));
  CHECK(name == PackageName::from_normal("flash-attn-3"));
  CHECK(name.file_form() == "flash_attn_3");
}

TEST_CASE("what is no project name is refused") {
  for (const char* damaged : {"", "-a", "a-", "_", ".", "a b", "a/b", "a==1", "../a", "caf\u00e9", "a\n"}) {
    INFO(damaged);
    CHECK(!PackageName::parse(damaged));
  }
  CHECK(!PackageName::parse(std::string_view("a\0b", 3)));
}
