// SPDX-License-Identifier: Apache-2.0
#include "transaction/tree_view.hpp"

#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::transaction;
using io::FileKind;

namespace {

SealedEntry sealed_file(const std::string& path) {
  return {path, FileKind::Regular, 0644, 10, 1000, "", KeptFile{"ab", true}};
}
io::WalkedEntry found_file(const std::string& path) { return {path, {FileKind::Regular, 0644, 10, 1, 7, 1, 0, 1000}}; }

}  // namespace

TEST_CASE("each way in which a tree can leave its seal is told", "[drift]") {
  struct Case {
    const char* path;
    void (*alter)(io::WalkedEntry&);
    const char* what;
  };
  const Case cases[] = {
      {"untouched", [](io::WalkedEntry&) {}, ""},
      {"grown", [](io::WalkedEntry& entry) { entry.status.size = 12; }, "size 12, was 10"},
      {"written to", [](io::WalkedEntry& entry) { entry.status.modified_ns = 2000; }, "written to"},
      {"other mode", [](io::WalkedEntry& entry) { entry.status.mode = 0755; }, "mode 755, was 644"},
      {"other kind", [](io::WalkedEntry& entry) { entry.status.kind = FileKind::Directory; }, "now a folder"},
      {"other inode", [](io::WalkedEntry& entry) { entry.status.inode = 8; }, ""},
  };
  for (const auto& each : cases) {
    INFO(each.path);
    Seal seal;
    seal.entries = {sealed_file("a")};
    TreeView view{0755, {found_file("a")}, {}};
    each.alter(view.entries[0]);
    const auto differences = compare(seal, view);
    REQUIRE(differences.size() == (*each.what == '\0' ? 0 : 1));
    if (!differences.empty()) CHECK(differences[0] == Difference{"a", Change::Changed, each.what});
  }
}

TEST_CASE("what was added and what was removed is told apart", "[drift]") {
  Seal seal;
  seal.entries = {sealed_file("a"), sealed_file("c"), sealed_file("d")};
  const TreeView view{0755, {found_file("b"), found_file("c"), found_file("e")}, {}};
  const auto differences = compare(seal, view);
  CHECK(differences == std::vector<Difference>{{"a", Change::Removed, "removed"},
                                               {"b", Change::Added, "added"},
                                               {"d", Change::Removed, "removed"},
                                               {"e", Change::Added, "added"}});
  CHECK(summary(differences) == "a (removed), b (added), d (removed) and 1 more");
}

TEST_CASE("between two looks at one tree a replaced file is another file, even with equal size and time", "[drift]") {
  const TreeView before{0755, {found_file("a")}, {}};
  TreeView after = before;
  CHECK(compare(before, after).empty());
  after.entries[0].status.inode = 8;
  CHECK(compare(before, after).size() == 1);
}

TEST_CASE("a link that leads elsewhere is a change", "[drift]") {
  io::WalkedEntry link{"bin", {FileKind::Symlink, 0777, 3, 1, 9, 1, 0, 5}};
  const TreeView before{0755, {link}, {{"bin", "one"}}}, after{0755, {link}, {{"bin", "two"}}};
  CHECK(compare(before, after) == std::vector<Difference>{{"bin", Change::Changed, "leads to two, was one"}});
}

TEST_CASE("only __pycache__ folders hold bytecode", "[drift]") {
  for (const char* path : {"__pycache__", "a/__pycache__", "a/__pycache__/b.pyc"}) CHECK(is_bytecode(path));
  for (const char* path : {"a.pyc", "my__pycache__/a", "__pycache__s/a", "a/__pycache__.py"})
    CHECK_FALSE(is_bytecode(path));
}
