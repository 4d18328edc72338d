// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "io/tree.hpp"
#include "report/reporter.hpp"
#include "store/store.hpp"
#include "support.hpp"
#include "support/catch.hpp"
#include "support/wheel_builder.hpp"
#include "venv/installed.hpp"
#include "venv/skeleton.hpp"

// What kenv installs is held against pip: the same files as pip's own installation, and pip can go on managing it.

using namespace kenv;
using namespace kenv::venv;
using namespace kenv::venv::test;

namespace {

kenv::test::WheelBuilder sample() {
  kenv::test::WheelBuilder wheel("sample", "1.0");
  wheel.file("sample/__init__.py", "import sys\ndef main():\n    print('ran', sys.prefix)\n")
      .file("sample/data with blank.txt", "x")
      .file("sample-1.0.data/scripts/tool", "#!python\nprint('tool')\n")
      .file("sample-1.0.data/scripts/shell", "#!/bin/sh\necho shell\n")
      .file("sample-1.0.data/data/share/sample/x.txt", "y")
      .file("sample-1.0.data/headers/sample.h", "z")
      .file("sample-1.0.data/purelib/sample_pure.py", "");
  wheel.entry_points = "[console_scripts]\nrun-sample = sample:main\n";
  wheel.more_metadata = "Requires-Dist: other >=1\n";
  return wheel;
}

struct Ground {
  io::TemporaryDirectory scratch;
  report::SilentReporter silent;
  store::Store store{scratch.path() / "store", silent};
  fs::path ours = scratch.path() / "ours";
  std::string python = (ours / "bin/python").string();

  Ground() { plant(ours, environment_skeleton(machine_python(), ours)); }

  void install(const fs::path& file, bool requested) {
    const auto wheel = store.add(file, sha256(io::read_text(file)), {file.filename().string(), "", ""});
    InstallOptions options;
    options.requested = requested;
    plant(ours, installation_of(*wheel, layout_of(machine_python(), ours), options), *wheel);
  }
  void install(const kenv::test::WheelBuilder& wheel, bool requested) {
    install(wheel.write(scratch.path()), requested);
  }

  std::string pip(const std::vector<std::string>& arguments) {
    std::vector<std::string> all = {python, "-I", "-m", "pip", "--disable-pip-version-check", "--no-input"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return output_of(all);
  }
};

std::set<std::string> files_below(const fs::path& root) {
  std::set<std::string> paths;
  const auto skip = [](std::string_view path) { return path.ends_with("__pycache__") || path.ends_with("/pip"); };
  for (const auto& entry : io::walk_tree(root, skip))
    if (entry.status.kind != io::FileKind::Directory && entry.path.find("/pip-") == std::string::npos &&
        entry.path.find("/pip") == std::string::npos)
      paths.insert(entry.path);
  return paths;
}

std::optional<fs::path> pip_wheel() {
  const auto wheel = bundled_pip_wheel(machine_python());
  if (!wheel) WARN("not run: this interpreter carries no wheel of pip to hold kenv against");
  return wheel;
}

}  // namespace

TEST_CASE("kenv places the files of a wheel where pip places them") {
  const auto pip = pip_wheel();
  if (!pip) return;
  Ground ground;
  const std::set<std::string> before = files_below(ground.ours);
  ground.install(*pip, true);
  ground.install(sample(), true);
  std::set<std::string> ours = files_below(ground.ours);
  for (const std::string& path : before) ours.erase(path);

  // The same wheel once more by pip, in an environment of the same kind.
  Ground other;
  other.install(*pip, true);
  other.pip({"install", "--no-index", "--no-deps", "--no-compile", sample().write(other.scratch.path()).string()});
  std::set<std::string> theirs = files_below(other.ours);
  for (const std::string& path : before) theirs.erase(path);
  // pip was given a file, so it notes where that was.
  std::erase_if(theirs, [](const std::string& path) { return path.ends_with("direct_url.json"); });
  CHECK(ours == theirs);

  const auto record = [](const Ground& at) {
    const auto installed = read_installed(at.ours / machine_python().environment_purelib);
    const auto found =
        std::find_if(installed.begin(), installed.end(), [](const auto& one) { return one.name.text() == "sample"; });
    REQUIRE(found != installed.end());
    const auto files = files_of(*found, at.ours);
    CHECK(files.outside.empty());
    std::set<std::string> paths(files.paths.begin(), files.paths.end());
    std::erase_if(paths, [](const std::string& path) { return path.ends_with("direct_url.json"); });
    return paths;
  };
  CHECK(record(ground) == record(other));
}

TEST_CASE("pip lists, checks and uninstalls what kenv installed, and every script runs") {
  const auto pip = pip_wheel();
  if (!pip) return;
  Ground ground;
  ground.install(*pip, true);
  const std::set<std::string> before = files_below(ground.ours);
  ground.install(sample(), true);
  ground.install(kenv::test::WheelBuilder("other", "2.0"), false);

  CHECK(ground.pip({"check"}) == "No broken requirements found.");
  const std::string list = ground.pip({"list", "--format=freeze"});
  CHECK_THAT(list, Catch::Contains("sample==1.0") && Catch::Contains("other==2.0"));
  CHECK_THAT(ground.pip({"list", "--not-required", "--format=freeze"}),
             Catch::Contains("sample==1.0") && !Catch::Contains("other"));
  CHECK_THAT(ground.pip({"show", "sample"}), Catch::Contains("Installer: kenv") || Catch::Contains("Name: sample"));
  CHECK(output_of({(ground.ours / "bin/run-sample").string()}) == "ran " + ground.ours.string());
  CHECK(output_of({(ground.ours / "bin/tool").string()}) == "tool");
  CHECK(output_of({(ground.ours / "bin/shell").string()}) == "shell");

  ground.pip({"uninstall", "-y", "sample", "other"});
  CHECK(files_below(ground.ours) == before);
}

TEST_CASE("What removal takes is what pip takes") {
  const auto pip = pip_wheel();
  if (!pip) return;
  Ground ground;
  ground.install(*pip, true);
  ground.install(sample(), true);
  output_of({ground.python, "-c", "import sample"});
  const auto all_files = [&] {
    std::set<std::string> paths;
    for (const auto& entry : io::walk_tree(ground.ours))
      if (entry.status.kind != io::FileKind::Directory && !entry.path.ends_with(".pyc")) paths.insert(entry.path);
    return paths;
  };
  const auto installed = read_installed(ground.ours / machine_python().environment_purelib);
  const auto found =
      std::find_if(installed.begin(), installed.end(), [](const auto& one) { return one.name.text() == "sample"; });
  REQUIRE(found != installed.end());
  const auto removal = removal_of(*found, ground.ours);
  CHECK(std::count_if(removal.begin(), removal.end(), [](const auto& path) { return path.ends_with(".pyc"); }) == 1);
  std::set<std::string> left = all_files();
  for (const std::string& path : removal) {
    INFO(path);
    CHECK(io::exists(ground.ours / path));
    left.erase(path);
  }
  ground.pip({"uninstall", "-y", "sample"});
  CHECK(all_files() == left);
}
