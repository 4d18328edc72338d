// SPDX-License-Identifier: Apache-2.0
// Holds src/python against vectors that come from the tables of pypa/packaging, which pip uses.
#include <algorithm>
#include <fstream>
#include <iostream>

#include "conformance/packaging_suite.hpp"
#include "python/requirement.hpp"
#include "python/tag.hpp"
#include "python/version.hpp"
#include "python/wheel_name.hpp"
#include "support/catch.hpp"

using namespace kenv::python;
using kenv::conformance::check_every_row;
using kenv::conformance::packaging_suites;
using kenv::conformance::Suite;
using nlohmann::json;

namespace {

bool must_be_refused(const json& row) { return row.value("invalid", false); }

std::string text_or_empty(const json& value) { return value.is_null() ? std::string() : value.get<std::string>(); }

template <class T>
std::string judge_refusal(const kenv::Result<T>& parsed) {
  return parsed ? "accepted, but must be refused" : "";
}

std::string judge_version(const json& row) {
  const auto version = Version::parse(row["input"].get<std::string>());
  if (must_be_refused(row)) return judge_refusal(version);
  if (!version) return version.error().message;
  if (version->text() != row["canonical"]) return "reads as " + version->text();
  if (version->is_prerelease() != row["is_prerelease"]) return "is_prerelease is wrong";
  if (version->local_text() != text_or_empty(row["local"])) return "local part is " + version->local_text();
  return "";
}

std::string judge_specifier(const json& row) {
  const auto set = SpecifierSet::parse(row["specifier"].get<std::string>());
  if (must_be_refused(row)) return judge_refusal(set);
  if (!set) return set.error().message;
  const auto spelling = row["version"].get<std::string>();
  const auto version = Version::parse(spelling);
  if (!version) return version.error().message;
  // The default rule (null) admits a pre-release if nothing else fits, so it makes no difference for one version alone.
  const bool forbidden = row.contains("prereleases") && row["prereleases"] == false && version->is_prerelease();
  return (set->contains(*version, spelling) && !forbidden) == row["contains"] ? "" : "contains answers the opposite";
}

std::string judge_requirement(const json& row) {
  const auto requirement = Requirement::parse(row["input"].get<std::string>());
  if (must_be_refused(row)) return judge_refusal(requirement);
  if (!requirement) return requirement.error().message;
  if (requirement->name != PackageName::parse(row["name"].get<std::string>()))
    return "name is " + requirement->name.text();
  std::set<std::string> extras;
  for (const auto& extra : row["extras"]) extras.insert(PackageName::parse(extra.get<std::string>())->text());
  if (requirement->extras != extras) return "extras differ";
  // The vectors sort the clauses; kenv keeps the order in which they were written.
  std::vector<std::string> clauses;
  for (const auto& clause : requirement->specifier.clauses) clauses.push_back(clause.to_text());
  std::ranges::sort(clauses);
  std::string specifier;
  for (const auto& clause : clauses) specifier += (specifier.empty() ? "" : ",") + clause;
  if (specifier != row["specifier"]) return "specifier is " + specifier;
  if (requirement->url != text_or_empty(row["url"])) return "url is " + requirement->url;
  if (requirement->marker.to_text() != text_or_empty(row["marker"]))
    return "marker is " + requirement->marker.to_text();
  return "";
}

bool is_name_by_the_standard(const std::string& text) {
  const auto alnum = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !text.empty() && alnum(text.front()) && alnum(text.back()) && std::ranges::all_of(text, [&](char c) {
    return alnum(c) || std::string_view("-_.").find(c) != std::string_view::npos;
  });
}

std::string judge_wheel_name(const json& row) {
  if (row.contains("normalized")) {
    const auto text = row["name"].get<std::string>();
    const auto name = PackageName::parse(text);
    if (!is_name_by_the_standard(text)) return judge_refusal(name);
    if (!name) return name.error().message;
    return name->text() == row["normalized"] ? "" : "normalises to " + name->text();
  }
  const auto wheel = WheelName::parse(row["input"].get<std::string>());
  if (must_be_refused(row)) return judge_refusal(wheel);
  if (!wheel) return wheel.error().message;
  std::vector<std::string> tags;
  for (const Tag& tag : wheel->tags) tags.push_back(tag.text());
  std::ranges::sort(tags);
  if (wheel->name.text() != row["name"]) return "name is " + wheel->name.text();
  if (wheel->version.text() != row["version"]) return "version is " + wheel->version.text();
  if (json(tags) != row["tags"]) return "tags are " + json(tags).dump();
  const json build =
      wheel->build == BuildNumber{} ? json::array() : json{wheel->build.first.small().value(), wheel->build.second};
  return build == row["build"] ? "" : "build is " + build.dump();
}

/// The parts of a platform tag between its underscores; the machine's name has some of its own.
std::vector<std::string> parts_of(const std::string& platform, std::size_t count) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto end = platform.find('_', start);
    parts.push_back(platform.substr(start, end - start));
    start = end + 1;
  }
  parts.push_back(platform.substr(start));
  return parts;
}

TagFacts facts_of(const json& row) {
  TagFacts facts;
  facts.major = row["python"][0];
  facts.minor = row["python"][1];
  facts.free_threaded = row["abis"][0].get<std::string>().ends_with('t');
  facts.libc = "";
  for (const auto& listed : row["platforms"]) {
    const auto platform = listed.get<std::string>();
    if (platform.starts_with("win")) {
      facts.os = "windows";
      facts.machine = platform == "win_amd64" ? "AMD64" : platform == "win_arm64" ? "ARM64" : "x86";
      return facts;
    }
    const bool musl = platform.starts_with("musllinux_");
    const bool macos = platform.starts_with("macosx_");
    if (!musl && !macos && !platform.starts_with("manylinux_")) continue;
    const auto parts = parts_of(platform, 3);
    facts.machine = parts[3];
    if (macos) facts.os = "macos";
    (macos ? facts.macos_major : facts.libc_major) = std::stoi(parts[1]);
    (macos ? facts.macos_minor : facts.libc_minor) = std::stoi(parts[2]);
    facts.libc = musl ? "musl" : "glibc";
    return facts;
  }
  facts.machine = row["platforms"][0].get<std::string>().substr(std::string("linux_").size());
  facts.libc_major = 0;
  return facts;
}

std::string judge_tags(const json& row) {
  const auto supported = SupportedTags::for_interpreter(facts_of(row));
  const auto& expected = row["tags"];
  for (std::size_t i = 0; i < std::max(expected.size(), supported.all().size()); ++i) {
    const std::string ours = i < supported.all().size() ? supported.all()[i].text() : "nothing";
    const std::string theirs = i < expected.size() ? expected[i].get<std::string>() : "nothing";
    if (ours != theirs) return "at " + std::to_string(i) + " stands " + ours + " instead of " + theirs;
  }
  return "";
}

/// A judge that needs nothing but the row.
auto by_row(std::string (*judge)(const json& row)) {
  return [judge](const Suite&, const json& row) { return judge(row); };
}

std::string judge_marker(const Suite& suite, const json& row) {
  const auto marker = Marker::parse(row["marker"].get<std::string>());
  if (must_be_refused(row)) return judge_refusal(marker);
  if (!marker) return marker.error().message;
  std::ifstream stream(suite.path.parent_path() / "environments.json");
  const json environments = json::parse(stream);
  MarkerEnvironment environment;
  std::set<std::string> extras;
  for (const auto& [field, value] : environments.at(row["env"].get<std::size_t>()).items()) {
    if (value.is_array())
      environment.sets[field] = value.get<std::set<std::string>>();
    else if (field != "extra")
      environment.fields[field] = value;
    else if (value != "")
      extras.insert(value.get<std::string>());
  }
  const auto result = marker->evaluate(environment, extras);
  if (!result) return result.error().message;
  return *result == row["result"] ? "" : "evaluates to the opposite";
}

}  // namespace

TEST_CASE("versions are accepted, refused and written as pip does it") {
  check_every_row("versions", by_row(judge_version));
}

TEST_CASE("every two versions stand in the order that pip gives them") {
  for (const Suite& suite : packaging_suites("versions")) {
    std::vector<std::pair<Version, int>> ranked;
    for (const auto& row : suite.rows)
      if (!must_be_refused(row))
        ranked.emplace_back(Version::parse(row["input"].get<std::string>()).value(), row["rank"].get<int>());
    for (const auto& [a, rank_a] : ranked) {
      for (const auto& [b, rank_b] : ranked) {
        if ((a <=> b) == (rank_a <=> rank_b)) continue;
        FAIL_CHECK(a.text() << " and " << b.text() << " are in the wrong order");
      }
    }
    std::cout << suite.path.filename().string() << ": " << ranked.size() * ranked.size() << " pairs compared\n";
  }
}

TEST_CASE("specifiers accept the versions that pip accepts") { check_every_row("specifiers", by_row(judge_specifier)); }

TEST_CASE("markers are accepted, refused and evaluated as pip does it") { check_every_row("markers", judge_marker); }

TEST_CASE("requirements are accepted, refused and taken apart as pip does it") {
  check_every_row("requirements", by_row(judge_requirement));
}

TEST_CASE("an interpreter accepts the tags that pip lists for it, in that order") {
  check_every_row("tags", by_row(judge_tags));
}

TEST_CASE("wheel names and project names are read as pip does it") {
  check_every_row("wheel_names", by_row(judge_wheel_name));
}
