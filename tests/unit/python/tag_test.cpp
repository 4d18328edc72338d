// SPDX-License-Identifier: Apache-2.0
#include "python/tag.hpp"

#include <algorithm>

#include "support/catch.hpp"

using namespace kenv::python;

namespace {

const TagFacts kLinux312{};  // CPython 3.12, x86_64, glibc 2.28
TagFacts free_threaded() { return {.minor = 15, .free_threaded = true}; }
TagFacts windows() { return {.os = "windows", .machine = "AMD64"}; }

std::vector<Tag> tags(std::string_view text) { return Tag::parse_set(text).value(); }
bool accepts(const TagFacts& facts, std::string_view text) {
  return SupportedTags::for_interpreter(facts).priority(tags(text)).has_value();
}

}  // namespace

TEST_CASE("an interpreter accepts the wheels made for it and for older systems") {
  for (const char* fitting :
       {"cp312-cp312-manylinux_2_28_x86_64", "cp312-cp312-manylinux_2_5_x86_64", "cp312-cp312-manylinux2014_x86_64",
        "cp312-cp312-manylinux2010_x86_64", "cp312-cp312-manylinux1_x86_64", "cp312-cp312-linux_x86_64",
        "cp39-abi3-manylinux_2_17_x86_64", "cp32-abi3-linux_x86_64", "cp312-none-any", "py3-none-any",
        "py2.py3-none-any", "py38-none-manylinux_2_17_x86_64"}) {
    INFO(fitting);
    CHECK(accepts(kLinux312, fitting));
  }
  for (const char* other : {"cp312-cp312-manylinux_2_29_x86_64", "cp312-cp312-manylinux_2_28_aarch64",
                            "cp312-cp312-musllinux_1_1_x86_64", "cp311-cp311-linux_x86_64", "cp313-abi3-linux_x86_64",
                            "cp312-cp312t-linux_x86_64", "cp312-abi3t-linux_x86_64", "cp312-cp312-win_amd64",
                            "py2-none-any", "py313-none-any", "cp311-none-any", "pp310-pypy310_pp73-linux_x86_64"}) {
    INFO(other);
    CHECK(!accepts(kLinux312, other));
  }
}

TEST_CASE("a free-threaded interpreter takes abi3t and no abi3") {
  CHECK(accepts(free_threaded(), "cp315-cp315t-linux_x86_64"));
  CHECK(accepts(free_threaded(), "cp315-abi3.abi3t-linux_x86_64"));
  CHECK(accepts(free_threaded(), "py3-none-any"));
  CHECK(!accepts(free_threaded(), "cp315-abi3-linux_x86_64"));
  CHECK(!accepts(free_threaded(), "cp315-cp315-linux_x86_64"));
}

TEST_CASE("Windows, macOS, ARM and musl have their own platform tags") {
  CHECK(accepts(windows(), "cp312-cp312-win_amd64"));
  CHECK(!accepts(windows(), "cp312-cp312-win_arm64"));
  CHECK(accepts({.os = "windows", .machine = "ARM64"}, "cp312-cp312-win_arm64"));
  const TagFacts mac{.os = "macos", .machine = "arm64"};
  CHECK(accepts(mac, "cp312-cp312-macosx_11_0_arm64"));
  CHECK(accepts(mac, "cp312-cp312-macosx_10_9_universal2"));
  CHECK(!accepts(mac, "cp312-cp312-macosx_15_0_arm64"));
  CHECK(!accepts(mac, "cp312-cp312-macosx_10_9_x86_64"));
  CHECK(accepts({.os = "macos", .machine = "x86_64"}, "cp312-cp312-macosx_10_9_x86_64"));
  const TagFacts arm{.machine = "aarch64"};
  CHECK(accepts(arm, "cp312-cp312-manylinux2014_aarch64"));
  CHECK(!accepts(arm, "cp312-cp312-manylinux_2_12_aarch64"));
  const TagFacts musl{.libc = "musl", .libc_major = 1, .libc_minor = 2};
  CHECK(accepts(musl, "cp312-cp312-musllinux_1_1_x86_64"));
  CHECK(!accepts(musl, "cp312-cp312-manylinux_2_17_x86_64"));
}

TEST_CASE("the closest build is preferred") {
  const auto supported = SupportedTags::for_interpreter(kLinux312);
  const std::vector<const char*> best_first = {"cp312-cp312-manylinux_2_28_x86_64",
                                               "cp312-cp312-manylinux_2_17_x86_64",
                                               "cp312-cp312-manylinux2014_x86_64",
                                               "cp312-cp312-linux_x86_64",
                                               "cp312-abi3-linux_x86_64",
                                               "cp311-abi3-linux_x86_64",
                                               "py3-none-linux_x86_64",
                                               "cp312-none-any",
                                               "py312-none-any",
                                               "py3-none-any",
                                               "py30-none-any"};
  for (std::size_t i = 1; i < best_first.size(); ++i) {
    INFO(best_first[i]);
    CHECK(supported.priority(tags(best_first[i - 1])).value() < supported.priority(tags(best_first[i])).value());
  }
  CHECK(supported.priority(tags("py3-none-any.manylinux_2_28_x86_64")) ==
        supported.priority(tags("py3-none-manylinux_2_28_x86_64")));
}

TEST_CASE("an interpreter that is not CPython takes pure wheels only") {
  const TagFacts pypy{.implementation = "pypy", .minor = 11};
  CHECK(accepts(pypy, "py3-none-any"));
  CHECK(!accepts(pypy, "cp311-cp311-linux_x86_64"));
}

TEST_CASE("what is no tag is refused, and so is a set that would fill the memory") {
  for (const char* damaged :
       {"", "py3", "py3-none", "py3-none-any-x", "py3--any", "py3.-none-any", "py 3-none-any", "py3-none-a/b"}) {
    INFO(damaged);
    CHECK(!Tag::parse_set(damaged));
  }
  std::string many = "a";
  for (int i = 0; i < 1000; ++i) many += ".a";
  CHECK(!Tag::parse_set(many + "-" + many + "-" + many));
}

TEST_CASE("damaged facts give a list of bounded length") {
  const auto supported = SupportedTags::for_interpreter({.minor = 2'000'000'000, .libc_minor = 2'000'000'000});
  CHECK(supported.all().size() < 200'000);
  CHECK(SupportedTags::for_interpreter({.major = -1, .minor = -1, .libc_minor = -1}).all().size() < 100);
}
