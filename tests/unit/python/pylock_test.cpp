// SPDX-License-Identifier: Apache-2.0
#include "python/pylock.hpp"

#include <algorithm>

#include "support/catch.hpp"

using namespace kenv::python;

namespace {

PylockPackage written_package(std::string name, std::string_view version) {
  PylockPackage out;
  out.name = PackageName::from_normal(std::move(name));
  out.version = Version::parse(version).value();
  return out;
}

}  // namespace

TEST_CASE("a lock is written as PEP 751 lays it out") {
  Pylock lock;
  lock.requires_python = "==3.12.*";
  lock.environments = {"sys_platform == \"linux\" and platform_machine == \"x86_64\""};
  PylockPackage torch = written_package("torch", "2.8.0+cu128");
  torch.requires_python = ">=3.9";
  torch.marker = "sys_platform == \"linux\"";
  torch.index = "https://index.example/whl/cu128";
  torch.wheels = {{"torch-2.8.0+cu128-cp312-cp312-manylinux_2_28_x86_64.whl",
                   "https://index.example/t.whl",
                   889,
                   {{"sha256", "ab"}}}};
  lock.packages = {torch, written_package("numpy", "2.3.0")};
  CHECK(render_pylock(lock) ==
        "lock-version = \"1.0\"\n"
        "environments = [\"sys_platform == \\\"linux\\\" and platform_machine == \\\"x86_64\\\"\"]\n"
        "requires-python = \"==3.12.*\"\n"
        "extras = []\n"
        "dependency-groups = []\n"
        "created-by = \"kenv\"\n"
        "\n"
        "[[packages]]\n"
        "name = \"numpy\"\n"
        "version = \"2.3.0\"\n"
        "\n"
        "[[packages]]\n"
        "name = \"torch\"\n"
        "version = \"2.8.0+cu128\"\n"
        "marker = \"sys_platform == \\\"linux\\\"\"\n"
        "requires-python = \">=3.9\"\n"
        "index = \"https://index.example/whl/cu128\"\n"
        "\n"
        "[[packages.wheels]]\n"
        "name = \"torch-2.8.0+cu128-cp312-cp312-manylinux_2_28_x86_64.whl\"\n"
        "url = \"https://index.example/t.whl\"\n"
        "size = 889\n"
        "hashes = {\"sha256\" = \"ab\"}\n");
}

TEST_CASE("the same lock gives the same bytes in whatever order it was put together") {
  Pylock lock;
  lock.packages = {written_package("b", "2.0"), written_package("b", "1.0"), written_package("a", "1.0")};
  lock.packages[2].wheels = {{"z.whl", "u", {}, {}}, {"a.whl", "u", {}, {}}};
  Pylock shuffled = lock;
  std::ranges::reverse(shuffled.packages);
  std::ranges::reverse(shuffled.packages[0].wheels);
  CHECK(render_pylock(lock) == render_pylock(shuffled));
}

TEST_CASE(
    "a wheel that was named by its address is an archive, and a lock of one choice does not say that there was none") {
  Pylock lock;
  lock.extras.reset();
  lock.dependency_groups.reset();
  PylockPackage direct = written_package("demo", "1.0");
  direct.archive =
      PylockFile{"demo-1.0-py3-none-any.whl", "https://h/demo-1.0-py3-none-any.whl", 7, {{"sha256", "ab"}}};
  lock.packages = {direct};
  CHECK(render_pylock(lock) ==
        "lock-version = \"1.0\"\n"
        "created-by = \"kenv\"\n"
        "\n"
        "[[packages]]\n"
        "name = \"demo\"\n"
        "version = \"1.0\"\n"
        "\n"
        "[packages.archive]\n"
        "url = \"https://h/demo-1.0-py3-none-any.whl\"\n"
        "size = 7\n"
        "hashes = {\"sha256\" = \"ab\"}\n");
}

TEST_CASE("text that TOML cannot hold as it is is escaped") {
  Pylock lock;
  lock.requires_python = std::string("a\"b\\c\nd\x7f\0", 9);
  CHECK(render_pylock(lock).find("requires-python = \"a\\\"b\\\\c\\u000ad\\u007f\\u0000\"\n") != std::string::npos);
}

TEST_CASE("a lock of nothing still says so") {
  CHECK(render_pylock({}).ends_with("created-by = \"kenv\"\npackages = []\n"));
}
