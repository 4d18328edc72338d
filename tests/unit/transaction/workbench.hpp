// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "io/files.hpp"
#include "io/tree.hpp"
#include "report/reporter.hpp"
#include "store/store.hpp"
#include "support/wheel_builder.hpp"
#include "transaction/commit.hpp"
#include "transaction/history.hpp"
#include "transaction/rollback.hpp"

namespace kenv::test {
namespace fs = std::filesystem;

/// Path → everything that a user could tell it by. Two equal portraits are byte for byte the same tree.
using Portrait = std::map<std::string, std::string>;

inline Portrait portrait(const fs::path& root) {
  Portrait result;
  if (!io::exists(root)) return result;
  for (const auto& [path, status] : io::walk_tree(root)) {
    if (status.kind == io::FileKind::Directory) result[path] = fmt::format("folder {:o}", status.mode);
    if (status.kind == io::FileKind::Symlink) result[path] = "link to " + io::read_link(root / path);
    if (status.kind == io::FileKind::Regular) {
      result[path] = fmt::format("file {:o} {} {}", status.mode, status.modified_ns, io::read_text(root / path));
    }
  }
  return result;
}

/// A folder with an environment in it that pip could have made, and a store beside it.
struct Workbench {
  std::optional<io::TemporaryDirectory> temporary;
  fs::path folder;
  fs::path project = folder / "project";
  fs::path environment = project / ".venv";
  fs::path state = project / ".kenv" / ".venv";
  report::SilentReporter reporter;
  store::Store store{folder / "store", reporter};

  Workbench() : temporary(std::in_place, "kenv-transaction-"), folder(temporary->path()) {}
  explicit Workbench(fs::path existing) : folder(std::move(existing)) {}

  static bool owned(std::string_view path) { return path.starts_with("lib/"); }

  void write(const std::string& path, std::string_view content, std::uint32_t mode = 0644) const {
    io::make_directories((environment / path).parent_path());
    io::remove_file_if_present(environment / path);  // as pip and uv do: a new file in place of the old one
    io::write_text(environment / path, content, mode);
  }
  std::string read(const std::string& path) const { return io::read_text(environment / path); }
  bool has(const std::string& path) const { return io::exists(environment / path); }

  void make_environment() const {
    write("pyvenv.cfg", "home = /usr/bin\n");
    write("bin/activate", "# activate\n");
    write("bin/tool", "#!/bin/sh\n", 0755);
    io::symlink("/usr/bin/python3", environment / "bin/python");
    write("lib/python3/site-packages/old/__init__.py", "version = 1\n");
    write("lib/python3/site-packages/old/data.bin", std::string(1000, 'x'));
    write("lib/python3/site-packages/old/__pycache__/__init__.cpython-312.pyc", "code");
    write("lib/python3/site-packages/old-1.dist-info/RECORD", "old/__init__.py,,\n");
    io::symlink("lib", environment / "lib64");
  }

  /// A wheel `name` 2 in the store, as entries of site-packages.
  std::vector<store::TreeEntry> wheel(const std::string& name) {
    WheelBuilder builder(name, "2");
    builder.file(name + "/__init__.py", "version = 2\n").file(name + "/core.so", std::string(3000, 'c'), 0100755);
    const auto stored = store.add(builder.write(folder), builder.digest(), {builder.file_name(), "", ""});
    std::vector<store::TreeEntry> entries;
    for (const auto& member : stored->members) {
      entries.push_back(
          {"lib/python3/site-packages/" + member.path, member.mode, store::StoreMember{stored->digest, member.path}});
    }
    return entries;
  }

  /// What fix does: old 1 out, new 2 in, a script rewritten.
  transaction::Committed replace_old_by_new() {
    transaction::OpenState state_now(environment, "test");
    auto staging = transaction::Staging::clone_live(state_now, owned);
    change(staging);
    return transaction::commit(staging, {"kenv fix", "old cannot run here", {{"old", "1", ""}, {"new", "", "2"}}});
  }
  void change(transaction::Staging& staging) {
    staging.remove(std::vector<std::string>{"lib/python3/site-packages/old/__init__.py",
                                            "lib/python3/site-packages/old/data.bin",
                                            "lib/python3/site-packages/old-1.dist-info/RECORD", "bin/tool"});
    auto entries = wheel("new");
    entries.push_back({"bin/tool", 0755, store::Generated{"#!/bin/sh\nnew\n"}});
    staging.add(store, entries);
  }
  transaction::Committed create() {
    transaction::OpenState state_now(environment, "test");
    auto staging = transaction::Staging::empty(state_now);
    auto entries = wheel("new");
    entries.push_back({"pyvenv.cfg", 0644, store::Generated{"home = /usr/bin\n"}});
    entries.push_back({"bin/python", 0, store::LinkTo{"/usr/bin/python3"}});
    staging.add(store, entries);
    return transaction::commit(staging, {"kenv create", "asked for"});
  }
  transaction::RollbackResult roll_back(std::optional<int> to = {}) {
    transaction::OpenState state_now(environment, "test");
    return transaction::rollback(state_now, store, {to, owned, {"kenv rollback", ""}});
  }
};

}  // namespace kenv::test
