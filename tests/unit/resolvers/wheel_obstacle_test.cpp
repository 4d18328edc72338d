// SPDX-License-Identifier: Apache-2.0
#include "resolvers/dependencies/wheel_obstacle.hpp"

#include "fake_index.hpp"
#include "python/wheel_name.hpp"
#include "support/catch.hpp"

namespace kenv::resolvers::testing {
namespace {

struct Machine {
  std::string python = "3.12.4";
  bool free_threaded = false;
  std::string os = "linux", machine = "x86_64", libc = "glibc";
  int libc_major = 2, libc_minor = 28;
};

Target target_of(const Machine& machine) {
  Target target;
  target.facts = request_for(machine.python).tags;
  target.facts.free_threaded = machine.free_threaded;
  target.facts.os = machine.os;
  target.facts.machine = machine.machine;
  target.facts.libc = machine.libc;
  target.facts.libc_major = machine.libc_major;
  target.facts.libc_minor = machine.libc_minor;
  target.tags = python::SupportedTags::for_interpreter(target.facts);
  target.python_version = version(machine.python);
  return target;
}

WheelObstacle obstacle(const std::vector<std::string>& tags, const Machine& machine) {
  std::vector<std::vector<python::Tag>> wheels;
  for (const auto& set : tags) wheels.push_back(*python::Tag::parse_set(set));
  std::vector<const std::vector<python::Tag>*> looked_at;
  for (const auto& wheel : wheels) looked_at.push_back(&wheel);
  return wheel_obstacle(looked_at, target_of(machine));
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
    Machine machine;
    std::string rule, reason;
  };
  const Row rows[] = {
      {for_each(usual, "manylinux_2_28_x86_64"), {.python = "3.14.0"}, "python",
       "has wheels for cp310 to cp313 on manylinux_2_28_x86_64; this interpreter is cp314: Python 3.14"},
      {for_each(usual, "manylinux_2_28_x86_64"), {.python = "3.13.0", .free_threaded = true}, "python",
       "has wheels for cp310 to cp313 on manylinux_2_28_x86_64; this interpreter is cp313t: free-threaded"},
      {{"cp313-cp313t-manylinux_2_28_x86_64"}, {.python = "3.13.0"}, "python",
       "has wheels for cp313t on manylinux_2_28_x86_64; this interpreter is cp313: not free-threaded"},
      {{"cp312-cp312d-manylinux_2_28_x86_64"}, {}, "python",
       "has wheels for cp312-cp312d on manylinux_2_28_x86_64; this interpreter is cp312: another ABI"},
      {{"cp313-abi3-manylinux_2_28_x86_64"}, {}, "python",
       "has wheels for cp313-abi3 on manylinux_2_28_x86_64; this interpreter is cp312: Python 3.12"},
      {{"pp310-pypy310_pp73-manylinux_2_28_x86_64"}, {.python = "3.10.2"}, "python",
       "has wheels for pp310-pypy310_pp73 on manylinux_2_28_x86_64; this interpreter is cp310: CPython"},
      {{"py2-none-any"}, {}, "python", "has wheels for py2; this interpreter is cp312: Python 3.12"},
      {for_each(usual, "manylinux_2_17_x86_64.manylinux2014_x86_64"), {.libc_minor = 12}, "platform",
       "has wheels for cp312 on manylinux_2_17_x86_64; this system has glibc 2.12, they need 2.17 or newer"},
      {for_each(usual, "manylinux_2_28_x86_64"), {.libc = "musl", .libc_major = 1, .libc_minor = 2}, "platform",
       "has wheels for cp312 on manylinux_2_28_x86_64; this system has musl, they need glibc"},
      {for_each(usual, "musllinux_1_2_x86_64"), {}, "platform",
       "has wheels for cp312 on musllinux_1_2_x86_64; this system has glibc, they need musl"},
      {for_each(usual, "manylinux_2_28_x86_64"), {.machine = "aarch64"}, "platform",
       "has wheels for cp312 on manylinux_2_28_x86_64; this machine is aarch64"},
      {{"cp312-cp312-win_amd64", "cp312-cp312-macosx_11_0_arm64"}, {}, "platform",
       "has wheels for cp312 on macosx_11_0_arm64, win_amd64; this system is Linux"},
      {{"cp311-cp311-win_amd64"}, {}, "platform",
       "has wheels for cp311 on win_amd64; this interpreter is cp312: Python 3.12, and this system is Linux"},
      // The closest wheel decides: for Windows nothing fits at all, on Linux only Python is in the way.
      {{"cp311-cp311-win_amd64", "cp311-cp311-manylinux_2_28_x86_64"}, {}, "python",
       "has wheels for cp311 on manylinux_2_28_x86_64; this interpreter is cp312: Python 3.12"},
  };
  for (const auto& row : rows) {
    INFO(row.tags.front());
    const auto found = obstacle(row.tags, row.machine);
    CHECK(found.rule == row.rule);
    CHECK(found.reason == row.reason);
  }
}

TEST_CASE("A wheel that can be used has no obstacle") {
  CHECK(obstacle({"cp311-cp311-win_amd64", "py3-none-any"}, {}).reason.empty());
  CHECK(obstacle({"cp39-abi3-manylinux2014_x86_64"}, {}).reason.empty());
}

TEST_CASE("Odd tags give a sentence, whatever they are") {
  for (const char* tag : {"x-y-z", "cp-cp-manylinux", "cp99999999999-none-any", "py3-any-macosx_10_0_ppc64",
                          "cp312-cp312-manylinux_2_x86_64", "cp312-none-manylinux_99999999999_1_x86_64"}) {
    INFO(tag);
    CHECK_THAT(obstacle({tag}, {}).reason, Catch::StartsWith("has wheels for "));
  }
}

}  // namespace kenv::resolvers::testing
