// SPDX-License-Identifier: Apache-2.0
#include "resolvers/dependencies/wheel_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <unordered_map>

#include "base/text.hpp"
#include "python/metadata.hpp"
#include "python/source_name.hpp"
#include "python/tag_summary.hpp"
#include "python/wheel_name_reader.hpp"
#include "python/wheel_obstacle.hpp"

namespace kenv::resolvers {
namespace {

/// How far a file gets; the best file is the one that gets farthest, and its obstacle is the reason if none arrives.
/// PEP 592 yanks files: one that may be taken still comes after every other one.
enum class Fit { SourceOnly, Variant, OtherTags, RequiresPython, OtherDigest, Yanked, YankedWanted, Usable };

struct Ranked {
  Fit fit = Fit::SourceOnly;
  std::size_t priority = 0;  ///< of its tags; 0 is best
  python::BuildNumber build{};
  const python::ProjectFile* file = nullptr;
  const std::vector<python::Tag>* tags = nullptr;
  std::string_view variant{};  ///< the label of a wheel variant (PEP 825)

  bool better_than(const Ranked& other) const {
    if (fit != other.fit) return fit > other.fit;
    if (priority != other.priority) return priority < other.priority;
    return build > other.build;
  }
};

class FileJudge {
 public:
  explicit FileJudge(const Target& target) : target_(target) {}

  Ranked rank(const python::ProjectFile& file, const python::WheelNameReader::Wheel& wheel, bool vouched,
              bool yanked_wanted) {
    Ranked ranked{Fit::Usable, 0, wheel.build, &file, wheel.tags, wheel.variant_label};
    if (!ranked.variant.empty()) {
      ranked.fit = Fit::Variant;
      return ranked;
    }
    const auto priority = priority_of(wheel.tags);
    if (priority) ranked.priority = *priority;
    if (!priority)
      ranked.fit = Fit::OtherTags;
    else if (!python_fits(file.requires_python))
      ranked.fit = Fit::RequiresPython;
    else if (!vouched)
      ranked.fit = Fit::OtherDigest;
    else if (file.yanked)
      ranked.fit = yanked_wanted ? Fit::YankedWanted : Fit::Yanked;
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

  std::optional<std::size_t> priority_of(const std::vector<python::Tag>* tags) {
    const auto place = priorities_.find(tags);
    return place != priorities_.end() ? place->second : priorities_[tags] = target_.tags.priority(*tags);
  }

  const Target& target_;
  std::unordered_map<std::string, bool> fits_;
  std::unordered_map<const std::vector<python::Tag>*, std::optional<std::size_t>> priorities_;
};

/// Why versions without a fitting wheel have none. Neighbouring versions have wheels for the same tags.
class Obstacles {
 public:
  explicit Obstacles(const Target& target) : target_(target) {}

  const python::WheelObstacle& of(const std::vector<Ranked>& files) {
    std::vector<const std::vector<python::Tag>*> wheels;
    for (const auto& ranked : files)
      if (ranked.fit == Fit::OtherTags) wheels.push_back(ranked.tags);
    const auto [place, added] = known_.try_emplace(wheels);
    if (added) place->second = python::wheel_obstacle(wheels, target_.tags);
    return place->second;
  }

 private:
  const Target& target_;
  std::map<std::vector<const std::vector<python::Tag>*>, python::WheelObstacle> known_;
};

std::string variants_there(const std::vector<Ranked>& files) {
  std::set<std::string> labels;
  for (const auto& ranked : files)
    if (ranked.fit == Fit::Variant) labels.emplace(ranked.variant);
  return text::join(std::vector<std::string>(labels.begin(), labels.end()), ", ");
}

}  // namespace

namespace {

/// The wheel for this platform whose Python is nearest to this one.
const python::ProjectFile* nearest_python(const std::vector<Ranked>& files, const Target& target) {
  const python::ProjectFile* nearest = nullptr;
  int least = 0;
  for (const auto& ranked : files) {
    if (ranked.fit != Fit::OtherTags) continue;
    for (const auto& tag : *ranked.tags) {
      if (tag.platform != "any" && !target.tags.accepts_platform(tag.platform)) continue;
      const auto wanted = python::InterpreterTag::parse(tag.python);
      if (wanted.major != target.tags.facts().major) continue;
      const int distance = std::abs(wanted.minor - target.tags.facts().minor);
      if (nearest && distance >= least) continue;
      nearest = ranked.file;
      least = distance;
    }
  }
  return nearest;
}

}  // namespace

std::string rule_of(const python::WheelObstacle& obstacle) {
  return obstacle.side == python::WheelObstacle::Side::Interpreter ? "python" : "platform";
}

namespace {

WheelChoice conclude(const std::vector<Ranked>& files, const Target& target, Obstacles& obstacles) {
  const Ranked& best = *std::ranges::max_element(files, [](const auto& a, const auto& b) { return b.better_than(a); });
  WheelChoice choice;
  if (best.file) choice.file = *best.file;
  switch (best.fit) {
    case Fit::Usable:
    case Fit::YankedWanted:
      break;
    case Fit::SourceOnly:
      choice.rule = "wheel";
      choice.reason = "has no wheel, only a source distribution";
      break;
    case Fit::Variant:
      choice = {
          {},
          "wheel",
          fmt::format("has only wheel variants (PEP 825: {}), which kenv does not install", variants_there(files))};
      break;
    case Fit::OtherTags: {
      if (const auto* nearest = nearest_python(files, target)) choice.file = *nearest;
      const auto& obstacle = obstacles.of(files);
      choice.rule = rule_of(obstacle);
      choice.reason = obstacle.text();
      choice.blocked = obstacle.here;
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
  FileJudge judge(target);
  python::WheelNameReader reader;
  std::map<python::Version, std::vector<Ranked>, std::greater<>> versions;
  std::unordered_map<const python::Version*, std::vector<Ranked>*>
      files_of;  // a look at a pointer costs no comparisons
  const auto add_source = [&](std::string_view filename) {
    if (const auto version = python::version_in_source_name(filename)) versions[*version].push_back({});
  };
  for (const auto& file : page.files) {
    if (const auto wheel = reader.read(file.filename)) {
      if (*wheel->name != name) continue;  // a stray file of another project
      auto& files = files_of[wheel->version];
      if (files == nullptr) files = &versions[*wheel->version];
      const bool yanked_wanted = file.yanked && rules.yanked_wanted && rules.yanked_wanted(*wheel->version);
      files->push_back(judge.rank(file, *wheel, !rules.vouched || rules.vouched(file), yanked_wanted));
    } else {
      add_source(file.filename);
    }
  }
  for (const auto& filename : page.sources) add_source(filename);
  Obstacles obstacles(target);
  std::vector<std::pair<python::Version, WheelChoice>> result;
  result.reserve(versions.size());
  for (const auto& [version, files] : versions) result.emplace_back(version, conclude(files, target, obstacles));
  return result;
}

}  // namespace kenv::resolvers
