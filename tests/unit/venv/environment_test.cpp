// SPDX-License-Identifier: Apache-2.0
#include "venv/environment.hpp"

#include "base/error.hpp"
#include "support.hpp"
#include "support/catch.hpp"
#include "venv/skeleton.hpp"

using namespace kenv;
using namespace kenv::venv;
using namespace kenv::venv::test;

namespace {

Error refusal_of(const Environment& environment) {
  try {
    require_changeable(environment);
  } catch (const Error& error) {
    return error;
  }
  FAIL("not refused: " << environment.root);
  throw;
}

}  // namespace

TEST_CASE("A virtual environment is known by its folder, a folder with a slash, and its interpreter") {
  const io::TemporaryDirectory scratch;
  const fs::path root = scratch.path() / "env";
  plant(root, environment_skeleton(machine_python(), root));
  for (const fs::path& path : {root, fs::path(root.string() + "/"), root / "bin/python", root / "bin/python3"}) {
    INFO(path);
    const Environment found = open_environment(path);
    CHECK(found.kind == EnvironmentKind::Virtual);
    CHECK(found.root == root);
    CHECK(found.broken.empty());
    CHECK(found.site_packages == std::vector<fs::path>{root / machine_python().environment_purelib});
    CHECK(found.config->maker == "kenv");
    CHECK_NOTHROW(require_changeable(found));
  }
}

TEST_CASE("The machine's own interpreter is a base, with the packages that it imports") {
  const Interpreter& python = machine_python();
  const Environment found = open_environment(python.base_executable);
  CHECK(found.kind == EnvironmentKind::Base);
  CHECK(found.python_minor == std::to_string(python.tags.major) + "." + std::to_string(python.tags.minor));
  for (const fs::path& folder : python.base_site_packages) {
    INFO(folder);
    if (io::is_directory(folder))
      CHECK(std::find(found.site_packages.begin(), found.site_packages.end(), folder) != found.site_packages.end());
  }
  CHECK_NOTHROW(require_readable(found));
  const Error error = refusal_of(found);
  CHECK(error.code() == "base-interpreter");
  CHECK_THAT(error.hint(), Catch::Contains("kenv create"));
}

TEST_CASE("What cannot be changed is refused with its reason and another way") {
  const io::TemporaryDirectory scratch;
  const fs::path& here = scratch.path();
  io::make_directories(here / "conda/conda-meta");
  io::make_directories(here / "conda/lib/python3.12/site-packages");
  io::make_directories(here / "project/.venv");
  io::write_text(here / "project/.venv/pyvenv.cfg", "home = /usr/bin\n");
  io::write_text(here / "file", "");
  plant(here / "dangling", environment_skeleton(machine_python(), here / "dangling"));
  io::remove_file(here / "dangling/bin/python");
  io::symlink("/nowhere/python3", here / "dangling/bin/python");

  struct Row {
    std::string path;
    EnvironmentKind kind;
    std::string code;
    ExitCode exit;
    std::string says, hint;
  };
  const Row rows[] = {
      {"absent", EnvironmentKind::Missing, "no-such-environment", ExitCode::Usage, "no environment at", "kenv create"},
      {"file", EnvironmentKind::NotAnEnvironment, "not-an-environment", ExitCode::Usage, "not a Python environment",
       "kenv create"},
      {"project", EnvironmentKind::NotAnEnvironment, "not-an-environment", ExitCode::Usage, "not a Python environment",
       "project/.venv"},
      {"conda", EnvironmentKind::Conda, "conda-environment", ExitCode::Usage, "conda", "--from"},
      {"dangling", EnvironmentKind::Virtual, "broken-interpreter", ExitCode::Failed, "is gone", "--from"},
      {"project/.venv", EnvironmentKind::Virtual, "broken-interpreter", ExitCode::Failed, "is missing", "--from"},
  };
  for (const Row& row : rows) {
    INFO(row.path);
    const Environment found = open_environment(here / row.path);
    CHECK(found.kind == row.kind);
    const Error error = refusal_of(found);
    CHECK(error.code() == row.code);
    CHECK(error.exit_code() == row.exit);
    CHECK_THAT(error.what(), Catch::Contains(row.says));
    CHECK_THAT(error.hint(), Catch::Contains(row.hint));
  }
  CHECK(open_environment(here / "conda").site_packages.size() == 1);
  CHECK(open_environment(here / "dangling").site_packages.size() == 1);
}

TEST_CASE("An application's embedded Python is known by its path file") {
  const io::TemporaryDirectory scratch;
  io::make_directories(scratch.path() / "python_embeded/Lib/site-packages");
  io::write_text(scratch.path() / "python_embeded/python.exe", "");
  io::write_text(scratch.path() / "python_embeded/python312._pth", "python312.zip\n.\n");
  const Environment found = open_environment(scratch.path() / "python_embeded");
  CHECK(found.kind == EnvironmentKind::Embedded);
  CHECK(to_text(found.kind) == "embedded");
  CHECK(found.site_packages.size() == 1);
}

TEST_CASE("pyvenv.cfg of other makers is understood") {
  struct Row {
    std::string text, maker, version;
  };
  const Row rows[] = {
      {"home = /usr/bin\nimplementation = CPython\nuv = 0.13.9\nversion_info = 3.12.3\ninclude-system-site-packages = "
       "false\n",
       "uv", "3.12.3"},
      {"home = /usr/bin\nversion_info = 3.11.2.final.0\nvirtualenv = 20.1\nbase-executable = /usr/bin/python3.11\n",
       "virtualenv", "3.11.2.final.0"},
      {"HOME=/usr/bin\n  Version =3.9.1\nrubbish\n", "venv", "3.9.1"},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const auto config = parse_environment_config(row.text);
    CHECK(config.home == "/usr/bin");
    CHECK(config.maker == row.maker);
    CHECK(config.version == row.version);
    CHECK_FALSE(config.system_site_packages);
  }
  CHECK(parse_environment_config("include-system-site-packages = True\n").system_site_packages);
}
