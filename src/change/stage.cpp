// SPDX-License-Identifier: Apache-2.0
#include "change/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "base/text.hpp"
#include "change/direct_url.hpp"
#include "io/files.hpp"
#include "io/parallel.hpp"
#include "venv/wheel_installation.hpp"

namespace kenv::change {
namespace {

venv::PackageFiles files_of_wheel(const store::StoredWheel& wheel, const venv::InstallOptions& options,
                                  const venv::Layout& layout) {
  return {wheel.name.name.text(), venv::installation_of(wheel, layout, options)};
}

/// The wheels of the plan as files, computed on all cores: twenty-four thousand paths are worth it.
std::vector<venv::PackageFiles> planned_files(const plan::Plan& plan, const FetchedWheels& wheels,
                                              const venv::Layout& layout) {
  std::vector<const plan::Step*> steps;
  for (const auto& step : plan.steps)
    if (step.wheel) steps.push_back(&step);
  std::vector<venv::PackageFiles> files(steps.size());
  // The largest first: torch alone is half of all rows.
  std::vector<std::size_t> order(steps.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return wheels.at(steps[a]->name)->members.size() > wheels.at(steps[b]->name)->members.size();
  });
  io::parallel_for(steps.size(), 1, [&](std::size_t at) {
    const std::size_t i = order[at];
    files[i] = files_of_wheel(*wheels.at(steps[i]->name),
                              {.requested = steps[i]->requested, .direct_url_json = direct_url_json(*steps[i]->wheel)},
                              layout);
  });
  return files;
}

void add_constraints(std::vector<store::TreeEntry>& entries, const plan::Plan& plan) {
  if (plan.guard.constraints.empty()) return;
  entries.push_back({kConstraintsFile, 0644, store::Generated{text::join(plan.guard.constraints, "\n") + "\n"}});
}

bool goes_away(const plan::Plan& plan, const python::PackageName& name) {
  for (const auto& step : plan.steps)
    if (step.name == name && (step.action == plan::Step::Action::Remove || step.action == plan::Step::Action::Replace))
      return true;
  return false;
}

bool same_content(const store::TreeEntry& entry, const io::fs::path& there, const store::Store& store) {
  if (const auto* generated = std::get_if<store::Generated>(&entry.content))
    return io::read_text(there) == generated->bytes;
  const auto* member = std::get_if<store::StoreMember>(&entry.content);
  if (member == nullptr) return std::holds_alternative<store::DirectoryHere>(entry.content) && io::is_directory(there);
  const auto wheel = store.open(member->wheel);
  const auto* stored = wheel->find(member->member);
  const auto status = io::status(there);
  if (stored == nullptr || !status || status->kind != io::FileKind::Regular || status->size != stored->size)
    return false;
  return status->inode == stored->inode ||
         io::read_text(wheel->tree / member->member, UINT64_MAX) == io::read_text(there, UINT64_MAX);
}

/// A linked folder in the tree leads out of it: files put "below" it would be written elsewhere, at once and for good.
/// The one link that environments have themselves is lib64, which no planned path goes through.
void require_own_folders(const std::vector<store::TreeEntry>& entries, const io::fs::path& root) {
  std::unordered_set<std::string> seen;
  for (const auto& entry : entries) {
    for (auto slash = entry.path.rfind('/'); slash != std::string::npos;
         slash = slash == 0 ? std::string::npos : entry.path.rfind('/', slash - 1)) {
      const std::string folder = entry.path.substr(0, slash);
      if (!seen.insert(folder).second) break;
      const auto status = io::status(root / folder);
      if (status && status->kind == io::FileKind::Symlink)
        throw Error(ExitCode::Failed, "linked-folder",
                    fmt::format("{} is a link that leads out of the environment; files of {} would be written there",
                                folder, entry.path),
                    "replace the link by a folder, then try again");
    }
  }
}

/// Leaves out what a kept package brings with the same content, and makes way where nobody owns what is there.
std::vector<store::TreeEntry> without_shared(std::vector<store::TreeEntry> entries,
                                             const std::unordered_map<std::string, std::string>& kept,
                                             transaction::Staging& staging, const store::Store& store) {
  std::vector<store::TreeEntry> out;
  std::vector<std::string> in_the_way;
  for (auto& entry : entries) {
    const auto there = staging.root() / entry.path;
    const bool folder = std::holds_alternative<store::DirectoryHere>(entry.content);
    if (io::exists(there) && !(folder && io::is_directory(there))) {
      if (const auto owner = kept.find(entry.path); owner != kept.end()) {
        if (venv::is_incidental(entry.path) || same_content(entry, there, store)) continue;
        throw Error(
            ExitCode::Failed, "file-collision",
            fmt::format("{} belongs to {} and would be overwritten with other content", entry.path, owner->second),
            "remove one of the two packages first");
      }
      in_the_way.push_back(entry.path);
    }
    out.push_back(std::move(entry));
  }
  staging.remove(in_the_way);
  return out;
}

}  // namespace

void stage_new(transaction::Staging& staging, const plan::Plan& plan, const FetchedWheels& wheels,
               const StageExtras& extras, const venv::Layout& layout, const store::Store& store) {
  auto packages = planned_files(plan, wheels, layout);
  for (const auto& tool : extras.tools) packages.push_back(files_of_wheel(*tool, {.requested = true}, layout));
  packages.push_back({"the environment itself", extras.skeleton});
  auto entries = venv::merged_tree(packages);
  add_constraints(entries, plan);
  staging.add(store, entries);
}

void stage_change(transaction::Staging& staging, const plan::Plan& plan, const FetchedWheels& wheels,
                  const venv::Environment& environment, const venv::EnvironmentContents& contents,
                  const venv::Layout& layout, const store::Store& store) {
  std::unordered_map<std::string, std::string> kept;  // path -> package
  std::vector<std::string> removed{kConstraintsFile};
  for (const auto& distribution : contents.installed) {
    if (goes_away(plan, distribution.name)) {
      auto paths = venv::removal_of(distribution, environment.root);
      removed.insert(removed.end(), std::make_move_iterator(paths.begin()), std::make_move_iterator(paths.end()));
      // An interrupted upgrade leaves a second dist-info whose RECORD does not list itself.
      removed.push_back(
          (distribution.site_packages / distribution.folder).lexically_relative(environment.root).generic_string());
    } else {
      for (auto& path : venv::files_of(distribution, environment.root).paths)
        kept.emplace(std::move(path), distribution.name.text());
    }
  }
  std::erase_if(removed, [&](const std::string& path) { return kept.contains(path); });
  staging.remove(removed);
  auto entries = venv::merged_tree(planned_files(plan, wheels, layout));
  add_constraints(entries, plan);
  require_own_folders(entries, staging.root());
  staging.add(store, without_shared(std::move(entries), kept, staging, store));
}

}  // namespace kenv::change
