// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iostream>
#include <map>
#include <string>
#include <utility>

#include "base/embedded.hpp"
#include "base/text.hpp"
#include "manifest/manifest.hpp"
#include "resolvers/advance.hpp"
#include "resolvers/builds/coverage.hpp"
#include "resolvers/builds/ladder.hpp"

namespace kenv::manifests {
std::span<const base::EmbeddedFile> embedded_files();
}

// What kenv chooses, cell by cell, for tests/grid/grid_test.py. A line of standard input is a cell:
//   HOW FRAMEWORK OS MACHINE LIBC PYTHON DRIVER CAPABILITY...
// HOW is "resolve" (the whole resolution) or "rank" (the ladder alone, whose first build is then the choice). LIBC is
// "2.28" for glibc, "musl", or "-" if it is not known, PYTHON "3.12", "3.14t" or, for PyPy, "pp3.10", DRIVER a version
// or "-" if it is not known, and there is one capability for each GPU. The line of output that answers it holds,
// separated by tabs: the build chosen or "-", how it serves each GPU, every build that may be chosen, best first, and
// how often each rule spoke against one.
namespace kenv::resolvers {
namespace {

Request request_of(const std::vector<std::string_view>& words) {
  Request request;
  request.roots = {*python::Requirement::parse(words[1])};
  request.os = std::string(words[2]);
  request.machine = std::string(words[3]);
  request.libc_known = words[4] != "-";
  if (words[4] == "musl") request.tags.libc = "musl";
  if (const auto glibc = python::LibcVersion::parse(words[4]))
    request.tags.libc_major = glibc->major, request.tags.libc_minor = glibc->minor;
  std::string_view python = words[5];
  if (python.starts_with("pp")) {
    request.tags.implementation = "pypy";
    python.remove_prefix(2);
  }
  request.tags.free_threaded = python.ends_with('t');
  if (request.tags.free_threaded) python.remove_suffix(1);
  request.python_version = *python::Version::parse(python);
  request.tags.major = 3;
  request.tags.minor = std::stoi(std::string(python.substr(2)));
  request.tags.os = request.os;
  request.tags.machine = request.machine;
  if (words[6] != "-") request.driver = *gpu::DriverVersion::parse(words[6]);
  for (std::size_t i = 7; i < words.size(); ++i)
    request.gpus.push_back({static_cast<int>(i - 7), std::string(words[i]), *gpu::ComputeCapability::parse(words[i])});
  request.manifest_is_index = true;
  return request;
}

std::string build_text(const python::Version& version, const std::string& variant, const std::string& index) {
  return fmt::format("{}/{}/{}", version.text(), variant, index);
}

std::string coverage_text(const std::vector<plan::GpuCoverage>& coverages) {
  std::string text;
  for (const auto& one : coverages) text += fmt::format("{}:{} ", one.status, one.target);
  return text;
}

/// The choice and its coverage, out of the plan.
std::pair<std::string, std::string> resolved(const Request& request, const manifest::Catalog& catalog) {
  const auto progress = Resolution(request, catalog).advance();
  const auto* plan = std::get_if<plan::Plan>(&progress);
  if (!plan) return {"-", ""};
  const auto& choice = plan->choices.front();
  return {fmt::format("{}/{}/{}", choice.version, choice.variant, choice.index), coverage_text(choice.coverage)};
}

std::pair<std::string, std::string> ranked_first(const CandidateList& list, const Request& request,
                                                 const manifest::Catalog& catalog) {
  for (const auto& one : list.candidates) {
    if (!one.eligible()) continue;
    std::vector<plan::GpuCoverage> coverages;
    if (one.build->has_gpu_code())
      for (const auto& gpu : request.gpus)
        coverages.push_back(to_plan(coverage_of(*one.build, gpu, request, catalog), gpu));
    return {build_text(one.version, one.variant, one.index), coverage_text(coverages)};
  }
  return {"-", ""};
}

std::string answer(std::string_view how, const Request& request, const manifest::Catalog& catalog) {
  Surroundings around(request, catalog);
  const auto list = build_ladder(request.roots.front().name, around);
  const auto [chosen, coverage] = how == "rank" ? ranked_first(*list, request, catalog) : resolved(request, catalog);
  std::string eligible, rules;
  std::map<std::string, int> spoken;
  for (const auto& one : list->candidates) {
    if (one.eligible()) eligible += build_text(one.version, one.variant, one.index) + " ";
    for (const auto& rejection : one.rejections)
      ++spoken[rejection.rule + (rejection.gpu ? "@" + std::to_string(*rejection.gpu) : "")];
  }
  for (const auto& [rule, times] : spoken) rules += fmt::format("{}={} ", rule, times);
  return fmt::format("{}\t{}\t{}\t{}\n", chosen, coverage, eligible, rules);
}

}  // namespace
}  // namespace kenv::resolvers

int main() {
  const auto catalog = kenv::manifest::read_catalog(kenv::manifests::embedded_files());
  if (!catalog) return 1;
  for (std::string line; std::getline(std::cin, line);) {
    const auto words = kenv::text::split(line, ' ');
    std::cout << kenv::resolvers::answer(words[0], kenv::resolvers::request_of(words), *catalog);
  }
}
