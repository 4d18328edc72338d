// SPDX-License-Identifier: Apache-2.0
#include "python/pylock.hpp"
#include "python/pylock_selection.hpp"
#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::python;

namespace {

const std::string kHead = "lock-version = '1.0'\ncreated-by = 'x'\n";
const std::string kHashes = "hashes = {sha256 = '" + std::string(64, 'a') + "'}\n";

/// A package of one wheel, from line 3 on of a lock.
std::string package(const std::string& name, const std::string& more = "", const std::string& tags = "py3-none-any") {
  return "[[packages]]\nname = '" + name + "'\nversion = '1.0'\n" + more + "[[packages.wheels]]\nurl = 'https://h/" +
         name + "-1.0-" + tags + ".whl'\n" + kHashes;
}

std::vector<std::string> problems_of(const std::string& text) {
  std::vector<std::string> out;
  const auto lock = read_pylock(text, "pylock.toml");
  if (!lock)
    for (const auto& problem : lock.error()) out.push_back(problem.text());
  return out;
}

PylockTarget target() {
  TagFacts facts;
  PylockTarget out{{}, Version::parse("3.12.3").value(), SupportedTags::for_interpreter(facts)};
  out.markers.fields = {{"sys_platform", "linux"}, {"python_version", "3.12"}, {"python_full_version", "3.12.3"}};
  return out;
}

/// The wheels that are chosen, or what stands against it.
std::vector<std::string> chosen(const std::string& text, const PylockTarget& where = target()) {
  const auto lock = read_pylock(text, "pylock.toml");
  std::vector<std::string> out;
  if (!lock) return {"UNREADABLE " + lock.error().front().text()};
  const auto selection = select(*lock, where, "pylock.toml");
  if (selection)
    for (const auto& choice : *selection) out.push_back(choice.wheel.name);
  else
    for (const auto& problem : selection.error()) out.push_back("PROBLEM " + problem.text());
  return out;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a lock is read with everything that an installer needs of it") {
  const auto lock = read_pylock(
      kHead +
          "requires-python = '>=3.9'\nextras = ['a']\ndependency-groups = ['dev']\ndefault-groups = ['main']\n"
          "environments = [\"sys_platform == 'linux'\"]\npackages = []\n[tool.other]\nx = 1\n",
      "pylock.toml");
  REQUIRE(lock);
  CHECK(lock->requires_python == ">=3.9");
  CHECK(lock->extras == Lines{"a"});
  CHECK(lock->default_groups == Lines{"main"});
  CHECK(lock->notes.empty());

  const auto full = read_pylock(kHead + R"([[packages]]
name = "torch"
version = "2.8.0+cu128"
marker = "sys_platform == 'linux'"
requires-python = ">=3.9"
index = "https://h/whl/cu128"
dependencies = [{name = "numpy"}]
[[packages.wheels]]
name = "torch-2.8.0+cu128-py3-none-any.whl"
upload-time = 2025-01-02T03:04:05Z
url = "https://h/opaque"
path = "wheels/t.whl"
size = 889000000000
hashes = {sha256 = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", md5 = "b"}
[[packages.attestation-identities]]
kind = "GitHub"
workflow = "x"
[packages.tool.y]
z = 1
)",
                                "pylock.toml");
  REQUIRE(full);
  const auto& wheel = full->packages.at(0).wheels.at(0);
  CHECK(wheel.name == "torch-2.8.0+cu128-py3-none-any.whl");
  CHECK(wheel.size == 889'000'000'000);
  CHECK(wheel.upload_time == "2025-01-02T03:04:05Z");
  CHECK(wheel.hashes.at("sha256") == std::string(64, 'a'));
  CHECK(wheel.where.line == 10);
  CHECK(full->notes.empty());
}

TEST_CASE("what a lock may not be is refused with the place of each fault") {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"", "pylock.toml:1:1: `lock-version` is missing"},
      {"lock-version = '2.0'", "pylock.toml:1:16: this lock is of version 2.0; this kenv reads version 1"},
      {"lock-version = 1.0", "pylock.toml:1:16: `lock-version` must be a string"},
      {"lock-version = '1.0'\npackages = []", "pylock.toml:1:1: `created-by` is missing"},
      {kHead, "pylock.toml:1:1: `packages` is missing"},
      {kHead + "packages = {}", "pylock.toml:3:12: `packages` must be an array of tables"},
      {kHead + "packages = []\nrequires-python = '3'", "pylock.toml:4:19: `requires-python`"},
      {kHead + "packages = []\nenvironments = ['x']", "pylock.toml:4:16: "},
      {kHead + "packages = []\nextras = ['A_b']",
       "pylock.toml:4:10: \"A_b\" is not the name of an extra in its normal form"},
      {kHead + "packages = [{name = 'x'}]", "pylock.toml:3:13: the package has none of wheels, sdist"},
      {kHead + package("A_b"), "pylock.toml:4:8: \"A_b\" is not a project name in its normal form"},
      {kHead + package("a", "marker = \"extra == 'x'\"\n"), "pylock.toml:6:10: `extra` means nothing in a lock"},
      {kHead + package("a", "marker = 'no'\n"), "pylock.toml:6:10: `marker`"},
      {kHead + package("a", "directory = {path = '.'}\n"),
       "pylock.toml:3:1: a package comes from wheels and an sdist, or from one of"},
      {kHead + "[[packages]]\nname = 'a'\nvcs = {type = 'git', url = 'https://h'}",
       "pylock.toml:5:7: `commit-id` is missing"},
      {kHead + "[[packages]]\nname = 'a'\narchive = {url = 'https://h/b-1.0-py3-none-any.whl', " +
           kHashes.substr(0, kHashes.size() - 1) + "}",
       "pylock.toml:5:11: \"b-1.0-py3-none-any.whl\" is a file of b, not of a"},
      {kHead + "[[packages]]\nname = 'a'\narchive = {url = 'https://h/a.zip'}",
       "pylock.toml:5:11: `hashes` must hold at least one digest"},
      {kHead + "[[packages]]\nname = 'a'\nwheels = [{" + kHashes.substr(0, kHashes.size() - 1) + "}]",
       "pylock.toml:5:11: a file needs `url` or `path`"},
      {kHead + package("a", "", "broken"), "pylock.toml:6:1: \"a-1.0-broken.whl\" is not the name of a wheel"},
      {kHead + "[[packages]]\nname = 'a'\nversion = '2'\n[[packages.wheels]]\npath = 'a-1.0-py3-none-any.whl'\n" +
           kHashes,
       "pylock.toml:6:1: \"a-1.0-py3-none-any.whl\" is version 1.0, not 2"},
      {kHead + "[[packages]]\nname = 'a'\n[packages.sdist]\npath = 'b-1.0.tar.gz'\n" + kHashes,
       "pylock.toml:5:1: \"b-1.0.tar.gz\" is a file of b, not of a"},
      {kHead + "[[packages]]\nname = 'a'\n[[packages.wheels]]\nurl = 'https://h/a-1.0-py3-none-any.whl'\nhashes = "
               "{sha512 = 'x'}\n",
       "pylock.toml:7:10: a digest of sha512 has 128 hexadecimal digits, found \"x\""},
      {kHead + "[[packages]]\nname = 'a'\n[[packages.wheels]]\nurl = 'https://h/a-1.0-py3-none-any.whl'\nhashes = {md5 "
               "= 'x', sha1 = 'y'}\n",
       "pylock.toml:7:10: no digest here vouches for the file"},
      {kHead + package("a", "attestation-identities = [{x = 1}]\n"),
       "pylock.toml:6:26: an attestation identity needs its `kind`"},
      {kHead + package("a") + "size = -1\n", "pylock.toml:9:8: `size` must be a whole number"},
      {kHead + package("a") + "upload-time = 'now'\n", "pylock.toml:9:15: `upload-time` must be a date with a time"},
  };
  for (const auto& [text, expected] : table) {
    INFO(text);
    const auto problems = problems_of(text);
    REQUIRE_FALSE(problems.empty());
    INFO(problems.front());
    CHECK(problems.front().starts_with(expected));
  }
  CHECK(problems_of(kHead + package("A_b") + package("c", "marker = 'no'\n")).size() > 1);
}

TEST_CASE("a newer minor version and keys that nobody knows are said and read over") {
  const auto lock =
      read_pylock("lock-version = '1.1'\ncreated-by = 'x'\nnew = 1\n" + package("a", "also-new = 2\n"), "pylock.toml");
  REQUIRE(lock);
  Lines notes;
  for (const auto& note : lock->notes) notes.push_back(note.text());
  CHECK(notes == Lines{"pylock.toml:1:16: this lock is of version 1.1; what came after 1.0 is not heeded",
                       "pylock.toml:7:12: unknown key `also-new`", "pylock.toml:3:7: unknown key `new`"});
}

TEST_CASE("the packages of a lock that apply are installed from the wheel that fits best") {
  CHECK(chosen(kHead + package("a") + package("b", "marker = \"sys_platform == 'win32'\"\n")) ==
        Lines{"a-1.0-py3-none-any.whl"});
  const std::string two = kHead + package("a") +
                          "[[packages.wheels]]\nurl = 'https://h/a-1.0-cp312-cp312-manylinux_2_17_x86_64.whl'\n" +
                          kHashes;
  CHECK(chosen(two) == Lines{"a-1.0-cp312-cp312-manylinux_2_17_x86_64.whl"});
  const std::string builds =
      kHead + package("a") + "[[packages.wheels]]\nurl = 'https://h/a-1.0-2-py3-none-any.whl'\n" + kHashes;
  CHECK(chosen(builds) == Lines{"a-1.0-2-py3-none-any.whl"});
  CHECK(chosen(kHead +
               "[[packages]]\nname = 'a'\n[packages.archive]\nurl = 'https://h/a-1.0%2Bx-py3-none-any.whl#egg=a'\n" +
               kHashes) == Lines{"a-1.0+x-py3-none-any.whl"});
  const std::string other =
      "[[packages]]\nname = 'a'\n[[packages.wheels]]\nurl = 'https://h/a-1.0-py3-none-any.whl'\nhashes = {md5 = 'x', "
      "blake2b = '" +
      std::string(128, 'A') + "'}\n";
  CHECK(chosen(kHead + other) == Lines{"a-1.0-py3-none-any.whl"});
  CHECK(digests_of(read_pylock(kHead + other, "pylock.toml")->packages.at(0).wheels.at(0)).all() ==
        std::vector<Digest>{{DigestAlgorithm::Blake2b, std::string(128, 'a')}});
  // Two entries of one package are fine where only one applies.
  CHECK(chosen(kHead + package("a", "marker = \"sys_platform == 'linux'\"\n") +
               package("a", "marker = \"sys_platform == 'win32'\"\n"))
            .size() == 1);
}

TEST_CASE("a lock that cannot be installed here says why, and where it says so") {
  const std::vector<std::pair<std::string, std::string>> table = {
      {kHead + "requires-python = '<3.10'\npackages = []",
       "PROBLEM pylock.toml: this lock needs Python <3.10, this one is 3.12.3"},
      {kHead + "environments = [\"sys_platform == 'win32'\"]\npackages = []",
       "PROBLEM pylock.toml: the lock is for other environments"},
      {kHead + package("a", "requires-python = '>=3.13'\n"),
       "PROBLEM pylock.toml:3:1: a of this lock needs Python >=3.13"},
      {kHead + package("a") + package("a"),
       "PROBLEM pylock.toml:9:1: the lock has two entries of a for this environment; the other one is in line 3"},
      {kHead + package("a", "", "cp311-cp311-win_amd64"),
       "PROBLEM pylock.toml:3:1: no wheel of a 1.0 in this lock fits here: it has wheels for cp311 on win_amd64; this "
       "interpreter is cp312: Python 3.12, and this system is Linux"},
      {kHead + "[[packages]]\nname = 'a'\nversion = '1.0'\n[packages.sdist]\nurl = 'https://h/a-1.0.tar.gz'\n" +
           kHashes,
       "PROBLEM pylock.toml:3:1: the lock has only a source distribution of a 1.0; kenv installs wheels"},
      {kHead + "[[packages]]\nname = 'a'\nvcs = {type = 'git', url = 'https://h', commit-id = '1'}",
       "PROBLEM pylock.toml:5:7: a comes from a repository in this lock; kenv installs wheels"},
      {kHead + "[[packages]]\nname = 'a'\n[packages.directory]\npath = '.'\neditable = true",
       "PROBLEM pylock.toml:5:1: a comes from a folder in this lock"},
      {kHead + "[[packages]]\nname = 'a'\n[packages.archive]\nurl = 'https://h/a-1.0.tar.gz'\n" + kHashes,
       "PROBLEM pylock.toml:5:1: a comes from an archive of sources, \"a-1.0.tar.gz\", in this lock; kenv installs "
       "wheels"},
      {kHead + "[[packages]]\nname = 'a'\n[packages.archive]\npath = 'a-1.0-cp312-cp312-win_amd64.whl'\n" + kHashes,
       "PROBLEM pylock.toml:5:1: the wheel of a in this lock, \"a-1.0-cp312-cp312-win_amd64.whl\", does not fit here: "
       "it has wheels for cp312 on win_amd64; this system is Linux"},
  };
  for (const auto& [text, expected] : table) {
    INFO(text);
    const auto found = chosen(text);
    REQUIRE(found.size() == 1);
    INFO(found.front());
    CHECK(found.front().starts_with(expected));
  }
  auto with_extra = target();
  with_extra.extras = {"gpu"};
  CHECK(chosen(kHead + "extras = ['cpu']\npackages = []", with_extra) ==
        Lines{"PROBLEM pylock.toml: the lock has no extra \"gpu\"; it has cpu"});
}

TEST_CASE("extras and dependency groups of a lock are chosen by its markers") {
  const std::string lock = kHead + "extras = ['gpu']\ndependency-groups = ['Dev_x']\ndefault-groups = ['main']\n" +
                           package("a", "marker = \"'gpu' in extras\"\n") +
                           package("b", "marker = \"'Dev_x' in dependency_groups\"\n") +
                           package("c", "marker = \"'main' in dependency_groups or 'gpu' in extras\"\n");
  const auto with = [&](std::set<std::string> extras, std::optional<std::set<std::string>> groups) {
    auto where = target();
    where.extras = std::move(extras);
    where.groups = std::move(groups);
    std::string names;
    for (const auto& name : chosen(lock, where)) names += name.substr(0, 1);
    return names;
  };
  CHECK(with({}, {}) == "c");
  CHECK(with({"gpu"}, {}) == "ac");
  CHECK(with({}, {{"dev-x"}}) == "b");
  CHECK(with({}, {{"dev-x", "main"}}) == "bc");
  CHECK(with({}, {{"dev"}}) == "P");
}

TEST_CASE("what kenv writes as a lock it reads again") {
  Pylock lock;
  PylockPackage torch;
  torch.name = PackageName::from_normal("torch");
  torch.version = Version::parse("2.8.0+cu128").value();
  torch.index = "https://h/whl";
  torch.wheels = {{"torch-2.8.0+cu128-cp312-cp312-linux_x86_64.whl",
                   "https://h/t",
                   5,
                   {{"sha256", std::string(64, 'b')}},
                   "t.whl",
                   "2025-01-02T03:04:05Z"}};
  lock.packages = {torch};
  const std::string text = render_pylock(lock);
  const auto again = read_pylock(text, "pylock.toml");
  REQUIRE(again);
  CHECK(render_pylock(*again) == text);
}

TEST_CASE("locks are known by their file names") {
  for (const auto* name : {"pylock.toml", "pylock.linux-x86-64.toml"}) CHECK(is_pylock_name(name));
  for (const auto* name : {"Pylock.toml", "pylock..toml", "pylock.a.b.toml", "uv.lock", "pyproject.toml", "pylock"})
    CHECK_FALSE(is_pylock_name(name));
}
