// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <set>

#include "base/text.hpp"
#include "io/files.hpp"
#include "python/record.hpp"
#include "venv/installed.hpp"
#include "venv/layout.hpp"

namespace kenv::venv {
namespace {

constexpr std::uint64_t kRecordLimit = 64u << 20;

/// The rows as written; nothing where the list is absent or damaged.
std::optional<std::vector<std::string>> rows_of(const InstalledDistribution& distribution) {
  const fs::path folder = distribution.site_packages / distribution.folder;
  std::vector<std::string> rows;
  if (distribution.kind == InstalledDistribution::Kind::DistInfo) {
    const auto text = io::read_text_if_present(folder / "RECORD", kRecordLimit);
    if (!text) return std::nullopt;
    auto record = python::parse_record(*text);
    if (!record) return std::nullopt;
    rows.reserve(record->size());
    for (auto& entry : *record) rows.push_back(std::move(entry.path));
    return rows;
  }
  // Relative to the egg-info folder; the folder's own files are among them.
  if (distribution.kind != InstalledDistribution::Kind::EggInfo || !io::is_directory(folder)) return std::nullopt;
  const auto text = io::read_text_if_present(folder / "installed-files.txt", kRecordLimit);
  if (!text) return std::nullopt;
  for (const std::string_view line : text::lines(*text))
    if (!line.empty()) rows.push_back(distribution.folder + "/" + std::string(line));
  return rows;
}

/// Follows linked folders inside the tree, and finds those that lead out of it. Each folder is looked at once.
class FolderResolver {
 public:
  explicit FolderResolver(fs::path root) : root_(std::move(root)) {}

  /// The folder without links, relative to the root; none if it lies outside. "" is the root.
  std::optional<std::string> resolve(const std::string& folder, int depth = 0) {
    if (folder.empty()) return folder;
    if (depth > 40) return std::nullopt;  // links in a circle
    if (const auto known = known_.find(folder); known != known_.end()) return known->second;
    auto result = look(folder, depth);
    known_[folder] = result;
    return result;
  }

 private:
  std::optional<std::string> look(const std::string& folder, int depth) {
    const auto slash = folder.rfind('/');
    const auto parent = resolve(slash == std::string::npos ? "" : folder.substr(0, slash), depth);
    if (!parent) return std::nullopt;
    const std::string here =
        parent->empty() ? folder.substr(slash + 1) : *parent + folder.substr(slash == std::string::npos ? 0 : slash);
    const auto status = io::status(root_ / here);
    if (!status || status->kind != io::FileKind::Symlink) return here;
    const fs::path target = io::read_link(root_ / here);
    const fs::path absolute = target.is_absolute() ? target : root_ / *parent / target;
    const std::string inside = path_below_root(absolute.lexically_normal().lexically_relative(root_).generic_string());
    return inside.empty() ? std::nullopt : resolve(inside, depth + 1);
  }

  fs::path root_;
  std::map<std::string, std::optional<std::string>> known_;
};

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

/// "pkg/module.py" owns "pkg/__pycache__/module.cpython-312.pyc" and its optimised forms (PEP 3147, PEP 488).
class Bytecode {
 public:
  explicit Bytecode(const fs::path& root) : root_(root) {}

  void add_of(const std::string& source, std::set<std::string>& paths) {
    if (!source.ends_with(".py")) return;
    const auto slash = source.rfind('/');
    const std::string name = source.substr(slash + 1, source.size() - slash - 4) + ".";
    const std::string cache = (slash == std::string::npos ? "" : source.substr(0, slash + 1)) + "__pycache__";
    const std::set<std::string>& files = files_in(cache);
    for (auto file = files.lower_bound(name); file != files.end() && file->starts_with(name); ++file)
      if (file->ends_with(".pyc")) paths.insert(cache + "/" + *file);
  }

 private:
  const std::set<std::string>& files_in(const std::string& folder) {
    const auto [place, fresh] = listed_.try_emplace(folder);
    const auto status = fresh ? io::status(root_ / folder) : std::nullopt;
    if (status && status->kind == io::FileKind::Directory)
      for (std::string& name : io::list_directory(root_ / folder)) place->second.insert(std::move(name));
    return place->second;
  }

  fs::path root_;
  std::map<std::string, std::set<std::string>> listed_;
};

}  // namespace

OwnedFiles files_of(const InstalledDistribution& distribution, const fs::path& root) {
  OwnedFiles files;
  const auto rows = rows_of(distribution);
  if (!rows) return files;
  files.known = true;
  files.paths.reserve(rows->size());
  const std::string base =
      distribution.site_packages.lexically_normal().lexically_relative(root.lexically_normal()).generic_string() + "/";
  for (const std::string& row : *rows) {
    const std::string relative =
        row.starts_with('/')
            ? fs::path(row).lexically_normal().lexically_relative(root.lexically_normal()).generic_string()
            : base + row;
    std::string path = path_below_root(relative);
    if (path.empty())
      files.outside.push_back(row);
    else
      files.paths.push_back(std::move(path));
  }
  return files;
}

std::vector<std::string> removal_of(const InstalledDistribution& distribution, const fs::path& root) {
  const OwnedFiles files = files_of(distribution, root);
  if (!files.known)
    throw Error(ExitCode::Failed, "no-record",
                fmt::format("it is not known which files belong to {} {}: `{}` has no readable RECORD",
                            distribution.name_as_written, distribution.version_text,
                            (distribution.site_packages / distribution.folder).string()),
                distribution.installer.empty() ? "remove it with the tool that installed it"
                                               : "remove it with " + distribution.installer + ", which installed it");
  FolderResolver folders(root.lexically_normal());
  Bytecode bytecode(root);
  std::set<std::string> paths;
  for (const std::string& path : files.paths) {
    const auto folder = folders.resolve(folder_of(path));
    if (!folder) continue;
    const auto slash = path.rfind('/');
    const std::string real = folder->empty() ? path.substr(slash + 1) : *folder + "/" + path.substr(slash + 1);
    if (belongs_to_environment(real)) continue;
    paths.insert(real);
    bytecode.add_of(real, paths);
  }
  return {paths.begin(), paths.end()};
}

}  // namespace kenv::venv
