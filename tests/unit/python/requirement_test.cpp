// SPDX-License-Identifier: Apache-2.0
#include "python/requirement.hpp"

#include "support/catch.hpp"

using kenv::python::Requirement;

TEST_CASE("all parts of a requirement are read") {
  const auto requirement =
      Requirement::parse(" Flash_Attn [ CUDA_12 , b ] >= 2.8.1 , == 2.8.* ; python_version < '3.14' ").value();
  CHECK(requirement.name.text() == "flash-attn");
  CHECK(requirement.extras == std::set<std::string>{"b", "cuda-12"});
  CHECK(requirement.specifier.to_text() == ">=2.8.1,==2.8.*");
  CHECK(requirement.url.empty());
  CHECK(requirement.marker.to_text() == "python_version < \"3.14\"");
}

TEST_CASE("a requirement is written so that it reads back as itself") {
  const std::pair<const char*, const char*> table[] = {
      {"torch", "torch"},
      {"torch==2.8.0+cu128", "torch==2.8.0+cu128"},
      {"torch (>=2.0, <3)", "torch>=2.0,<3"},
      {"torch(>=2.0) ; extra=='x'", "torch>=2.0; extra == \"x\""},
      {"a[]", "a"},
      {"a[z,b]", "a[b,z]"},
      {"a@https://host/a.whl;x", "a @ https://host/a.whl;x"},
      {"a @ https://host/a.whl ; os_name=='nt'", "a @ https://host/a.whl ; os_name == \"nt\""},
      {"a @ file:///tmp/a%20b.whl", "a @ file:///tmp/a%20b.whl"},
      {"a>=1;os_name=='nt'", "a>=1; os_name == \"nt\""},
      {"a ()", "a"},
      {"1.0a1[b]", "1-0a1[b]"},
  };
  for (const auto& [spelling, normal] : table) {
    INFO(spelling);
    CHECK(Requirement::parse(spelling).value().to_text() == normal);
    CHECK(Requirement::parse(normal).value().to_text() == normal);
  }
}

TEST_CASE("what is no requirement is refused") {
  for (const char* damaged : {"",
                              " ",
                              "==1.0",
                              "-a",
                              "a-",
                              "a b",
                              "a[",
                              "a[b",
                              "a[b c]",
                              "a[b,]",
                              "a[,b]",
                              "a[b=1]",
                              "a >= ",
                              "a 1.0",
                              "a >=1 <2",
                              "a (>=1",
                              "a (>=1) <2",
                              "a >=1)",
                              "a;",
                              "a ; ",
                              "a ; foo",
                              "a @",
                              "a @ ",
                              "a @ https://host/x; os_name == 'nt'",
                              "a >= 1 # comment",
                              "git+https://host/a.git",
                              "https://host/a.whl",
                              "a\x01"
                              "b"}) {
    INFO(damaged);
    CHECK(!Requirement::parse(damaged));
  }
}

TEST_CASE("a refusal says where the requirement goes wrong") {
  const auto problem = Requirement::parse("torch[cu128 extra]").error();
  CHECK(problem.message == "expected \",\" or \"]\" at column 13 of \"torch[cu128 extra]\"");
}
