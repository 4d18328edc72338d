// SPDX-License-Identifier: Apache-2.0
#include "venv/installed.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "support.hpp"
#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::venv;
using namespace kenv::venv::test;

namespace {

struct Tree {
  io::TemporaryDirectory scratch;
  fs::path root = scratch.path() / "env", site = root / "lib/python3.12/site-packages";
  Tree() { io::make_directories(site); }
  void file(const std::string& path, const std::string& text) {
    io::make_directories((site / path).parent_path());
    io::write_text(site / path, text);
  }
  InstalledDistribution only() const {
    const auto all = read_installed(site);
    REQUIRE(all.size() == 1);
    return all[0];
  }
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("A distribution is described by its files") {
  Tree tree;
  tree.file("Torch_Vision-0.21.0+cu124.dist-info/METADATA",
            "Metadata-Version: 2.1\r\nName: Torch.Vision\r\nVersion: 0.21.0+cu124\r\nRequires-Python: >=3.9\r\n"
            "Requires-Dist: torch (==2.6.0)\r\nRequires-Dist: numpy\r\nDescription: long\r\n  Requires-Dist: "
            "not-this\r\n\r\nRequires-Dist: nor-this\r\n");
  tree.file("Torch_Vision-0.21.0+cu124.dist-info/INSTALLER", "pip\n");
  tree.file("Torch_Vision-0.21.0+cu124.dist-info/REQUESTED", "");
  tree.file("Torch_Vision-0.21.0+cu124.dist-info/direct_url.json",
            "{\"url\": \"file:///p\", \"dir_info\": {\"editable\": true}}");
  const auto found = tree.only();
  CHECK(found.name.text() == "torch-vision");
  CHECK(found.version_text == "0.21.0+cu124");
  CHECK(found.version->local_text() == "cu124");
  CHECK(found.requires_dist == Names{"torch (==2.6.0)", "numpy"});
  CHECK(found.requires_python == ">=3.9");
  CHECK(found.installer == "pip");
  CHECK(found.requested);
  CHECK(found.editable);
  CHECK_FALSE(found.has_record);
  CHECK(found.problem.empty());
}

TEST_CASE("A description of any length is not read, long lists of requirements are") {
  Tree tree;
  std::string many = "Name: many\nVersion: 1\n";
  for (int i = 0; i < 5000; ++i) many += "Requires-Dist: package-number-" + std::to_string(i) + "\n";
  tree.file("many-1.dist-info/METADATA", many + "\n" + std::string(100'000, 'x'));
  CHECK(tree.only().requires_dist.size() == 5000);
}

TEST_CASE("Damaged distributions are listed with what is wrong") {
  struct Row {
    std::string metadata, name, version;
    bool written = true;
  };
  const Row rows[] = {{"", "broken", "1.0", false},
                      {"", "broken", "1.0"},
                      {"Name: broken\n\n", "broken", "1.0"},
                      {std::string("\0\xff garbage", 10), "broken", "1.0"},
                      {"Name: ../x\nVersion: 2\n\n", "../x", "2"}};
  for (const Row& row : rows) {
    INFO(row.metadata);
    Tree tree;
    io::make_directories(tree.site / "broken-1.0.dist-info");
    if (row.written) tree.file("broken-1.0.dist-info/METADATA", row.metadata);
    const auto found = tree.only();
    CHECK_FALSE(found.problem.empty());
    CHECK(found.name_as_written == row.name);
    CHECK(found.version_text == row.version);
  }
}

TEST_CASE("Eggs, egg files and develop links are read too") {
  Tree tree;
  tree.file("old-1.0-py3.12.egg-info/PKG-INFO", "Name: old\nVersion: 1.0\n\n");
  tree.file("old-1.0-py3.12.egg-info/requires.txt", "numpy>=1\n\n[fast:python_version < \"3.9\"]\ncython\n");
  tree.file("old-1.0-py3.12.egg-info/installed-files.txt", "../old/__init__.py\nPKG-INFO\n../../../../bin/old\n");
  tree.file("older-2.0.egg-info", "Name: older\nVersion: 2.0\n\n");
  tree.file("../../../source/My_Project.egg-info/PKG-INFO", "Name: My-Project\nVersion: 3.0\n\n");
  tree.file("My-Project.egg-link", (tree.root / "source").string() + "\n.\n");
  const auto all = read_installed(tree.site);
  REQUIRE(all.size() == 3);
  CHECK(all[0].name.text() == "my-project");
  CHECK(all[0].version_text == "3.0");
  CHECK(all[0].editable);
  CHECK(all[1].requires_dist == Names{"numpy>=1", "cython ; (python_version < \"3.9\") and extra == \"fast\""});
  CHECK(files_of(all[1], tree.root).paths == Names{"lib/python3.12/site-packages/old/__init__.py",
                                                   "lib/python3.12/site-packages/old-1.0-py3.12.egg-info/PKG-INFO",
                                                   "bin/old"});
  CHECK(all[2].version_text == "2.0");
  CHECK_FALSE(files_of(all[2], tree.root).known);
}

TEST_CASE("What an interrupted pip leaves behind is no distribution") {
  Tree tree;
  tree.file("~orch-2.0.dist-info/METADATA", "Name: torch\nVersion: 2.0\n\n");
  tree.file("~orch/__init__.py", "");
  CHECK(read_installed(tree.site).empty());
  CHECK(find_leftovers(tree.site) == Names{"~orch", "~orch-2.0.dist-info"});
  CHECK(read_installed(tree.root / "nowhere").empty());
}

TEST_CASE("Removal takes the files of RECORD and their bytecode, and nothing outside of the environment") {
  Tree tree;
  const fs::path outside = tree.scratch.path() / "outside";
  io::make_directories(outside);
  io::symlink(outside.string(), tree.site / "linked");
  io::symlink("lib", tree.root / "lib64");
  io::make_directories(tree.root / "bin");
  for (const char* path : {"pkg/a.py", "pkg/__pycache__/a.cpython-312.pyc", "pkg/__pycache__/a.cpython-312.opt-1.pyc",
                           "pkg/__pycache__/ab.cpython-312.pyc", "top.py", "__pycache__/top.cpython-312.pyc"})
    tree.file(path, "");
  tree.file("pkg-1.dist-info/METADATA", "Name: pkg\nVersion: 1\n\n");
  tree.file("pkg-1.dist-info/RECORD",
            "pkg/a.py,,\ntop.py,,\n../../../bin/tool,,\n../../../bin/python,,\n../../../pyvenv.cfg,,\n../../../../"
            "outside/x,,\n/etc/passwd,,\n"
            "linked/victim,,\n../../../lib64/extra,,\n" +
                (tree.root / "share/absolute").string() + ",,\npkg-1.dist-info/RECORD,,\n");
  const auto found = tree.only();
  CHECK(files_of(found, tree.root).outside == Names{"../../../../outside/x", "/etc/passwd"});
  const std::string site = "lib/python3.12/site-packages/";
  CHECK(removal_of(found, tree.root) ==
        Names{"bin/tool", "lib/extra", site + "__pycache__/top.cpython-312.pyc", site + "pkg-1.dist-info/RECORD",
              site + "pkg/__pycache__/a.cpython-312.opt-1.pyc", site + "pkg/__pycache__/a.cpython-312.pyc",
              site + "pkg/a.py", site + "top.py", "share/absolute"});
}

TEST_CASE("A distribution without a readable RECORD is not removed, and its installer is named") {
  Tree tree;
  tree.file("pkg-1.dist-info/METADATA", "Name: pkg\nVersion: 1\n\n");
  tree.file("pkg-1.dist-info/INSTALLER", "conda\n");
  try {
    removal_of(tree.only(), tree.root);
    FAIL("removed");
  } catch (const Error& error) {
    CHECK(error.code() == "no-record");
    CHECK_THAT(error.hint(), Catch::Contains("conda"));
  }
}

TEST_CASE("The variant of a framework is read from its own file") {
  struct Row {
    std::string text, pattern, variant;
  };
  const Row rows[] = {
      {"__version__ = '2.15.0+cu132'\ncuda: Optional[str] = '13.2'\n", "__version__ = '", "cu132"},
      {"__version__ = '2.6.0+cpu'\ncuda: Optional[str] = None\n", "__version__ = '", "cpu"},
      {"__version__ = '2.6.0'\ndebug = False\ncuda: Optional[str] = '12.4'\n", "__version__ = '", "cu124"},
      {"__version__ = '2.6.0'\ncuda = None\n", "__version__ = '", "cpu"},
      {"__version__ = '2.6.0a0+gitabcdef'\ncuda: Optional[str] = '12.4'\n", "__version__ = '", "cu124"},
      {"__version__ = \"1.0+old\"\n", "__version__ = ", "old"},
      {"__version__ = '2.6.0+rocm6.2'\ncuda = None\n", "__version__ = '", "rocm6.2"},
      {"__version__ = '2.6.0'\n", "__version__ = '", ""},
      {"cuda_version = '12.4'\n", "", ""},
      {"__version__ = '2.6.0+cu124", "__version__ = '", "cu124"},
      {"", "__version__ = '", ""},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(cuda_variant(row.text, row.pattern) == row.variant);
  }
}
