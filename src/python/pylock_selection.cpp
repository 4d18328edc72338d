// SPDX-License-Identifier: Apache-2.0
#include "python/pylock_selection.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "python/metadata.hpp"
#include "python/scanner.hpp"
#include "python/wheel_name.hpp"
#include "python/wheel_obstacle.hpp"

namespace kenv::python {
namespace {

constexpr const char* kBuildsNothing = " in this lock; kenv installs wheels and builds nothing";
constexpr const char* kLockWheel = "build a wheel of it and lock that, or install it with pip afterwards";
constexpr const char* kRelock = "lock again with wheels only (uv: --only-binary :all:; pip: --only-binary=:all:)";

class Selection {
 public:
  Selection(const Pylock& lock, const PylockTarget& target, std::string_view file)
      : lock_(lock), target_(target), file_(file) {}

  tl::expected<std::vector<PylockChoice>, std::vector<Problem>> all() {
    check_choices();
    check_environment();
    std::map<PackageName, const PylockPackage*> seen;
    std::vector<const PylockPackage*> chosen;
    for (const auto& package : lock_.packages) {
      if (!applies(package)) continue;
      check_python(package.requires_python, package.where, package.name.text() + " of this lock");
      const auto [place, added] = seen.emplace(package.name, &package);
      if (!added)
        problem(package.where, "the lock has two entries of " + package.name.text() +
                                   " for this environment; the other one is in line " +
                                   std::to_string(place->second->where.line));
      chosen.push_back(&package);
    }
    for (const auto* package : chosen) take(*package);
    if (!problems_.empty()) return tl::unexpected(std::move(problems_));
    return std::move(choices_);
  }

 private:
  void problem(const Position& where, std::string message, std::string hint = {}) {
    problems_.push_back({std::move(message), where, std::move(hint)});
  }

  /// What a lock's markers may ask for beside the interpreter's fields: the extras and groups that were chosen. Asking
  /// for one that the lock does not know is a mistake, not nothing.
  void check_choices() {
    environment_ = target_.markers;
    environment_.sets["extras"] = target_.extras;
    environment_.sets["dependency_groups"] = {lock_.default_groups.begin(), lock_.default_groups.end()};
    const auto extras = lock_.extras.value_or(std::vector<std::string>{});
    for (const auto& extra : target_.extras)
      if (std::ranges::find(extras, extra) == extras.end())
        problem({std::string(file_)}, "the lock has no extra " + excerpt(extra) + known(extras));
    if (!target_.groups) return;
    auto& chosen = environment_.sets["dependency_groups"];
    chosen.clear();
    for (const auto& group : *target_.groups) {
      const auto* spelling = group_named(group);
      if (spelling != nullptr)
        chosen.insert(*spelling);
      else
        problem({std::string(file_)}, "the lock has no dependency group " + excerpt(group) + known(groups()));
    }
  }

  /// A group of the lock in the lock's own spelling.
  const std::string* group_named(const std::string& name) const {
    const auto wanted = PackageName::parse(name);
    for (const auto* list : {lock_.dependency_groups ? &*lock_.dependency_groups : nullptr, &lock_.default_groups}) {
      if (list == nullptr) continue;
      for (const auto& group : *list)
        if (const auto normal = PackageName::parse(group); group == name || (wanted && normal && *normal == *wanted))
          return &group;
    }
    return nullptr;
  }

  std::vector<std::string> groups() const { return lock_.dependency_groups.value_or(std::vector<std::string>{}); }

  static std::string known(const std::vector<std::string>& names) {
    return names.empty() ? "" : "; it has " + text::join(names, ", ");
  }

  void check_environment() {
    check_python(lock_.requires_python, {std::string(file_)}, "this lock");
    if (lock_.environments.empty()) return;
    const bool any = std::ranges::any_of(lock_.environments, [&](const std::string& text) {
      const auto marker = Marker::parse(text);
      const auto holds = marker ? marker->evaluate(target_.markers) : Result<bool>(false);
      return holds && *holds;
    });
    if (!any)
      problem({std::string(file_)}, "the lock is for other environments: " + text::join(lock_.environments, "; or "),
              "lock again for this one");
  }

  void check_python(const std::string& requires_python, const Position& where, const std::string& what) {
    if (requires_python.empty()) return;
    const auto set = parse_requires_python(requires_python);
    if (set && !python_satisfies(*set, target_.python_version))
      problem(where, what + " needs Python " + set->to_text() + ", this one is " + target_.python_version.text(),
              "choose another one with --python");
  }

  bool applies(const PylockPackage& package) {
    if (package.marker.empty()) return true;
    const auto marker = Marker::parse(package.marker);
    const auto holds = marker ? marker->evaluate(environment_) : Result<bool>(tl::unexpected(marker.error()));
    if (!holds) problem(package.where, "the marker of " + package.name.text() + ": " + holds.error().message);
    return holds && *holds;
  }

  void take(const PylockPackage& package) {
    if (!package.tree.empty())
      return problem(
          package.tree_at,
          package.name.text() + " comes from a " + (package.tree == "vcs" ? "repository" : "folder") + kBuildsNothing,
          kLockWheel);
    if (package.archive) return take_archive(package, *package.archive);
    const PylockFile* best = nullptr;
    std::optional<WheelName> best_name;
    for (const auto& wheel : package.wheels) {
      auto name = WheelName::parse(wheel.name);
      const auto priority = name ? target_.tags.priority(name->tags) : std::nullopt;
      if (!priority) continue;
      const auto rank = [&](const WheelName& one) { return target_.tags.priority(one.tags).value(); };
      if (best != nullptr &&
          (rank(*best_name) < *priority || (rank(*best_name) == *priority && best_name->build >= name->build)))
        continue;
      best = &wheel;
      best_name = *std::move(name);
    }
    if (best == nullptr) return no_wheel(package);
    choices_.push_back({package.name, best_name->version, *best, package.index, false, package.requires_python});
  }

  void take_archive(const PylockPackage& package, const PylockFile& archive) {
    if (!archive.name.ends_with(".whl"))
      return problem(
          archive.where,
          package.name.text() + " comes from an archive of sources, " + excerpt(archive.name) + "," + kBuildsNothing,
          kLockWheel);
    const auto name = WheelName::parse(archive.name);
    if (!name) return problem(archive.where, name.error().message);  // of a lock that was read it is one
    if (!target_.tags.priority(name->tags))
      return problem(archive.where,
                     "the wheel of " + package.name.text() + " in this lock, " + excerpt(archive.name) +
                         ", does not fit here: " + why_none_fits({&name->tags}),
                     "lock again for this environment");
    choices_.push_back({package.name, name->version, archive, "", true, package.requires_python});
  }

  void no_wheel(const PylockPackage& package) {
    const std::string what = package.name.text() + (package.version ? " " + package.version->text() : "");
    if (package.wheels.empty())
      return problem(package.where,
                     "the lock has only a source distribution of " + what + "; kenv installs wheels and builds nothing",
                     kRelock);
    std::vector<WheelName> names;
    for (const auto& wheel : package.wheels)
      if (auto name = WheelName::parse(wheel.name)) names.push_back(*std::move(name));
    std::vector<const std::vector<Tag>*> tags;
    for (const auto& name : names) tags.push_back(&name.tags);
    problem(package.where, "no wheel of " + what + " in this lock fits here: " + why_none_fits(tags),
            "lock again for this environment");
  }

  std::string why_none_fits(const std::vector<const std::vector<Tag>*>& wheels) const {
    return "it " + wheel_obstacle(wheels, target_.tags).text();
  }

  const Pylock& lock_;
  const PylockTarget& target_;
  std::string_view file_;
  MarkerEnvironment environment_;
  std::vector<Problem> problems_;
  std::vector<PylockChoice> choices_;
};

}  // namespace

tl::expected<std::vector<PylockChoice>, std::vector<Problem>> select(const Pylock& lock, const PylockTarget& target,
                                                                     std::string_view file) {
  return Selection(lock, target, file).all();
}

}  // namespace kenv::python
