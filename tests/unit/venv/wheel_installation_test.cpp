// SPDX-License-Identifier: Apache-2.0
#include "venv/wheel_installation.hpp"

#include "base/error.hpp"
#include "python/record.hpp"
#include "support.hpp"
#include "support/catch.hpp"
#include "venv/skeleton.hpp"

using namespace kenv;
using namespace kenv::venv;
using namespace kenv::venv::test;

namespace {

Layout layout() {
  Layout layout;
  layout.root = "/env";
  layout.purelib = layout.platlib = "lib/python3.12/site-packages";
  layout.headers = "include/site/python3.12";
  return layout;
}

const std::string kSite = "lib/python3.12/site-packages/";

std::string problem_of(const WheelFiles& wheel) {
  try {
    installation_of(wheel.contents(), layout());
  } catch (const Error& error) {
    CHECK(error.exit_code() == ExitCode::VerificationFailed);
    CHECK_FALSE(error.hint().empty());
    CHECK_THAT(error.what(), Catch::Contains(wheel.contents().file_name));
    return error.what();
  }
  return "installed";
}

}  // namespace

TEST_CASE("Every member of a wheel goes to the place that the standard names") {
  WheelFiles wheel;
  wheel.files = {{"sample/__init__.py", ""},
                 {"sample/_core.so", "ELF"},
                 {"sample-1.0.data/purelib/pure.py", ""},
                 {"sample-1.0.data/platlib/plat.py", ""},
                 {"sample-1.0.data/headers/sample.h", ""},
                 {"sample-1.0.data/data/share/man/sample.1", ""},
                 {"sample-1.0.data/data/lib64/cmake/sample.cmake", ""},
                 {"sample-1.0.data/scripts/tool",
                  "\x7f"
                  "ELF"},
                 {"sample-1.0.dist-info/licenses/LICENSE", "text"}};
  wheel.executable = {"sample/_core.so"};
  const auto tree = installation_of(wheel.contents(), layout());
  for (const std::string& path :
       {kSite + "sample/__init__.py", kSite + "pure.py", kSite + "plat.py",
        std::string("include/site/python3.12/sample/sample.h"), std::string("share/man/sample.1"),
        std::string("lib/cmake/sample.cmake"), std::string("bin/tool"), kSite + "sample-1.0.dist-info/licenses/LICENSE",
        kSite + "sample-1.0.dist-info/METADATA"}) {
    INFO(path);
    CHECK(find(tree, path));
  }
  CHECK(std::get<store::StoreMember>(find(tree, "bin/tool")->content).member == "sample-1.0.data/scripts/tool");
  CHECK(find(tree, "bin/tool")->mode == 0755);
  CHECK(find(tree, kSite + "sample/_core.so")->mode == 0755);
  CHECK(find(tree, kSite + "sample/__init__.py")->mode == 0644);
  CHECK(generated(tree, kSite + "sample-1.0.dist-info/INSTALLER") == "kenv\n");
  CHECK_FALSE(find(tree, kSite + "sample-1.0.dist-info/REQUESTED"));
  CHECK_FALSE(find(tree, kSite + "sample-1.0.dist-info/direct_url.json"));
  CHECK(tree.back().path == kSite + "sample-1.0.dist-info/RECORD");
}

TEST_CASE("Root-Is-Purelib decides between two library folders") {
  Layout apart = layout();
  apart.platlib = "lib/plat";
  WheelFiles wheel;
  wheel.files = {{"sample.py", ""}};
  CHECK(find(installation_of(wheel.contents(), apart), kSite + "sample.py"));
  wheel.pure = false;
  CHECK(find(installation_of(wheel.contents(), apart), "lib/plat/sample.py"));
}

TEST_CASE("RECORD lists exactly what was installed, with the digests of what was made") {
  WheelFiles wheel;
  wheel.files = {{"sample/a,b.py", "x = 1\n"},
                 {"sample-1.0.data/scripts/tool", "#!python\nprint(1)\n"},
                 {"sample-1.0.dist-info/entry_points.txt", "[console_scripts]\nrun = sample:main\n"},
                 {"sample-1.0.dist-info/INSTALLER", "someone\n"}};
  InstallOptions options;
  options.requested = true;
  options.direct_url_json = "{\"url\": \"file:///x.whl\"}";
  const auto tree = installation_of(wheel.contents(), layout(), options);
  const auto rows = python::parse_record(generated(tree, kSite + "sample-1.0.dist-info/RECORD"));
  REQUIRE(rows);
  CHECK(rows->size() == tree.size());
  std::map<std::string, python::RecordEntry> by_path;
  for (const auto& row : *rows) by_path[fs::path(kSite + row.path).lexically_normal().string()] = row;
  for (const auto& entry : tree) {
    INFO(entry.path);
    REQUIRE(by_path.contains(entry.path));
    if (entry.path.ends_with("RECORD")) continue;
    const std::string bytes = std::holds_alternative<store::Generated>(entry.content)
                                  ? std::get<store::Generated>(entry.content).bytes
                              : wheel.files.contains("sample/a,b.py") && entry.path.ends_with("a,b.py") ? "x = 1\n"
                                                                                                        : "";
    if (bytes.empty() && !entry.path.ends_with("REQUESTED")) continue;
    CHECK(by_path[entry.path].hash == "sha256=" + sha256(bytes).base64url());
    CHECK(by_path[entry.path].size == bytes.size());
  }
  CHECK(by_path["bin/tool"].path == "../../../bin/tool");
  CHECK(by_path[kSite + "sample-1.0.dist-info/RECORD"].hash.empty());
  CHECK(generated(tree, kSite + "sample-1.0.dist-info/INSTALLER") == "kenv\n");
  CHECK(generated(tree, kSite + "sample-1.0.dist-info/REQUESTED").empty());
}

TEST_CASE("Scripts and entry points start the interpreter of the environment") {
  WheelFiles wheel;
  wheel.files = {
      {"sample-1.0.data/scripts/tool", "#!python -x\nprint(1)\n"},
      {"sample-1.0.data/scripts/shell", "#!/bin/sh\n"},
      {"sample-1.0.data/scripts/run", "#!python\n# a wrapper that the build tool wrote\n"},
      {"sample-1.0.dist-info/entry_points.txt",
       "[console_scripts]\nrun = sample.cli:Tool.main\n[gui_scripts]\nwindow = sample:show\n[other]\nx = y:z\n"}};
  const auto tree = installation_of(wheel.contents(), layout());
  CHECK(generated(tree, "bin/tool") == "#!/env/bin/python\nprint(1)\n");
  CHECK(std::holds_alternative<store::StoreMember>(find(tree, "bin/shell")->content));
  CHECK_THAT(generated(tree, "bin/run"), Catch::StartsWith("#!/env/bin/python\n"));
  CHECK_THAT(generated(tree, "bin/run"), Catch::Contains("from sample.cli import Tool\n"));
  CHECK_THAT(generated(tree, "bin/run"), Catch::Contains("sys.exit(Tool.main())"));
  CHECK(find(tree, "bin/window")->mode == 0755);
  CHECK_FALSE(find(tree, "bin/x"));
}

TEST_CASE("pip's scripts are called after the Python that they are for, not the one that its wheel was built with") {
  WheelFiles wheel;
  wheel.files = {{"sample-1.0.dist-info/entry_points.txt",
                  "[console_scripts]\npip = p:main\npip3 = p:main\npip3.11 = p:main\npip3.11-tool = p:main\n"}};
  Layout of_314 = layout();
  of_314.python_minor = "3.14";
  const auto tree = installation_of(wheel.contents(), of_314);
  for (const char* name : {"bin/pip", "bin/pip3", "bin/pip3.14", "bin/pip3.11-tool"}) CHECK(find(tree, name));
  CHECK_FALSE(find(tree, "bin/pip3.11"));
}

TEST_CASE("Entry point scripts work in environments whose path the kernel or the shell cannot take as it is") {
  const io::TemporaryDirectory scratch;
  WheelFiles wheel;
  wheel.files = {{"sample.py",
                  "import sys\nclass Tool:\n    @staticmethod\n    def main():\n        print(sys.prefix, "
                  "sys.argv[1:])\n        return 3\n"},
                 {"sample-1.0.dist-info/entry_points.txt", "[console_scripts]\nrun = sample:Tool.main\n"}};
  for (const std::string& name :
       {std::string("plain"), std::string("with blank"), std::string("it's $HOME `date` \"x\" \\N{x} '''"),
        std::string(140, 'x'), std::string("line\nbreak")}) {
    INFO(name);
    const fs::path root = scratch.path() / name;
    plant(root, environment_skeleton(machine_python(), root));
    plant(root, installation_of(wheel.contents(), layout_of(machine_python(), root)), {wheel.contents()});
    const io::ProcessResult result = run({(root / "bin/run").string(), "a b", "$x"});
    CHECK(result.error_output == "");
    CHECK(result.output == root.string() + " ['a b', '$x']\n");
    CHECK(result.exit_code == 3);
  }
}

TEST_CASE("A wheel that would leave the environment, replace its interpreter or break the format is refused") {
  struct Row {
    std::string member, text, says;
  };
  const Row rows[] = {
      {"../evil.py", "", "would leave the environment"},
      {"/etc/evil", "", "would leave the environment"},
      {"sample/../../evil.py", "", "would leave the environment"},
      {"sample\\evil.py", "", "would leave the environment"},
      {"sample-1.0.data/data/../../evil", "", "would leave the environment"},
      {"sample-1.0.data/scripts/../../evil", "", "would leave the environment"},
      {"sample-1.0.data/data/bin/python", "", "replace `bin/python`"},
      {"sample-1.0.data/data/pyvenv.cfg", "", "replace `pyvenv.cfg`"},
      {"sample-1.0.data/data/lib64", "", "replace `lib64`"},
      {"sample-1.0.data/scripts/python3.12", "#!python\n", "replace `bin/python3.12`"},
      {"sample-1.0.data/scripts/Python3", "", "replace `bin/Python3`"},
      {"sample-1.0.data/scripts/activate", "", "replace `bin/activate`"},
      {"sample-1.0.data/elsewhere/x", "", "is no installation folder"},
      {"sample-1.0.data/x", "", "belongs to no installation folder"},
      {"other-1.0.dist-info/METADATA", "", "two .dist-info folders"},
      {"sample-1.0.dist-info/entry_points.txt", "[console_scripts]\npython3 = a:b\n", ""},
      {"sample-1.0.dist-info/entry_points.txt", "[console_scripts]\n../evil = a:b\n", ""},
      {"sample-1.0.dist-info/entry_points.txt", "[console_scripts]\nrun = a:b; import os\n", ""},
      {"sample-1.0.dist-info/WHEEL", "Wheel-Version: 9.0\n", ""},
      {"sample-1.0.dist-info/RECORD", "\"unended", ""},
      {"sample-1.0.data/purelib/sample.py", "", "two files of it would become"},
  };
  for (const Row& row : rows) {
    INFO(row.member << " " << row.text);
    WheelFiles wheel;
    wheel.files = {{"sample.py", ""}, {row.member, row.text}};
    const std::string problem = problem_of(wheel);
    CHECK(problem != "installed");
    CHECK_THAT(problem, Catch::Contains(row.says));
  }
}

TEST_CASE("Names that only look like the interpreter's are installed") {
  WheelFiles wheel;
  wheel.files = {{"sample-1.0.data/scripts/python-argcomplete-check", "#!python\n"},
                 {"sample-1.0.data/scripts/activate-global-completion", "#!/bin/sh\n"}};
  CHECK(problem_of(wheel) == "installed");
}

TEST_CASE("Two packages may bring the same file, but not different files at one path") {
  const auto package = [](const std::string& name, std::map<std::string, std::string> files) {
    WheelFiles wheel;
    wheel.name = name;
    wheel.files = std::move(files);
    return PackageFiles{name, installation_of(wheel.contents(), layout())};
  };
  const auto one = package("one", {{"nvidia/__init__.py", ""}, {"nvidia/one.so", "1"}});
  const auto two = package("two", {{"nvidia/__init__.py", ""}, {"nvidia/two.so", "2"}});
  const auto three = package("three", {{"nvidia/__init__.py", "import evil\n"}});
  const auto four = package("four", {{"nvidia", "a file"}});

  CHECK(find_collisions({one, two}).empty());
  const auto tree = merged_tree({one, two});
  CHECK(tree.size() == one.entries.size() + two.entries.size() - 1);
  CHECK(find(tree, kSite + "nvidia/__init__.py")->content == find(one.entries, kSite + "nvidia/__init__.py")->content);

  const auto collisions = find_collisions({one, two, three});
  REQUIRE(collisions.size() == 1);
  CHECK(collisions[0] == Collision{kSite + "nvidia/__init__.py", "one", "three"});
  CHECK_FALSE(find_collisions({one, four}).empty());
  try {
    merged_tree({one, three});
    FAIL("merged");
  } catch (const Error& error) {
    CHECK(error.code() == "file-collision");
    CHECK_THAT(error.what(), Catch::Contains("nvidia/__init__.py"));
  }
}

TEST_CASE("What wheels bring to site-packages by mistake stands in nobody's way") {
  const auto package = [](const std::string& name, const std::string& path) {
    WheelFiles wheel;
    wheel.name = name;
    wheel.files = {{path, "of " + name}};
    return PackageFiles{name, installation_of(wheel.contents(), layout())};
  };
  for (const char* path : {"tests/__init__.py", "docs/conf.py", "LICENSE", "README.md"}) {
    INFO(path);
    const auto one = package("one", path), two = package("two", path);
    CHECK(find_collisions({one, two}).empty());
    CHECK(find(merged_tree({one, two}), kSite + path)->content == find(one.entries, kSite + path)->content);
  }
  for (const char* path : {"cv2/__init__.py", "testing.py", "one/tests/__init__.py"}) {
    INFO(path);
    CHECK_FALSE(find_collisions({package("one", path), package("two", path)}).empty());
  }
}
