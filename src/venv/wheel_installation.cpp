// SPDX-License-Identifier: Apache-2.0
#include "venv/wheel_installation.hpp"

#include <fmt/format.h>

#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "python/entry_points.hpp"
#include "python/record.hpp"
#include "python/wheel_file.hpp"
#include "venv/scripts.hpp"

// The steps are those of the packaging specifications, "Binary distribution format" (PEP 427 and 491), section
// "Installing a wheel": the unpacking is done by the store, what is left is "spread".
namespace kenv::venv {
namespace {

constexpr std::uint64_t kDistInfoLimit = 64u << 20;
constexpr std::uint64_t kScriptLimit = 16u << 20;

[[noreturn]] void refuse_wheel(const WheelContents& wheel, const char* code, const std::string& what) {
  throw Error(ExitCode::VerificationFailed, code, fmt::format("{}: {}", wheel.file_name, what),
              "the wheel is not fit to be installed; tell its publisher, or choose another version");
}

std::string hash_field(std::string_view bytes) { return "sha256=" + sha256(bytes).base64url(); }

/// Where a path lies as seen from site-packages, the way RECORD writes it (PEP 376): "../../../bin/x".
std::string as_recorded(const std::string& path, const std::string& site_packages) {
  if (path.starts_with(site_packages + "/")) return path.substr(site_packages.size() + 1);
  return fs::path(path).lexically_relative(site_packages).generic_string();
}

class Spreading {
 public:
  Spreading(const WheelContents& wheel, const Layout& layout, const InstallOptions& options)
      : wheel_(wheel),
        layout_(layout),
        options_(options),
        python_(options.python.empty() ? layout.python_path() : options.python) {}

  std::vector<store::TreeEntry> run() {
    find_dist_info();
    // Step 1 of "Spread": Root-Is-Purelib decides which library folder takes the root of the archive.
    const auto file = python::WheelFile::parse(read(dist_info_ + "/WHEEL"));
    if (!file) refuse_wheel(wheel_, "wheel-format", file.error().text());
    site_packages_ = file->root_is_purelib ? layout_.purelib : layout_.platlib;
    prefix_ = site_packages_ + "/";
    read_record();
    read_entry_points();
    entries_.reserve(wheel_.members.size() + entry_points_.size() + 4);
    rows_.reserve(entries_.capacity());
    for (const WheelContents::Member& member : wheel_.members)
      if (!member.path.ends_with('/')) place(member);
    for (const python::EntryPoint& entry_point : entry_points_)
      generate(layout_.scripts + "/" + entry_point.name, entry_point_script(entry_point, python_), 0755);
    write_account();
    check_that_paths_differ();
    return std::move(entries_);
  }

 private:
  std::string read(std::string_view member) const { return wheel_.read(member, kDistInfoLimit); }

  void find_dist_info() {
    for (const WheelContents::Member& member : wheel_.members) {
      const auto slash = member.path.find('/');
      const std::string_view folder = member.path.substr(0, slash);
      if (slash == std::string_view::npos || !folder.ends_with(".dist-info")) continue;
      if (dist_info_.empty()) dist_info_ = folder;
      if (dist_info_ != folder) refuse_wheel(wheel_, "wheel-format", "it has two .dist-info folders");
    }
    if (dist_info_.empty()) refuse_wheel(wheel_, "wheel-format", "it has no .dist-info folder");
    data_ = dist_info_.substr(0, dist_info_.size() - std::string_view(".dist-info").size()) + ".data/";
  }

  void read_record() {
    auto parsed = python::parse_record(read(dist_info_ + "/RECORD"));
    if (!parsed) refuse_wheel(wheel_, "wheel-record", parsed.error().text());
    record_ = std::move(*parsed);
    by_path_.reserve(record_.size());
    for (python::RecordEntry& row : record_) by_path_.emplace(row.path, &row);
  }

  /// pip's wheels name a script after the Python that they were built with ("pip3.11"). Its own installation calls it
  /// after the Python that it is for, and so does everybody else.
  std::string script_name(const std::string& name) const {
    constexpr std::string_view kVersioned = "pip3.";
    const bool of_other =
        name.starts_with(kVersioned) && name.find_first_not_of("0123456789", kVersioned.size()) == std::string::npos;
    return of_other && !layout_.python_minor.empty() ? "pip" + layout_.python_minor : name;
  }

  void read_entry_points() {
    bool present = false;
    for (const WheelContents::Member& member : wheel_.members)
      present |= member.path == dist_info_ + "/entry_points.txt";
    if (!present) return;
    const auto parsed = python::parse_entry_points(read(dist_info_ + "/entry_points.txt"));
    if (!parsed) refuse_wheel(wheel_, "wheel-entry-points", parsed.error().text());
    for (const python::EntryPoint& entry_point : *parsed) {
      if (!is_plain_path(entry_point.name) || entry_point.name.find('/') != std::string::npos)
        refuse_wheel(wheel_, "wheel-entry-points",
                     fmt::format("the script `{}` would lie outside of {}", entry_point.name, layout_.scripts));
      python::EntryPoint named = entry_point;
      named.name = script_name(entry_point.name);
      if (scripts_.insert(named.name).second) entry_points_.push_back(std::move(named));
    }
  }

  /// Files that this installation writes itself.
  bool is_own_account(std::string_view path) const {
    if (!path.starts_with(dist_info_) || path.size() <= dist_info_.size()) return false;
    path.remove_prefix(dist_info_.size() + 1);
    return path == "RECORD" || path == "INSTALLER" || path == "REQUESTED" || path == "direct_url.json";
  }

  void place(const WheelContents::Member& member) {
    if (!is_plain_path(member.path))
      refuse_wheel(wheel_, "wheel-path", fmt::format("`{}` would leave the environment", member.path));
    if (is_own_account(member.path)) return;
    if (member.path.starts_with(data_)) return place_data(member);
    link(member, prefix_ + std::string(member.path), std::string(member.path), member.executable);
  }

  /// Step 2 of "Spread": each folder of NAME-VERSION.data goes to the place of that name in the scheme.
  void place_data(const WheelContents::Member& member) {
    has_data_ = true;
    const std::string_view inside = member.path.substr(data_.size());
    const auto slash = inside.find('/');
    const std::string key(inside.substr(0, slash));
    const std::string rest(slash == std::string_view::npos ? "" : inside.substr(slash + 1));
    if (rest.empty())
      refuse_wheel(wheel_, "wheel-data", fmt::format("`{}` belongs to no installation folder", member.path));
    if (key == "scripts") return place_script(member, rest);
    const std::string folder = folder_for(key, member);
    const std::string path = path_below_root(folder.empty() ? rest : folder + "/" + rest);
    link(member, path, as_recorded(path, site_packages_), member.executable);
  }

  std::string folder_for(const std::string& key, const WheelContents::Member& member) const {
    if (key == "purelib") return layout_.purelib;
    if (key == "platlib") return layout_.platlib;
    if (key == "data") return layout_.data;
    if (key == "headers") return layout_.headers + "/" + dist_info_.substr(0, dist_info_.find('-'));
    refuse_wheel(wheel_, "wheel-data",
                 fmt::format("`{}`: `{}` is no installation folder of the standard", member.path, key));
  }

  /// Step 3: scripts that begin with #!python get the interpreter's path; all become executable. Wrappers that build
  /// tools have written for an entry point of the same name are left out, the installer makes those.
  void place_script(const WheelContents::Member& member, const std::string& name) {
    if (scripts_.contains(name)) return;
    const std::string path = layout_.scripts + "/" + name;
    if (has_interpreter_placeholder(wheel_.read(member.path, kPlaceholderBytes))) {
      if (member.size > kScriptLimit)
        refuse_wheel(wheel_, "wheel-data", fmt::format("the script `{}` is too large", member.path));
      return generate(path, *with_interpreter(wheel_.read(member.path, kScriptLimit), python_), 0755);
    }
    link(member, path, as_recorded(path, site_packages_), true);
  }

  void check_place(const std::string& path) const {
    if (path.empty()) refuse_wheel(wheel_, "wheel-path", "a file would leave the environment");
    if (belongs_to_environment(path))
      refuse_wheel(wheel_, "wheel-path", fmt::format("it wants to replace `{}` of the environment", path));
  }

  void link(const WheelContents::Member& member, std::string path, std::string recorded, bool executable) {
    check_place(path);
    python::RecordEntry row{std::move(recorded), {}, member.size};
    if (const auto known = by_path_.find(member.path); known != by_path_.end())
      row.hash = std::move(known->second->hash);
    rows_.push_back(std::move(row));
    entries_.push_back(
        {std::move(path), executable ? 0755u : 0644u, store::StoreMember{wheel_.digest, std::string(member.path)}});
  }

  void generate(const std::string& path, std::string bytes, std::uint32_t mode) {
    check_place(path);
    rows_.push_back({as_recorded(path, site_packages_), hash_field(bytes), bytes.size()});
    entries_.push_back({path, mode, store::Generated{std::move(bytes)}});
  }

  /// PEP 376 and 610: who installed it, whether by name, where from, and the list of all that was installed.
  void write_account() {
    const std::string folder = prefix_ + dist_info_ + "/";
    generate(folder + "INSTALLER", "kenv\n", 0644);
    if (options_.requested) generate(folder + "REQUESTED", "", 0644);
    if (!options_.direct_url_json.empty()) generate(folder + "direct_url.json", options_.direct_url_json, 0644);
    rows_.push_back({dist_info_ + "/RECORD", {}, {}});
    entries_.push_back({folder + "RECORD", 0644, store::Generated{python::render_record(rows_)}});
  }

  /// Two members can only meet where one comes from .data; most wheels have none.
  void check_that_paths_differ() const {
    if (!has_data_) return;
    std::unordered_set<std::string_view> seen;
    for (const store::TreeEntry& entry : entries_)
      if (!seen.insert(entry.path).second)
        refuse_wheel(wheel_, "wheel-path", fmt::format("two files of it would become `{}`", entry.path));
  }

  const WheelContents& wheel_;
  const Layout& layout_;
  const InstallOptions& options_;
  fs::path python_;
  std::string dist_info_, data_, site_packages_, prefix_;
  std::vector<python::RecordEntry> record_;
  std::unordered_map<std::string_view, python::RecordEntry*> by_path_;
  std::vector<python::EntryPoint> entry_points_;
  std::set<std::string> scripts_;
  bool has_data_ = false;
  std::vector<store::TreeEntry> entries_;
  std::vector<python::RecordEntry> rows_;
};

}  // namespace

std::vector<store::TreeEntry> installation_of(const WheelContents& wheel, const Layout& layout,
                                              const InstallOptions& options) {
  return Spreading(wheel, layout, options).run();
}

}  // namespace kenv::venv
