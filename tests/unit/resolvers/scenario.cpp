// SPDX-License-Identifier: Apache-2.0
#include "scenario.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"

namespace kenv::resolvers::testing {
namespace {

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (std::string_view word : text::split(line, ' '))
    if (!word.empty()) words.emplace_back(word);
  return words;
}

FakeFile file_of(const std::vector<std::string>& words) {
  FakeFile file{words.at(2), {}};
  for (std::size_t i = 3; i < words.size(); ++i) {
    if (words[i] == "yanked") file.yanked = true;
    if (words[i] == "source") file.source_only = true;
    if (words[i].starts_with("yanked=")) {
      file.yanked = true;
      file.yanked_reason = words[i].substr(7);
    }
    if (words[i].starts_with("tags=")) file.tags = words[i].substr(5);
    if (words[i].starts_with("python=")) file.requires_python = words[i].substr(7);
  }
  return file;
}

}  // namespace

Scenario read_scenario(std::string_view text) {
  Scenario scenario;
  std::vector<std::pair<std::string, FakeFile>> files;
  bool about_installed = false;  // what a "needs" line belongs to
  for (std::string_view line : text::lines(text)) {
    line = text::trim(line);
    if (line.empty() || line.front() == '#') continue;
    const auto words = words_of(line);
    const std::string rest(text::trim(line.substr(words[0].size())));
    auto& request = scenario.request;
    if (words[0] == "python") {
      const auto kept = request_for(words.at(1));
      request.python_version = kept.python_version;
      request.tags = kept.tags;
      request.markers = kept.markers;
    } else if (words[0] == "glibc") {
      const auto figure = version(words.at(1));
      request.tags.libc_major = static_cast<int>(figure.release_at(0).small().value());
      request.tags.libc_minor = static_cast<int>(figure.release_at(1).small().value());
    } else if (words[0] == "have") {
      files.emplace_back(words.at(1), file_of(words));
      about_installed = false;
    } else if (words[0] == "needs") {
      if (about_installed)
        request.installed.back().requires_dist.push_back(requirement(rest));
      else
        files.at(files.size() - 1).second.needs.push_back(rest);
    } else if (words[0] == "damaged") {
      scenario.indexes.damage_metadata(words.at(1) + "-" + words.at(2) + "-py3-none-any.whl");
    } else if (words[0] == "installed") {
      request.installed.push_back(installed(words.at(1), words.at(2), {}, words.size() > 3));
      about_installed = true;
    } else if (words[0] == "ask") {
      request.roots.push_back(requirement(rest));
    } else if (words[0] == "constrain") {
      request.constraints.push_back(requirement(rest));
    } else if (words[0] == "override") {
      request.overrides.push_back(requirement(rest));
    } else if (words[0] == "prefer") {
      request.preferred.emplace(name(words.at(1)), version(words.at(2)));
    } else if (words[0] == "pre") {
      request.prereleases = true;
    } else if (words[0] == "install") {
      request.purpose = Request::Purpose::Install;
    } else if (words[0] == "fix") {
      request.purpose = Request::Purpose::Fix;
    } else if (words[0] == "change") {
      request.must_change.insert(name(rest));
    } else if (words[0] == "upgrade") {
      request.roots.push_back(requirement(rest));
      request.upgraded.insert(name(rest));
    } else if (words[0] == "drop") {
      request.removed.insert(name(rest));
    } else if (words[0] == "allow-remove") {
      request.allow_remove = true;
    } else if (words[0] == "expect") {
      for (std::size_t i = 1; i < words.size(); ++i) {
        const auto equals = words[i].find("==");
        scenario.expected[words[i].substr(0, equals)] = words[i].substr(equals + 2);
      }
    } else if (words[0] == "fails") {
      scenario.satisfiable = false;
      if (!rest.empty()) scenario.fails.push_back(rest);
    } else if (words[0] == "advises") {
      scenario.advises.push_back(rest);
    } else if (words[0] == "notes") {
      scenario.notes.push_back(rest);
    } else if (words[0] == "silent") {
      scenario.silent.push_back(rest);
    } else {
      FAIL("no such statement: " << line);
    }
  }
  for (const auto& [project, file] : files) scenario.indexes.add("pypi", project, file);
  return scenario;
}

}  // namespace kenv::resolvers::testing
