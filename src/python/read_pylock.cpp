// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.hpp"
#include "document/toml_table.hpp"
#include "python/location.hpp"
#include "python/marker.hpp"
#include "python/metadata.hpp"
#include "python/pylock.hpp"
#include "python/scanner.hpp"
#include "python/source_name.hpp"
#include "python/specifier.hpp"
#include "python/wheel_name.hpp"

namespace kenv::python {
namespace {

using document::TomlTable;

/// A marker or a specifier is kept as text, once it is known to be one.
template <class T>
std::string checked(TomlTable& table, std::string_view key, Result<T> (*parse)(std::string_view)) {
  return table.parsed(key, parse) ? table.text(key) : std::string();
}

/// Names in a lock are written in their normal form; another spelling would hide that two entries are one package.
bool is_normal(std::string_view name) {
  const auto parsed = PackageName::parse(name);
  return parsed && parsed->text() == name;
}

/// { sha256 = "..." }: at least one, names of algorithms in lower case.
std::map<std::string, std::string> read_hashes(TomlTable& file) {
  std::map<std::string, std::string> hashes;
  const auto* table = file.value("hashes");
  if (table == nullptr || table->kind != document::Value::Kind::Table || table->members.empty()) {
    file.report("hashes", "`hashes` must hold at least one digest: { sha256 = \"...\" }",
                "lock again with an index that states digests");
    return hashes;
  }
  for (const auto& [algorithm, digest] : table->members) {
    if (digest.kind != document::Value::Kind::Text)
      file.report("hashes", "the digest of `" + algorithm + "` must be a string");
    else
      hashes[text::lower(algorithm)] = text::lower(digest.text);
  }
  bool vouched = false;
  for (const auto& [name, digits] : hashes) {
    const auto algorithm = digest_algorithm(name);
    if (!algorithm) continue;
    vouched = true;
    if (const auto digest = Digest::parse(*algorithm, digits); !digest)
      file.report("hashes", digest.error().message + ", found " + excerpt(digits));
  }
  if (!vouched && !hashes.empty())
    file.report("hashes",
                "no digest here vouches for the file; those of these algorithms do: " + digest_algorithm_names(),
                "lock again with an index that states one");
  return hashes;
}

PylockFile read_file(TomlTable& table) {
  PylockFile file;
  file.where = table.position();
  file.name = table.text("name");
  file.url = table.text("url");
  file.path = table.text("path");
  file.size = table.size("size");
  file.upload_time = table.time("upload-time");
  file.hashes = read_hashes(table);
  if (file.url.empty() && file.path.empty()) table.report({}, "a file needs `url` or `path`");
  if (file.name.empty()) file.name = file_name_of(file.path.empty() ? file.url : file.path);
  return file;
}

class PackageReader {
 public:
  explicit PackageReader(TomlTable& table) : table_(table) {}

  PylockPackage read() {
    package_.where = table_.position();
    read_name();
    package_.version = table_.parsed("version", &Version::parse);
    read_marker();
    package_.requires_python = checked(table_, "requires-python", &parse_requires_python);
    package_.index = table_.text("index");
    table_.each("wheels", [&](TomlTable& wheel) { package_.wheels.push_back(read_file(wheel)); });
    table_.within("sdist", [&](TomlTable& sdist) { package_.sdist = read_file(sdist); });
    read_trees();
    read_about();
    for (const auto& wheel : package_.wheels) check_wheel(wheel);
    if (package_.sdist) check_sdist(*package_.sdist);
    if (package_.archive && package_.archive->name.ends_with(".whl")) check_wheel(*package_.archive);
    check_sources();
    return std::move(package_);
  }

 private:
  void read_name() {
    const std::string name = table_.text("name", true);
    if (name.empty()) return;
    if (!is_normal(name)) return table_.report("name", excerpt(name) + " is not a project name in its normal form");
    package_.name = PackageName::from_normal(name);
  }

  /// `extra` is for metadata of packages; a lock speaks of "x" in extras.
  void read_marker() {
    const auto marker = table_.parsed("marker", &Marker::parse);
    if (!marker) return;
    package_.marker = table_.text("marker");
    if (marker->mentions_extra())
      table_.report("marker", "`extra` means nothing in a lock", "write \"NAME\" in extras");
  }

  /// Where a package is not a set of files but a tree that has to be built.
  void read_trees() {
    table_.within("vcs", [&](TomlTable& vcs) {
      note_tree("vcs", vcs);
      vcs.text("type", true);
      vcs.text("commit-id", true);
      vcs.text("requested-revision");
      vcs.text("subdirectory");
      if (vcs.text("url").empty() && vcs.text("path").empty()) vcs.report({}, "a repository needs `url` or `path`");
    });
    table_.within("directory", [&](TomlTable& directory) {
      note_tree("directory", directory);
      directory.text("path", true);
      directory.flag("editable", false);
      directory.text("subdirectory");
    });
    table_.within("archive", [&](TomlTable& archive) {
      ++trees_;
      archive.text("subdirectory");
      package_.archive = read_file(archive);
    });
  }

  void note_tree(const char* kind, const TomlTable& table) {
    ++trees_;
    package_.tree = kind;
    package_.tree_at = table.position();
  }

  /// What a lock says about a package beside where it comes from. Dependencies and tool tables may not have a say in an
  /// installation.
  void read_about() {
    for (const char* key : {"dependencies", "attestation-identities"}) {
      const auto* list = table_.value(key);
      if (list == nullptr) continue;
      const bool tables =
          list->kind == document::Value::Kind::Array &&
          std::ranges::all_of(list->items, [](const auto& item) { return item.kind == document::Value::Kind::Table; });
      if (!tables) table_.report(key, "`" + std::string(key) + "` must be an array of tables");
      if (!tables || std::string_view(key) == "dependencies") continue;
      for (const auto& identity : list->items) {
        const auto* kind = identity.find("kind");
        if (kind == nullptr || kind->kind != document::Value::Kind::Text)
          table_.report(key, "an attestation identity needs its `kind`, a string");
      }
    }
    if (const auto* tool = table_.value("tool"); tool != nullptr && tool->kind != document::Value::Kind::Table)
      table_.report("tool", "`tool` must be a table");
  }

  void check_wheel(const PylockFile& file) {
    const auto wheel = WheelName::parse(file.name);
    if (!wheel) return table_.report_at(file.where, wheel.error().message);
    check_same(file, wheel->name, wheel->version);
  }

  void check_sdist(const PylockFile& file) {
    const auto source = parse_source_name(file.name);
    if (!source) return table_.report_at(file.where, source.error().message);
    check_same(file, source->name, source->version);
  }

  void check_same(const PylockFile& file, const PackageName& name, const Version& version) {
    if (!package_.name.empty() && name != package_.name)
      table_.report_at(file.where,
                       excerpt(file.name) + " is a file of " + name.text() + ", not of " + package_.name.text());
    else if (package_.version && version != *package_.version)
      table_.report_at(file.where,
                       excerpt(file.name) + " is version " + version.text() + ", not " + package_.version->text());
  }

  void check_sources() {
    const bool files = !package_.wheels.empty() || package_.sdist.has_value();
    if (trees_ > 1 || (trees_ > 0 && files))
      table_.report({},
                    "a package comes from wheels and an sdist, or from one of vcs, directory and archive; this one "
                    "states several");
    if (trees_ == 0 && !files) table_.report({}, "the package has none of wheels, sdist, vcs, directory and archive");
  }

  TomlTable& table_;
  PylockPackage package_;
  int trees_ = 0;
};

/// Whether the rest can be read: of another major version nothing is known.
bool version_is_known(TomlTable& root, Pylock& lock) {
  const auto version = root.parsed("lock-version", &Version::parse, true);
  if (!version) return false;
  if (version->release_at(0) != VersionNumber(1) || version->is_prerelease() || version->epoch != VersionNumber(0)) {
    root.report("lock-version", "this lock is of version " + version->text() + "; this kenv reads version 1",
                "a newer kenv may read it");
    return false;
  }
  if (version->release_at(1) != VersionNumber(0))
    lock.notes.push_back({"this lock is of version " + version->text() + "; what came after 1.0 is not heeded",
                          root.position("lock-version"),
                          {}});
  return true;
}

void read_root(TomlTable& root, Pylock& lock) {
  lock.created_by = root.text("created-by", true);
  lock.requires_python = checked(root, "requires-python", &parse_requires_python);
  lock.environments = root.texts("environments");
  for (const auto& marker : lock.environments)
    if (const auto parsed = Marker::parse(marker); !parsed) root.report("environments", parsed.error().message);
  lock.extras = root.texts("extras");
  for (const auto& extra : *lock.extras)
    if (!is_normal(extra)) root.report("extras", excerpt(extra) + " is not the name of an extra in its normal form");
  lock.dependency_groups = root.texts("dependency-groups");
  lock.default_groups = root.texts("default-groups");
  if (!root.has("packages")) root.report({}, "`packages` is missing");
  root.each("packages", [&](TomlTable& package) { lock.packages.push_back(PackageReader(package).read()); });
  if (const auto* tool = root.value("tool"); tool != nullptr && tool->kind != document::Value::Kind::Table)
    root.report("tool", "`tool` must be a table");
}

}  // namespace

tl::expected<Pylock, std::vector<Problem>> read_pylock(std::string_view text, std::string_view file) {
  const auto document = document::parse_toml(text, file);
  if (!document) return tl::unexpected(std::vector{document.error()});
  Pylock lock;
  std::vector<Problem> problems;
  TomlTable root(*document, file, problems, &lock.notes);
  if (version_is_known(root, lock)) {
    read_root(root, lock);
    root.finish();
  }
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  return lock;
}

Digests digests_of(const PylockFile& file) {
  Digests digests;
  for (const auto& [name, digits] : file.hashes)
    if (const auto algorithm = digest_algorithm(name))
      if (const auto digest = Digest::parse(*algorithm, digits)) digests.add(*digest);
  return digests;
}

bool is_pylock_name(std::string_view file_name) {
  if (file_name == "pylock.toml") return true;
  if (!file_name.starts_with("pylock.") || !file_name.ends_with(".toml") || file_name.size() <= 12) return false;
  return file_name.substr(7, file_name.size() - 12).find('.') == std::string_view::npos;
}

}  // namespace kenv::python
