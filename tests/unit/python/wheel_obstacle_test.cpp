// SPDX-License-Identifier: Apache-2.0
#include "python/wheel_obstacle.hpp"

#include "support/catch.hpp"

namespace kenv::python {
namespace {

using Side = WheelObstacle::Side;

WheelObstacle obstacle(const std::vector<std::string>& tags, const TagFacts& facts) {
  std::vector<std::vector<Tag>> wheels;
  for (const auto& set : tags) wheels.push_back(*Tag::parse_set(set));
  std::vector<const std::vector<Tag>*> looked_at;
  for (const auto& wheel : wheels) looked_at.push_back(&wheel);
  return wheel_obstacle(looked_at, SupportedTags::for_interpreter(facts));
}

std::vector<std::string> for_each(const std::vector<std::string>& pythons, const std::string& platform) {
  std::vector<std::string> tags;
  for (const auto& python : pythons) tags.push_back(python + "-" + platform);
  return tags;
}

}  // namespace

TEST_CASE("The one attribute that keeps every wheel of a version away is named, with the wheels that there are") {
  const std::vector<std::string> usual{"cp310-cp310", "cp311-cp311", "cp312-cp312", "cp313-cp313"};
  struct Row {
    std::vector<std::string> tags;
    TagFacts facts;
    Side side;
    std::string text;
  };
  const Row rows[] = {
      {for_each(usual, "manylinux_2_28_x86_64"),
       {.minor = 14},
       Side::Interpreter,
       "has wheels for cp310 to cp313 on manylinux_2_28_x86_64; this interpreter is cp314: Python 3.14"},
      {for_each(usual, "manylinux_2_28_x86_64"),
       {.minor = 13, .free_threaded = true},
       Side::Interpreter,
       "has wheels for cp310 to cp313 on manylinux_2_28_x86_64; this interpreter is cp313t: free-threaded"},
      {{"cp313-cp313t-manylinux_2_28_x86_64"},
       {.minor = 13},
       Side::Interpreter,
       "has wheels for cp313t on manylinux_2_28_x86_64; this interpreter is cp313: not free-threaded"},
      {{"cp312-cp312d-manylinux_2_28_x86_64"},
       {},
       Side::Interpreter,
       "has wheels for cp312-cp312d on manylinux_2_28_x86_64; this interpreter is cp312: another ABI"},
      {{"cp313-abi3-manylinux_2_28_x86_64"},
       {},
       Side::Interpreter,
       "has wheels for cp313-abi3 on manylinux_2_28_x86_64; this interpreter is cp312: Python 3.12"},
      {{"pp310-pypy310_pp73-manylinux_2_28_x86_64"},
       {.minor = 10},
       Side::Interpreter,
       "has wheels for pp310-pypy310_pp73 on manylinux_2_28_x86_64; this interpreter is cp310: CPython"},
      {{"py2-none-any"}, {}, Side::Interpreter, "has wheels for py2; this interpreter is cp312: Python 3.12"},
      {for_each(usual, "manylinux_2_17_x86_64.manylinux2014_x86_64"),
       {.libc_minor = 12},
       Side::Platform,
       "has wheels for cp312 on manylinux_2_17_x86_64; this system has glibc 2.12, they need 2.17 or newer"},
      {for_each(usual, "manylinux_2_28_x86_64"),
       {.libc = "musl", .libc_major = 1, .libc_minor = 2},
       Side::Platform,
       "has wheels for cp312 on manylinux_2_28_x86_64; this system has musl, they need glibc"},
      {for_each(usual, "musllinux_1_2_x86_64"),
       {},
       Side::Platform,
       "has wheels for cp312 on musllinux_1_2_x86_64; this system has glibc, they need musl"},
      {for_each(usual, "manylinux_2_28_x86_64"),
       {.machine = "aarch64"},
       Side::Platform,
       "has wheels for cp312 on manylinux_2_28_x86_64; this machine is aarch64"},
      {{"cp312-cp312-win_amd64", "cp312-cp312-macosx_11_0_arm64"},
       {},
       Side::Platform,
       "has wheels for cp312 on macosx_11_0_arm64, win_amd64; this system is Linux"},
      {{"cp311-cp311-win_amd64"},
       {},
       Side::Platform,
       "has wheels for cp311 on win_amd64; this interpreter is cp312: Python 3.12, and this system is Linux"},
      {{"cp312-cp312-macosx_15_0_arm64"},
       {.os = "macos", .machine = "arm64"},
       Side::Platform,
       "has wheels for cp312 on macosx_15_0_arm64; this system is macOS 14.0"},
      {{"cp312-cp312-win_arm64"},
       {.os = "windows", .machine = "AMD64"},
       Side::Platform,
       "has wheels for cp312 on win_arm64; this machine is x86_64"},
      {for_each(usual, "musllinux_1_2_x86_64"),
       {.libc = "musl", .libc_major = 1, .libc_minor = 1},
       Side::Platform,
       "has wheels for cp312 on musllinux_1_2_x86_64; this system has musl 1.1, they need 1.2 or newer"},
      {{"cp311-cp311-linux_x86_64"},
       {.implementation = "pypy", .minor = 11},
       Side::Interpreter,
       "has wheels for cp311 on linux_x86_64; this interpreter is pp311: not CPython"},
      // The closest wheel decides: for Windows nothing fits at all, on Linux only Python is in the way.
      {{"cp311-cp311-win_amd64", "cp311-cp311-manylinux_2_28_x86_64"},
       {},
       Side::Interpreter,
       "has wheels for cp311 on manylinux_2_28_x86_64; this interpreter is cp312: Python 3.12"},
  };
  for (const auto& row : rows) {
    INFO(row.tags.front());
    const auto found = obstacle(row.tags, row.facts);
    CHECK(found.side == row.side);
    CHECK(found.text() == row.text);
  }
}

TEST_CASE("A wheel that can be used has no obstacle") {
  CHECK(obstacle({"cp311-cp311-win_amd64", "py3-none-any"}, {}).text().empty());
  CHECK(obstacle({"cp39-abi3-manylinux2014_x86_64"}, {}).text().empty());
}

TEST_CASE("A wheel whose tags are right one by one and not together cannot be used") {
  CHECK(obstacle({"cp312-cp312-any"}, {}).text() == "has wheels for cp312; this interpreter is cp312: another ABI");
}

TEST_CASE("Odd tags give a sentence, whatever they are") {
  for (const char* tag : {"x-y-z", "cp-cp-manylinux", "cp99999999999-none-any", "py3-any-macosx_10_0_ppc64",
                          "cp312-cp312-manylinux_2_x86_64", "cp312-none-manylinux_99999999999_1_x86_64"}) {
    INFO(tag);
    CHECK_THAT(obstacle({tag}, {}).text(), Catch::StartsWith("has wheels for "));
  }
}

}  // namespace kenv::python
