// SPDX-License-Identifier: Apache-2.0
#include "fake_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "support/catch.hpp"

namespace kenv::resolvers::testing {
namespace {

std::string part_name(const NeedProject& need) {
  return need.variant.empty() ? need.index : need.index + "/" + need.variant;
}

template <class T>
T must(Result<T> result) {
  if (!result) FAIL(result.error().text());
  return *std::move(result);
}

}  // namespace

namespace {

python::CoreMetadata metadata_of(const python::PackageName& package, const FakeFile& file) {
  python::CoreMetadata metadata;
  metadata.name = package;
  metadata.version = version(file.version);
  metadata.provides_extra = file.extras;
  for (const auto& need : file.needs) metadata.requires_dist.push_back(requirement(need));
  return metadata;
}

}  // namespace

python::Requirement requirement(const std::string& text) { return must(python::Requirement::parse(text)); }
python::PackageName name(const std::string& text) { return must(python::PackageName::parse(text)); }
python::Version version(const std::string& text) { return must(python::Version::parse(text)); }

void FakeIndexes::add(const std::string& part, const std::string& project, const FakeFile& file) {
  const auto package = name(project);
  auto& page = parts_[part][package.text()];
  page.name = package;
  python::ProjectFile entry;
  entry.filename = file.source_only ? fmt::format("{}-{}.tar.gz", package.file_form(), file.version)
                                    : fmt::format("{}-{}-{}.whl", package.file_form(), file.version, file.tags);
  entry.url = "http://index/" + part + "/" + entry.filename;
  entry.requires_python = file.requires_python;
  entry.yanked = file.yanked;
  entry.yanked_reason = file.yanked_reason;
  entry.size = file.size;
  entry.other_digests = file.other_digests;
  if (!file.sha256.empty()) entry.sha256 = *Sha256Digest::from_hex(file.sha256);
  if (!file.source_only) {
    metadata_[entry.url] = metadata_of(package, file);
  }
  page.files.push_back(std::move(entry));
}

void FakeIndexes::add_file(const std::string& url, const std::string& project, const FakeFile& file) {
  metadata_[url] = metadata_of(name(project), file);
}

std::variant<plan::Plan, NoSolution> FakeIndexes::run(Resolution& resolution, unsigned shuffle, Trace* trace) const {
  std::mt19937 random(shuffle);
  for (int round = 0; round < 20000; ++round) {
    Progress progress = resolution.advance();
    if (auto* plan = std::get_if<plan::Plan>(&progress)) return std::move(*plan);
    if (auto* none = std::get_if<NoSolution>(&progress)) return std::move(*none);
    const Needs& needs = std::get<Needs>(progress);
    std::vector<Answer> answers;
    for (const auto& need : needs.projects) {
      if (trace) trace->projects.push_back(part_name(need) + "/" + need.name.text());
      if (unreachable_.contains(need.index) || forbidden_.contains(need.index)) {
        const bool refused = forbidden_.contains(need.index);
        answers.push_back(IndexUnreachable{need, refused ? "HTTP 403" : "connection refused", refused});
        continue;
      }
      ProjectAnswer answer{need, {}};
      if (const auto part = parts_.find(part_name(need)); part != parts_.end())
        if (const auto page = part->second.find(need.name.text()); page != part->second.end())
          answer.page = page->second;
      answer.page.index_url = "http://index/" + part_name(need);
      answers.push_back(std::move(answer));
    }
    for (const auto& need : needs.metadata) {
      if (trace) trace->metadata.push_back(need.file.filename);
      if (silent_.contains(need.file.filename))
        answers.push_back(MetadataUnreachable{need, "connection refused"});
      else if (damaged_.contains(need.file.filename))
        answers.push_back(MetadataUnusable{need, need.file.filename + "/METADATA:7:1: not a requirement"});
      else
        answers.push_back(MetadataAnswer{need, metadata_.at(need.file.url)});
    }
    REQUIRE_FALSE(answers.empty());
    if (trace) ++trace->rounds;
    if (shuffle != 0) std::shuffle(answers.begin(), answers.end(), random);
    for (auto& answer : answers) {
      resolution.answer(std::move(answer));
      if (shuffle % 2 == 1) resolution.advance();  // an impatient driver asks after each answer
    }
  }
  FAIL("the resolution does not come to an end");
  return NoSolution{};
}

std::variant<plan::Plan, NoSolution> FakeIndexes::run(Request request, const manifest::Catalog& catalog,
                                                      unsigned shuffle, Trace* trace) const {
  Resolution resolution(std::move(request), catalog);
  return run(resolution, shuffle, trace);
}

Request request_for(const std::string& python_version) {
  Request request;
  request.python_version = version(python_version);
  request.tags.major = 3;
  request.tags.minor = static_cast<int>(request.python_version.release_at(1).small().value());
  request.tags.libc_minor = 39;
  request.markers.fields = {{"implementation_name", "cpython"},
                            {"implementation_version", python_version},
                            {"os_name", "posix"},
                            {"platform_machine", "x86_64"},
                            {"platform_python_implementation", "CPython"},
                            {"platform_release", "6.8.0"},
                            {"platform_system", "Linux"},
                            {"platform_version", "#1"},
                            {"python_full_version", python_version},
                            {"python_version", fmt::format("3.{}", request.tags.minor)},
                            {"sys_platform", "linux"}};
  return request;
}

InstalledPackage installed(const std::string& package, const std::string& package_version,
                           const std::vector<std::string>& needs, bool requested, const std::string& variant) {
  InstalledPackage result;
  result.name = name(package);
  if (auto parsed = python::Version::parse(package_version))
    result.version = *std::move(parsed);
  else
    result.unknown_version = package_version;
  for (const auto& need : needs) result.requires_dist.push_back(requirement(need));
  result.variant = variant;
  result.requested = requested;
  return result;
}

std::map<std::string, std::string> outcome(const plan::Plan& plan) {
  std::map<std::string, std::string> result;
  for (const auto& step : plan.steps)
    if (step.action != plan::Step::Action::Remove) result[step.name.text()] = step.to;
  return result;
}

const plan::Step* step_of(const plan::Plan& plan, const std::string& package) {
  for (const auto& step : plan.steps)
    if (step.name.text() == package) return &step;
  return nullptr;
}

bool mentions(const std::vector<plan::Rejection>& rejections, const std::string& candidate, const std::string& rule,
              const std::string& reason) {
  return std::ranges::any_of(rejections, [&](const auto& one) {
    return one.candidate.find(candidate) != std::string::npos && one.rule == rule &&
           one.reason.find(reason) != std::string::npos;
  });
}

}  // namespace kenv::resolvers::testing
