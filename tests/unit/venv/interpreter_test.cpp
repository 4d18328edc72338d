// SPDX-License-Identifier: Apache-2.0
#include "venv/interpreter.hpp"

#include "support.hpp"
#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::venv;
using namespace kenv::venv::test;

namespace {

fs::path script(const fs::path& folder, const std::string& name, const std::string& text) {
  io::write_text(folder / name, "#!/bin/sh\n" + text, 0755);
  return folder / name;
}

Error error_of(const fs::path& python, QueryOptions options = {}) {
  try {
    query_interpreter(python, options);
  } catch (const Error& error) {
    return error;
  }
  FAIL("no error for " << python);
  throw;
}

}  // namespace

TEST_CASE("An interpreter's answers are those that it gives its own programs") {
  const Interpreter& python = machine_python();
  const auto ask = [&](const std::string& expression) {
    return output_of(
        {python.executable.string(), "-I", "-c", "import sys, os, platform, sysconfig; print(" + expression + ")"});
  };
  CHECK(python.version_text == ask("platform.python_version()"));
  CHECK(python.version.release_at(0) == 3);
  CHECK(python.prefix == ask("sys.prefix"));
  CHECK(python.base_prefix == ask("sys.base_prefix"));
  CHECK(python.purelib == ask("sysconfig.get_path('purelib')"));
  CHECK(python.stdlib == ask("sysconfig.get_path('stdlib')"));
  CHECK(python.cache_tag == ask("sys.implementation.cache_tag"));
  CHECK(python.markers.fields.at("platform_machine") == ask("platform.machine()"));
  CHECK(python.markers.fields.at("python_version") == ask("'%d.%d' % sys.version_info[:2]"));
  CHECK(python.markers.fields.size() == 11);
  CHECK(python.tags.libc_major > 0);
  CHECK(python.externally_managed == io::exists(python.stdlib / "EXTERNALLY-MANAGED"));
  CHECK(io::exists(python.base_executable));
}

TEST_CASE("An interpreter in an environment names its base") {
  const io::TemporaryDirectory scratch;
  const fs::path root = scratch.path() / "env";
  output_of({machine_python().executable.string(), "-m", "venv", "--without-pip", root.string()});
  const Interpreter python = query_interpreter(root / "bin" / "python");
  CHECK(python.is_virtual);
  CHECK(python.prefix == root);
  CHECK(python.base_prefix == machine_python().base_prefix);
  CHECK_FALSE(python.externally_managed);
  CHECK(python.purelib == output_of({(root / "bin/python").string(), "-I", "-c",
                                     "import sysconfig; print(sysconfig.get_path('purelib'))"}));
  CHECK(python.scripts == root / "bin");
  CHECK(python.base_executable.string().find(root.string()) == std::string::npos);
  CHECK(query_interpreter(python.base_executable).prefix == machine_python().prefix);
}

TEST_CASE("What a broken interpreter does becomes a message with a way out") {
  const io::TemporaryDirectory scratch;
  const fs::path& folder = scratch.path();
  io::symlink("/nowhere/python3", folder / "dangling");
  struct Row {
    fs::path python;
    std::string code;
    ExitCode exit;
    std::string says;
  };
  QueryOptions options;
  options.time_limit = std::chrono::milliseconds(1500);
  const Row rows[] = {
      {folder / "absent", "no-interpreter", ExitCode::Usage, "there is no Python at"},
      {folder, "no-interpreter", ExitCode::Usage, "is not a program"},
      {folder / "dangling", "broken-interpreter", ExitCode::Failed, "links to `/nowhere/python3`, which is gone"},
      {script(folder, "dies", "echo 'ImportError: no encodings' >&2\nexit 3\n"), "broken-interpreter", ExitCode::Failed,
       "ended with status 3: ImportError: no encodings"},
      {script(folder, "fatal",
              "printf 'Python path configuration:\\nFatal Python error: no home\\nthread\\n' >&2\nexit 1\n"),
       "broken-interpreter", ExitCode::Failed, "status 1: Fatal Python error: no home"},
      {script(folder, "killed", "kill -SEGV $$\n"), "broken-interpreter", ExitCode::Failed, "signal 11"},
      {script(folder, "silent", "exit 0\n"), "not-an-interpreter", ExitCode::Usage, "does not behave like a Python"},
      {"/bin/ls", "not-an-interpreter", ExitCode::Usage, "does not behave like a Python"},
      {"/bin/echo", "not-an-interpreter", ExitCode::Usage, "does not behave like a Python"},
      {"/bin/cat", "not-an-interpreter", ExitCode::Usage, "does not behave like a Python"},
      {script(folder, "raises", "printf 'Traceback\\n import json, os\\nModuleNotFoundError: json\\n' >&2\nexit 1\n"),
       "broken-interpreter", ExitCode::Failed, "ModuleNotFoundError: json"},
      {script(folder, "other", "echo '<<kenv-interpreter>>{}<<kenv-interpreter-end>>'\n"), "interpreter-unreadable",
       ExitCode::Failed, "cannot be read"},
      {script(folder, "hangs", "sleep 30\n"), "interpreter-hangs", ExitCode::Failed, "did not answer within"},
      {script(folder, "two", "echo 'Unknown option: -I' >&2\nexit 2\n"), "interpreter-too-old", ExitCode::Usage,
       "Python 2"},
  };
  for (const Row& row : rows) {
    INFO(row.python);
    const Error error = error_of(row.python, options);
    CHECK(error.code() == row.code);
    CHECK(error.exit_code() == row.exit);
    CHECK_THAT(error.what(), Catch::Contains(row.says));
    CHECK_THAT(error.what(), !Catch::Contains("import json"));  // no text of ours in it
    CHECK_FALSE(error.hint().empty());
  }
}

TEST_CASE("Noise around an interpreter's answer does not matter") {
  const io::TemporaryDirectory scratch;
  const std::string real = machine_python().executable.string();
  const fs::path noisy =
      script(scratch.path(), "noisy", "echo 'hello {'\n'" + real + "' \"$@\"\nstatus=$?\necho '} bye'\nexit $status\n");
  CHECK(query_interpreter(noisy).version_text == machine_python().version_text);
}

TEST_CASE("A start file of the environment that prints, fails or hangs does not reach the query") {
  const io::TemporaryDirectory scratch;
  const fs::path root = scratch.path() / "env";
  output_of({machine_python().executable.string(), "-m", "venv", "--without-pip", root.string()});
  const fs::path site = query_interpreter(root / "bin/python").purelib;
  io::write_text(site / "bad.pth", "import sys; sys.stdout.write('noise'); sys.exit(1)\n");
  CHECK(query_interpreter(root / "bin/python").prefix == root);
}

TEST_CASE("An answer is remembered until the interpreter or its environment changes") {
  const io::TemporaryDirectory scratch;
  const fs::path root = scratch.path() / "env", count = scratch.path() / "count";
  output_of({machine_python().executable.string(), "-m", "venv", "--without-pip", root.string()});
  QueryOptions options;
  options.cache_directory = scratch.path() / "cache";
  const Interpreter first = query_interpreter(root / "bin/python", options);
  const auto kept = io::list_directory(options.cache_directory / "interpreters");
  REQUIRE(kept.size() == 1);

  SECTION("the kept answer is used") {
    const fs::path file = options.cache_directory / "interpreters" / kept[0];
    std::string text = io::read_text(file);
    const auto at = text.find("\"version\": \"");
    REQUIRE(at != std::string::npos);
    text.replace(at, 12, "\"version\": \"9!");
    io::write_text(file, text);
    CHECK(query_interpreter(root / "bin/python", options).version_text == "9!" + first.version_text);
  }
  SECTION("a damaged one is not") {
    io::write_text(options.cache_directory / "interpreters" / kept[0], "rubbish");
    CHECK(query_interpreter(root / "bin/python", options).version_text == first.version_text);
  }
  SECTION("another pyvenv.cfg asks again") {
    io::remove_file(root / "pyvenv.cfg");
    CHECK_FALSE(query_interpreter(root / "bin/python", options).is_virtual);
  }
}

TEST_CASE("A shim that may start another interpreter next time is asked each time") {
  const io::TemporaryDirectory scratch;
  QueryOptions options;
  options.cache_directory = scratch.path() / "cache";
  query_interpreter(script(scratch.path(), "shim", "exec '" + machine_python().executable.string() + "' \"$@\"\n"),
                    options);
  CHECK_FALSE(io::exists(options.cache_directory / "interpreters"));
}

TEST_CASE("A folder in PATH that cannot be looked into is passed over, as shells do") {
  const io::TemporaryDirectory scratch;
  fs::create_symlink("loop", scratch.path() / "loop");  // root may enter any folder, but nobody gets through this one
  const std::string before = std::getenv("PATH");
  ::setenv("PATH",
           ((scratch.path() / "loop").string() + ":" + machine_python().executable.parent_path().string()).c_str(), 1);
  CHECK(find_interpreter("3").tags.major == 3);
  ::setenv("PATH", before.c_str(), 1);
}

TEST_CASE("An interpreter is found by version, by path, by its environment and by default") {
  const Interpreter& python = machine_python();
  const std::string minor = std::to_string(python.tags.major) + "." + std::to_string(python.tags.minor);
  CHECK(find_interpreter(minor).tags.minor == python.tags.minor);
  CHECK(find_interpreter("3").tags.major == 3);
  CHECK(find_interpreter(python.executable.string()).executable == python.executable);
  const io::TemporaryDirectory scratch;
  output_of({python.executable.string(), "-m", "venv", "--without-pip", (scratch.path() / "env").string()});
  CHECK(find_interpreter((scratch.path() / "env").string()).prefix == scratch.path() / "env");
  for (const char* wrong : {"3.99", "python-of-nobody", "/nowhere/python3"}) {
    INFO(wrong);
    try {
      find_interpreter(wrong);
      FAIL("found");
    } catch (const Error& error) {
      CHECK(error.exit_code() == ExitCode::Usage);
      CHECK(error.code() == "no-interpreter");
      CHECK_THAT(error.hint(), Catch::Contains("--python"));
    }
  }
}

TEST_CASE("A version of Python that is not installed is described as its interpreter would answer here") {
  const Interpreter& here = machine_python();
  const Interpreter described = find_or_describe_interpreter("3.98.7t");
  CHECK(described.described);
  CHECK(described.version_text == "3.98.7");
  CHECK(described.tags.minor == 98);
  CHECK(described.tags.free_threaded);
  CHECK(described.tags.machine == here.tags.machine);
  CHECK(described.tags.libc_minor == here.tags.libc_minor);
  CHECK(described.markers.fields.at("python_version") == "3.98");
  CHECK(described.markers.fields.at("python_full_version") == "3.98.7");
  CHECK(described.markers.fields.at("sys_platform") == here.markers.fields.at("sys_platform"));
  CHECK(described.markers.fields.size() == here.markers.fields.size());
  CHECK(find_or_describe_interpreter("3.98").version_text == "3.98.0");
  CHECK_FALSE(find_or_describe_interpreter(here.executable.string()).described);
  for (const char* wrong : {"2.7", "4.1", "3.999", "python-of-nobody", "/nowhere/python3"}) {
    INFO(wrong);
    CHECK_THROWS_AS(find_or_describe_interpreter(wrong), Error);
  }
}
