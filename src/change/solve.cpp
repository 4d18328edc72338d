// SPDX-License-Identifier: Apache-2.0
#include "change/solve.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "index/setting_sources.hpp"
#include "io/interrupt.hpp"

namespace kenv::change {
namespace {

/// Why an index did not answer, by its name: for the message, should a plan fail for want of it.
using Silences = std::map<std::string, index::Unreachable>;

void answer_projects(resolvers::Resolution& resolution, const std::vector<resolvers::NeedProject>& needs, index::IndexClient& client,
                     Silences& silences) {
  std::vector<index::PageRequest> requests;
  for (const auto& need : needs) requests.push_back({need.index, need.variant, need.name});
  auto answers = client.pages(requests);
  for (std::size_t i = 0; i < needs.size(); ++i) {
    if (auto* page = std::get_if<python::ProjectPage>(&answers[i])) {
      resolution.answer(resolvers::ProjectAnswer{needs[i], std::move(*page)});
      continue;
    }
    const auto& silent = std::get<index::Unreachable>(answers[i]);
    silences.emplace(needs[i].index, silent);
    resolution.answer(resolvers::IndexUnreachable{needs[i], silent.reason});
  }
}

void answer_metadata(resolvers::Resolution& resolution, const std::vector<resolvers::NeedMetadata>& needs, index::IndexClient& client,
                     Silences& silences) {
  std::vector<index::MetadataRequest> requests;
  for (const auto& need : needs) requests.push_back({need.index, need.file});
  auto answers = client.metadata(requests);
  for (std::size_t i = 0; i < needs.size(); ++i) {
    if (auto* metadata = std::get_if<python::CoreMetadata>(&answers[i])) {
      resolution.answer(resolvers::MetadataAnswer{needs[i], std::move(*metadata)});
      continue;
    }
    // A file whose metadata a working index does not give is left out; an index that stopped answering is no reason
    // to choose something else behind the user's back.
    if (const auto* gone = std::get_if<index::Unreachable>(&answers[i])) {
      silences.emplace(needs[i].index, *gone);
      resolution.answer(resolvers::MetadataUnreachable{needs[i], gone->reason});
      continue;
    }
    resolution.answer(resolvers::MetadataUnusable{needs[i], std::get<index::UnusableMetadata>(answers[i]).reason});
  }
}

/// Whose address that is: "http://HOST/simple, from PIP_INDEX_URL".
std::string source_of(const std::string& index, const index::IndexSettings& settings) {
  const auto framework = settings.framework_indexes.find(index);
  const auto& setting = framework != settings.framework_indexes.end() ? framework->second : settings.default_index;
  return fmt::format("{}, {}{}", setting.value, setting.origin == index::kBuiltIn ? "" : "from ", setting.origin);
}

/// The index that was left out on purpose and for want of which there is no solution; empty if there is none.
std::string left_out(const resolvers::NoSolution& none, const index::IndexSettings& settings) {
  std::vector<std::string> names = {settings.default_name};
  for (const auto& [name, address] : settings.framework_indexes) names.push_back(name);
  for (auto& name : names)
    if (none.explanation.find("index " + name + " is left out") != std::string::npos) return std::move(name);
  return {};
}

/// Adds what only the driver knows of a failure: which address it was, who named it, what helps against it.
void explain_failure(resolvers::NoSolution& none, const Silences& silences, const index::IndexSettings& settings) {
  if (const auto silent = silences.find(none.blocked_by_index); silent != silences.end()) {
    none.explanation += fmt::format("\nindex {} ({}): {}", silent->first, source_of(silent->first, settings), silent->second.reason);
    none.hint = silent->second.hint;
  } else if (const std::string name = left_out(none, settings); none.blocked_by_index.empty() && !name.empty()) {
    none.hint = "run it again without --without-index " + name;
  } else if (none.look_elsewhere && none.blocked_by_index.empty()) {
    none.hint += fmt::format(" (asked: {}, {})", settings.default_name, source_of(settings.default_name, settings));
  }
}

}  // namespace

resolvers::Progress solve(resolvers::Resolution& resolution, index::IndexClient& client, report::Reporter& reporter) {
  Silences silences;
  for (;;) {
    io::throw_if_interrupted();
    auto progress = resolution.advance();
    if (auto* none = std::get_if<resolvers::NoSolution>(&progress)) explain_failure(*none, silences, client.settings());
    const auto* needs = std::get_if<resolvers::Needs>(&progress);
    if (needs == nullptr) return progress;
    reporter.detail(fmt::format("asking for {} pages and {} metadata files", needs->projects.size(), needs->metadata.size()));
    answer_projects(resolution, needs->projects, client, silences);
    answer_metadata(resolution, needs->metadata, client, silences);
  }
}

Error no_plan_error(const resolvers::NoSolution& none) {
  if (!none.blocked_by_index.empty()) {
    const std::string without = fmt::format("leave that index out on purpose: --without-index {}", none.blocked_by_index);
    return Error(ExitCode::Network, "index-unreachable", none.explanation, (none.hint.empty() ? "try again later" : none.hint) + ", or " + without);
  }
  for (const auto& offer : none.offers)
    if (offer.kind == "allow-remove") return Error(ExitCode::NoCompatibleBuild, "no-compatible-build", none.explanation, offer.text);
  return Error(ExitCode::NoCompatibleBuild, "no-compatible-build", none.explanation,
               none.hint.empty() ? "the rejections name what each candidate failed on; `kenv resolve` with other versions or --gpu tries alternatives" : none.hint);
}

}  // namespace kenv::change
