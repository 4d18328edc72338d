// SPDX-License-Identifier: Apache-2.0
#include "python/wheel_file.hpp"

#include "support/catch.hpp"

using namespace kenv::python;

TEST_CASE("a WHEEL file is read") {
  const auto wheel = WheelFile::parse(
                         "Wheel-Version: 1.0\nGenerator: setuptools (80.9)\nRoot-Is-Purelib: True\nTag: "
                         "py2-none-any\nTag: py3-none-any\n\n")
                         .value();
  CHECK(wheel.major == 1);
  CHECK(wheel.minor == 0);
  CHECK(wheel.root_is_purelib);
  CHECK(wheel.generator == "setuptools (80.9)");
  CHECK(wheel.tags == std::vector<Tag>{{"py2", "none", "any"}, {"py3", "none", "any"}});
}

TEST_CASE("of two version lines the first one counts") {
  CHECK(WheelFile::parse("Wheel-Version: 1.1\nWheel-Version: 2.0\n").value().minor == 1);
}

TEST_CASE("a newer major version is refused, a newer minor one is not") {
  CHECK(WheelFile::parse("Wheel-Version: 1.9\n"));
  CHECK(WheelFile::parse("Generator: x\nWheel-Version: 2.0\n").error().text() ==
        "WHEEL:2:16: Wheel-Version 2.0 is newer than kenv can install");
}

TEST_CASE("a damaged WHEEL file is refused") {
  for (const char* damaged :
       {"", "Root-Is-Purelib: true\n", "Wheel-Version: one\n", "Wheel-Version: 1\n", "Wheel-Version: 1.0.0\n",
        "Wheel-Version: 1.99999999999\n", "Wheel-Version: 1.0\nTag: py3\n"}) {
    INFO(damaged);
    CHECK(!WheelFile::parse(damaged));
  }
}
