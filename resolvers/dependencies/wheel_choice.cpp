// SPDX-License-Identifier: Apache-2.0
#include "resolvers/dependencies/wheel_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/text.hpp"
#include "python/metadata.hpp"
#include "python/wheel_name.hpp"
#include "resolvers/dependencies/wheel_obstacle.hpp"

namespace kenv::resolvers {
namespace {

/// How far a file gets; the best file is the one that gets farthest, and its obstacle is the reason if none arrives.
enum class Fit { SourceOnly, Variant, OtherTags, RequiresPython, OtherDigest, Yanked, Usable };

struct Ranked {
  Fit fit = Fit::SourceOnly;
  std::size_t priority = 0;  ///< of its tags; 0 is best
  python::BuildNumber build{};
  const python::ProjectFile* file = nullptr;
  std::vector<python::Tag> tags{};
  std::string variant{};  ///< the label of a wheel variant (PEP 825)

  bool better_than(const Ranked& other) const {
    if (fit != other.fit) return fit > other.fit;
    if (priority != other.priority) return priority < other.priority;
    return build > other.build;
  }
};

/// The version in a source distribution's name: "name-1.0.tar.gz". The name may hold hyphens, a version may not.
std::optional<python::Version> source_version(std::string_view filename) {
  for (std::string_view ending : {".tar.gz", ".zip", ".tar.bz2"}) {
    if (!filename.ends_with(ending)) continue;
    filename.remove_suffix(ending.size());
    const auto hyphen = filename.rfind('-');
    if (hyphen == std::string_view::npos) return std::nullopt;
    if (auto version = python::Version::parse(filename.substr(hyphen + 1))) return *std::move(version);
  }
  return std::nullopt;
}

class Judge {
 public:
  explicit Judge(const Target& target) : target_(target) {}

  Ranked rank(const python::ProjectFile& file, python::WheelName& wheel, bool vouched, bool yanked_wanted) {
    Ranked ranked{Fit::Usable, 0, std::move(wheel.build), &file, std::move(wheel.tags), std::move(wheel.variant_label)};
    if (!ranked.variant.empty()) {
      ranked.fit = Fit::Variant;
      return ranked;
    }
    const auto priority = target_.tags.priority(ranked.tags);
    if (priority) ranked.priority = *priority;
    if (!priority)
      ranked.fit = Fit::OtherTags;
    else if (!python_fits(file.requires_python))
      ranked.fit = Fit::RequiresPython;
    else if (!vouched)
      ranked.fit = Fit::OtherDigest;
    else if (file.yanked && !yanked_wanted)
      ranked.fit = Fit::Yanked;
    return ranked;
  }

 private:
  /// A Requires-Python that cannot be read says nothing, as for pip; the file's METADATA has the last word.
  bool python_fits(const std::string& requires_python) {
    if (requires_python.empty()) return true;
    const auto [place, added] = fits_.try_emplace(requires_python, true);
    if (added)
      if (const auto set = python::SpecifierSet::parse(requires_python))
        place->second = python::python_satisfies(*set, target_.python_version);
    return place->second;
  }

  const Target& target_;
  std::map<std::string, bool> fits_;
};

std::string variants_there(const std::vector<Ranked>& files) {
  std::set<std::string> labels;
  for (const auto& ranked : files)
    if (ranked.fit == Fit::Variant) labels.insert(ranked.variant);
  return text::join(std::vector<std::string>(labels.begin(), labels.end()), ", ");
}

WheelChoice conclude(const std::vector<Ranked>& files, const Target& target) {
  const Ranked& best = *std::ranges::max_element(files, [](const auto& a, const auto& b) { return b.better_than(a); });
  WheelChoice choice;
  if (best.file) choice.file = *best.file;
  switch (best.fit) {
    case Fit::Usable:
      break;
    case Fit::SourceOnly:
      choice.rule = "wheel";
      choice.reason = "has no wheel, only a source distribution";
      break;
    case Fit::Variant:
      choice = {{}, "wheel", fmt::format("has only wheel variants (PEP 825: {}), which kenv does not install", variants_there(files))};
      break;
    case Fit::OtherTags: {
      std::vector<std::vector<python::Tag>> wheels;
      for (const auto& ranked : files)
        if (ranked.fit == Fit::OtherTags) wheels.push_back(ranked.tags);
      auto obstacle = wheel_obstacle(wheels, target);
      choice.rule = std::move(obstacle.rule);
      choice.reason = std::move(obstacle.reason);
      break;
    }
    case Fit::OtherDigest:
      choice.rule = "hash";
      choice.reason = "has no wheel with a digest that you vouch for (--hash)";
      break;
    case Fit::RequiresPython:
      choice.rule = "python";
      choice.reason =
          fmt::format("requires Python {}, this one is {}", best.file->requires_python, target.python_version.text());
      break;
    case Fit::Yanked:
      choice.rule = "yanked";
      choice.reason = best.file->yanked_reason.empty() ? "was yanked" : "was yanked: " + best.file->yanked_reason;
      break;
  }
  return choice;
}

}  // namespace

std::vector<std::pair<python::Version, WheelChoice>> choose_wheels(const python::ProjectPage& page,
                                                                   const python::PackageName& name,
                                                                   const Target& target, const FileRules& rules) {
  Judge judge(target);
  std::map<python::Version, std::vector<Ranked>, std::greater<>> versions;
  const auto add_source = [&](std::string_view filename) {
    if (const auto version = source_version(filename)) versions[*version].push_back({});
  };
  for (const auto& file : page.files) {
    if (auto wheel = python::WheelName::parse_with_variant(file.filename)) {
      if (wheel->name != name) continue;  // a stray file of another project
      auto& files = versions[wheel->version];
      const bool yanked_wanted = file.yanked && rules.yanked_wanted && rules.yanked_wanted(wheel->version);
      files.push_back(judge.rank(file, *wheel, !rules.vouched || rules.vouched(file), yanked_wanted));
    } else {
      add_source(file.filename);
    }
  }
  for (const auto& filename : page.sources) add_source(filename);
  std::vector<std::pair<python::Version, WheelChoice>> result;
  result.reserve(versions.size());
  for (const auto& [version, files] : versions) result.emplace_back(version, conclude(files, target));
  return result;
}

}  // namespace kenv::resolvers
