// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "change/input_place.hpp"
#include "change/input_problems.hpp"
#include "change/requests.hpp"
#include "http/url.hpp"
#include "index/local_index.hpp"
#include "io/files.hpp"
#include "python/location.hpp"
#include "python/metadata.hpp"
#include "python/pylock_selection.hpp"

namespace kenv::change {
namespace {

using Placed = python::PlacedRequirement;

std::string shown(const python::Requirement& requirement) { return python::without_secrets(requirement.to_text()); }

class Addition {
 public:
  Addition(resolvers::Request& request, const Inputs& inputs) : request_(request), inputs_(inputs) {}

  void add() {
    check_python();
    auto asked = inputs_.requirements;
    request_.of_extras = inputs_.of_extras;
    request_.of_groups = inputs_.of_groups;
    for (const auto& project : inputs_.projects) {
      auto requirements = python::project_requirements(project, inputs_.extras, inputs_.all_extras, request_.markers);
      if (requirements)
        asked.insert(asked.end(), std::make_move_iterator(requirements->begin()),
                     std::make_move_iterator(requirements->end()));
      else
        problems_.push_back(requirements.error());
    }
    take(asked, request_.roots);
    // What does not apply here asks for nothing; among the roots it would pass for a wish.
    std::erase_if(request_.roots, [&](const auto& root) { return !applies(root); });
    take(inputs_.constraints, request_.constraints);
    take(inputs_.overrides, request_.overrides);
    request_.prereleases |= inputs_.prereleases;
    request_.prereleases_of.insert(inputs_.prereleases_of.begin(), inputs_.prereleases_of.end());
    request_.require_hashes = wants_all_hashes(asked);
    if (request_.require_hashes) require_hashes(asked);
    throw_if_any("bad-requirement", problems_);
  }

  void check_python() {
    for (const auto& bound : inputs_.python)
      if (!python::python_satisfies(bound.specifier, request_.python_version))
        problems_.push_back(
            {"this needs Python " + bound.specifier.to_text() + ", the one chosen is " + request_.python_version.text(),
             bound.where, "choose another one with --python"});
    throw_if_any("wrong-python", problems_);
  }

 private:
  bool applies(const python::Requirement& requirement) const {
    const auto holds = requirement.marker.evaluate(request_.markers);
    return holds && *holds;
  }

  /// What would only come out in the middle of a search, and without its place.
  void check(const Placed& placed) {
    const auto holds = placed.requirement.marker.evaluate(request_.markers);
    if (!holds)
      problems_.push_back({shown(placed.requirement) + ": " + holds.error().message, placed.where,
                           "take that marker out of the requirement"});
    if (!holds || !*holds || placed.requirement.url.empty()) return;
    const auto path = index::local_path(placed.requirement.url);
    if (const auto scheme = text::lower(http::split_url(placed.requirement.url).scheme);
        !path && scheme != "https" && scheme != "http")
      problems_.push_back({shown(placed.requirement) + ": that is no address which kenv can read", placed.where,
                           "name the wheel by its path, or by an address that begins with https://"});
    if (path && !io::exists(*path))
      problems_.push_back({"there is no file " + path->string(), placed.where,
                           "check the path; relative ones start at the current folder, in a file also at its own"});
  }

  void take(const std::vector<Placed>& from, std::vector<python::Requirement>& to) {
    for (const auto& placed : from) {
      check(placed);
      to.push_back(placed.requirement);
      if (placed.where.line > 0)
        request_.stated_at.emplace(placed.requirement.to_text(),
                                   placed.where.file + ":" + std::to_string(placed.where.line));
      if (!placed.hashes.empty() && applies(placed.requirement)) vouch(placed);
    }
  }

  /// Of one line any digest of an algorithm will do; a second line about the same package leaves those that both name,
  /// as with pip.
  void vouch(const Placed& placed) {
    const std::set<Digest> digests(placed.hashes.begin(), placed.hashes.end());
    const auto [place, added] = request_.hashes.emplace(placed.requirement.name, digests);
    if (added) return;
    std::erase_if(place->second, [&](const Digest& digest) { return !digests.contains(digest); });
    if (place->second.empty())
      problems_.push_back({shown(placed.requirement) + " has other digests than what was stated of it before",
                           placed.where, "one file cannot have both: leave one of the statements out"});
  }

  /// One --hash makes all of them needed, unless that was said not to be meant.
  bool wants_all_hashes(const std::vector<Placed>& asked) const {
    if (inputs_.require_hashes) return true;
    return !inputs_.hashes_optional &&
           std::ranges::any_of(asked, [](const Placed& placed) { return placed.hash_option; });
  }

  void require_hashes(const std::vector<Placed>& asked) {
    const std::string why = inputs_.require_hashes ? inputs_.hashes_wanted_by + " asks for one everywhere"
                                                   : "one --hash makes all of them needed";
    for (const auto& placed : asked) {
      const auto& requirement = placed.requirement;
      if (!applies(requirement)) continue;
      if (!request_.hashes.contains(requirement.name))
        problems_.push_back({shown(requirement) + " has no --hash, and " + why, placed.where,
                             "add --hash=sha256:DIGEST to the line; `pip hash FILE` computes it, `uv pip compile "
                             "--generate-hashes` writes them all"});
      else if (requirement.url.empty() && !requirement.specifier.pins_exactly())
        problems_.push_back({shown(requirement) + " has a --hash and is not pinned to one version with ==",
                             placed.where, "write " + requirement.name.text() + "==VERSION"});
    }
  }

  resolvers::Request& request_;
  const Inputs& inputs_;
  std::vector<Problem> problems_;
};

std::string without_slash(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  return url;
}

/// The name of the configured index at this address.
std::string index_name(const std::string& stated, const index::IndexSettings& settings) {
  const std::string url = without_slash(stated);
  if (url.empty()) return resolvers::kLockIndex;
  if (url == settings.default_index.value) return settings.default_name;
  for (const auto& [name, index] : settings.framework_indexes)
    if (url == index.value || url.starts_with(index.value + "/")) return name;
  return resolvers::kLockIndex;
}

/// A path counts before an address, if something is there: both name the same bytes.
std::string address_of(const python::PylockFile& wheel, const std::string& lock_file) {
  if (!wheel.path.empty()) {
    const std::string place = nested_place(lock_file, wheel.path);
    const auto path = index::local_path(place);
    if (!path) return place;
    if (wheel.url.empty() || io::exists(*path)) return index::file_url(*path);
  }
  if (const auto path = index::local_path(wheel.url); path && !wheel.url.starts_with("file:"))
    return index::file_url(*path);
  return http::without_credentials(wheel.url);
}

/// The standard wants UTC; a time without an offset was meant so.
std::optional<python::UploadTime> upload_time(const std::string& stated) {
  for (const auto& text : {stated, stated + "Z"})
    if (const auto time = python::UploadTime::parse(text)) return *time;
  return std::nullopt;
}

void add_lock(resolvers::Request& request, const Inputs& inputs, const index::IndexSettings& settings) {
  const auto& [lock, file] = *inputs.lock;
  python::PylockTarget target{request.markers, request.python_version,
                              python::SupportedTags::for_interpreter(request.tags)};
  for (const auto& extra : inputs.extras) {
    const auto name = python::PackageName::parse(extra);
    target.extras.insert(name ? name->text() : extra);
  }
  if (inputs.all_extras && lock.extras) target.extras.insert(lock.extras->begin(), lock.extras->end());
  if (!inputs.groups.empty()) target.groups = std::set<std::string>(inputs.groups.begin(), inputs.groups.end());
  request.of_extras = lock.extras && !lock.extras->empty();
  request.of_groups = lock.dependency_groups && !lock.dependency_groups->empty();
  auto chosen = python::select(lock, target, file);
  if (!chosen) throw input_error("lock-does-not-fit", chosen.error());
  for (auto& choice : *chosen) {
    python::ProjectFile wheel{choice.wheel.name, address_of(choice.wheel, file), {}, choice.wheel.size};
    wheel.take(python::digests_of(choice.wheel));
    request.prereleases = true;  // whoever locked them wanted them
    wheel.requires_python = std::move(choice.requires_python);
    wheel.upload_time = upload_time(choice.wheel.upload_time);
    request.locked.push_back({std::move(choice.name), std::move(choice.version), std::move(wheel),
                              index_name(choice.index, settings), http::without_credentials(choice.index),
                              choice.direct});
  }
}

}  // namespace

void add_inputs(resolvers::Request& request, const Inputs& inputs, const index::IndexSettings& settings) {
  if (inputs.lock)
    add_lock(request, inputs, settings);
  else
    Addition(request, inputs).add();
}

}  // namespace kenv::change
