// SPDX-License-Identifier: Apache-2.0
#include "python/entry_points.hpp"

#include "support/catch.hpp"

using namespace kenv::python;

TEST_CASE("console and GUI scripts are read, other groups are left alone") {
  const auto scripts = parse_entry_points(
                           "# comment\n; comment\n[console_scripts]\ntorchrun = "
                           "torch.distributed.run:main\nWithCase=a.b:C.d [extra]\r\n\n"
                           "[torch.plugins]\nanything: goes = here\nno equals\n[ gui_scripts ]\nview-it = view : run\n")
                           .value();
  CHECK(scripts == std::vector<EntryPoint>{{"torchrun", "torch.distributed.run", "main", false},
                                           {"WithCase", "a.b", "C.d", false},
                                           {"view-it", "view", "run", true}});
}

TEST_CASE("a script that would leave its folder, replace the interpreter or inject code is refused") {
  for (const char* damaged : {"../evil = a:b",
                              "/bin/sh = a:b",
                              "a\\b = a:b",
                              ". = a:b",
                              ".. = a:b",
                              " = a:b",
                              "python = a:b",
                              "python3 = a:b",
                              "Python3.12 = a:b",
                              "python3.13t = a:b",
                              "pythonw.exe = a:b",
                              "pypy3 = a:b",
                              "x = a",
                              "x = a:",
                              "x = :b",
                              "x = a:b()",
                              "x = a;import os:b",
                              "x = a:b c",
                              "x = a..b:c",
                              "x = 1a:b",
                              "x",
                              "c:x = a:b"}) {
    INFO(damaged);
    const auto scripts = parse_entry_points(std::string("[console_scripts]\n") + damaged + "\n");
    REQUIRE(!scripts);
    CHECK(scripts.error().where.file == "entry_points.txt");
    CHECK(scripts.error().where.line == 2);
  }
}

TEST_CASE("names that only begin like an interpreter are allowed") {
  for (const char* name : {"python-argcomplete-check", "pythontex", "pypyodbc", "pip3.12"})
    CHECK(parse_entry_points(std::string("[console_scripts]\n") + name + " = a:b").value().size() == 1);
}

TEST_CASE("an empty file has no scripts") { CHECK(parse_entry_points("").value().empty()); }
