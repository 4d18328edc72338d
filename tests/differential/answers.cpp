// SPDX-License-Identifier: Apache-2.0
// Answers questions about the packaging standards, one JSON document a line from stdin, one answer a line on stdout.
// tests/differential/packaging_test.py asks them of this program and of the library `packaging` and compares.
#include <functional>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "python/requirement.hpp"
#include "python/tag.hpp"
#include "python/wheel_name.hpp"

using namespace kenv::python;
using nlohmann::json;

namespace {

json refused(const kenv::Problem& problem) { return {{"refused", problem.message}, {"column", problem.where.column}}; }

std::string text_of(const json& question, const char* key = "text") { return question.at(key).get<std::string>(); }

json number_of(std::strong_ordering order) { return order < 0 ? -1 : order > 0 ? 1 : 0; }

json version(const json& question) {
  const auto parsed = Version::parse(text_of(question));
  if (!parsed) return refused(parsed.error());
  return {{"text", parsed->text()},
          {"public", parsed->public_text()},
          {"local", parsed->local_text()},
          {"prerelease", parsed->is_prerelease()}};
}

json order(const json& question) {
  return number_of(*Version::parse(text_of(question, "a")) <=> *Version::parse(text_of(question, "b")));
}

json specifiers(const json& question) {
  const auto set = SpecifierSet::parse(text_of(question));
  if (!set) return refused(set.error());
  json contained = json::array(), kept = json::array();
  std::vector<Version> versions;
  for (const auto& spelling : question.at("versions")) {
    versions.push_back(*Version::parse(spelling.get<std::string>()));
    contained.push_back(set->contains(versions.back(), spelling.get<std::string>()));
  }
  for (const Version& one : filter(*set, versions)) kept.push_back(one.text());
  return {{"contains", contained}, {"filter", kept}};
}

MarkerEnvironment environment_of(const json& question) {
  MarkerEnvironment environment;
  for (const auto& [field, value] : question.at("environment").items()) {
    if (value.is_string())
      environment.fields[field] = value;
    else
      environment.sets[field] = value.get<std::set<std::string>>();
  }
  return environment;
}

json marker(const json& question) {
  const auto parsed = Marker::parse(text_of(question));
  if (!parsed) return refused(parsed.error());
  json answer = {{"text", parsed->to_text()}};
  const auto result = parsed->evaluate(environment_of(question), question.at("extras").get<std::set<std::string>>());
  if (result)
    answer["holds"] = *result;
  else
    answer["undefined"] = result.error().message;
  return answer;
}

json requirement(const json& question) {
  const auto parsed = Requirement::parse(text_of(question));
  if (!parsed) return refused(parsed.error());
  json clauses = json::array();
  for (const auto& clause : parsed->specifier.clauses) clauses.push_back(clause.to_text());
  return {{"name", parsed->name.text()},
          {"extras", parsed->extras},
          {"clauses", clauses},
          {"url", parsed->url},
          {"marker", parsed->marker.to_text()}};
}

json texts_of(const std::vector<Tag>& tags) {
  json texts = json::array();
  for (const Tag& tag : tags) texts.push_back(tag.text());
  return texts;
}

json wheel(const json& question) {
  const auto parsed = WheelName::parse(text_of(question));
  if (!parsed) return refused(parsed.error());
  return {{"name", parsed->name.text()},
          {"version", parsed->version.text()},
          {"build", parsed->build.first.text() + parsed->build.second},
          {"tags", texts_of(parsed->tags)}};
}

json tag_set(const json& question) {
  const auto parsed = Tag::parse_set(text_of(question));
  return parsed ? json{{"tags", texts_of(*parsed)}} : refused(parsed.error());
}

json name(const json& question) {
  const auto parsed = PackageName::parse(text_of(question));
  return parsed ? json{{"text", parsed->text()}} : refused(parsed.error());
}

json supported(const json& question) {
  const json& asked = question.at("facts");
  TagFacts facts;
  facts.implementation = asked.at("implementation");
  facts.major = asked.at("major");
  facts.minor = asked.at("minor");
  facts.free_threaded = asked.at("free_threaded");
  facts.os = asked.at("os");
  facts.machine = asked.at("machine");
  facts.libc = asked.at("libc");
  facts.libc_major = asked.at("libc_major");
  facts.libc_minor = asked.at("libc_minor");
  facts.macos_major = asked.at("macos_major");
  facts.macos_minor = asked.at("macos_minor");
  return texts_of(SupportedTags::for_interpreter(facts).all());
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  const std::map<std::string, std::function<json(const json&)>> kinds = {
      {"version", version},         {"order", order}, {"specifiers", specifiers}, {"marker", marker},
      {"requirement", requirement}, {"wheel", wheel}, {"tag set", tag_set},       {"name", name},
      {"supported", supported}};
  for (std::string line; std::getline(std::cin, line);) {
    const json question = json::parse(line);
    std::cout << kinds.at(question.at("kind").get<std::string>())(question).dump(-1, ' ', false,
                                                                                 json::error_handler_t::replace)
              << '\n';
  }
}
