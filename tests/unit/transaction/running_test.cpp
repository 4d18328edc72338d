// SPDX-License-Identifier: Apache-2.0
#include "transaction/running.hpp"

#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::transaction;

namespace {

struct FakeProc {
  io::TemporaryDirectory folder{"kenv-proc-"};
  std::filesystem::path environment = folder.path() / "venv";
  std::filesystem::path proc = folder.path() / "proc";

  FakeProc() {
    io::make_directories(environment);
    io::make_directories(proc);
  }
  void add(int pid, const std::string& executable, const std::string& command_line, const std::string& variables,
           const std::string& maps) const {
    const auto process = proc / std::to_string(pid);
    io::make_directory(process);
    io::symlink(executable, process / "exe");
    io::write_text(process / "cmdline", command_line);
    io::write_text(process / "environ", variables);
    io::write_text(process / "maps", maps);
    io::write_text(process / "comm", "python3\n");
  }
};

}  // namespace

TEST_CASE("programs that run from an environment are found by what they are, what they load, and VIRTUAL_ENV",
          "[running]") {
  const FakeProc fake;
  const std::string root = fake.environment.string();
  const std::string mapped =
      "7f0000000000-7f0000001000 r-xp 00000000 fe:00 12    " + root + "/lib/python3.12/site-packages/a.so\n";
  fake.add(11, root + "/bin/server", "server", "", "");
  fake.add(12, "/usr/bin/python3.12", "python", "", mapped);
  fake.add(13, "/usr/bin/python3.12", root + "/bin/python", "", "");
  fake.add(14, "/usr/bin/python3.12", "python", std::string("HOME=/root\0VIRTUAL_ENV=", 23) + root, "");
  fake.add(21, "/usr/bin/python3.12", "python", "VIRTUAL_ENV=" + root + "2", "");  // another environment
  fake.add(22, "/usr/bin/bash", "bash", "VIRTUAL_ENV=" + root, "");  // a shell that activated it loads nothing
  fake.add(23, "/usr/bin/python3.12", "python", "", "7f00-7f01 r-xp 0 fe:00 1 /usr/lib/x.so\n");
  io::make_directory(fake.proc / "sys");

  std::vector<int> found;
  for (const auto& program : running_from(fake.environment, fake.proc)) found.push_back(program.pid);
  CHECK(found == std::vector<int>{11, 12, 13, 14});
  CHECK(running_from(fake.environment, fake.proc).at(1).name == "python3");
}

TEST_CASE("a machine without /proc has no programs to name", "[running]") {
  const FakeProc fake;
  CHECK(running_from(fake.environment, fake.folder.path() / "nothing").empty());
}
