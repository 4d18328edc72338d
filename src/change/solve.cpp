// SPDX-License-Identifier: Apache-2.0
#include "change/solve.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "change/drop_credentials.hpp"
#include "change/file_digest.hpp"
#include "http/url.hpp"
#include "index/local_index.hpp"
#include "index/setting_sources.hpp"
#include "io/files.hpp"
#include "io/interrupt.hpp"
#include "io/parallel.hpp"
#include "plan/unpacked_size.hpp"
#include "python/location.hpp"
#include "python/wheel_name.hpp"
#include "resolvers/candidate.hpp"

namespace kenv::change {
namespace {

/// What indexes said that no plan can rest on: for the message, should there be none.
struct Told {
  std::map<std::string, index::Unreachable> silences;  ///< why an index did not answer, by its name
  std::map<std::string, std::string> quarantined;      ///< by project: a sentence
};

/// Folders state no digests of what lies in them. Where the user vouches for some, these decide which file may be used:
/// so they are computed now, of the versions that are asked for, and not only once one is chosen.
void add_vouched_digests(python::ProjectPage& page, const python::PackageName& name,
                         const resolvers::Request& request) {
  const auto vouched = request.hashes.find(name);
  if (vouched == request.hashes.end()) return;
  std::set<DigestAlgorithm> algorithms;
  for (const auto& digest : vouched->second) algorithms.insert(digest.algorithm);
  io::parallel_for(page.files.size(), 1, [&](std::size_t i) {
    auto& file = page.files[i];
    const auto path = index::local_path(file.url);
    const auto wheel = python::WheelName::parse(file.filename);
    if (!path || !wheel || !file.digests().empty() || !io::exists(*path)) return;
    for (const auto* wishes : {&request.roots, &request.constraints})
      for (const auto& wish : *wishes)
        if (wish.name == name && !wish.specifier.contains(wheel->version)) return;
    file.take(digests_of_file(*path, algorithms));
  });
}

void answer_projects(resolvers::Resolution& resolution, const std::vector<resolvers::NeedProject>& needs,
                     index::IndexClient& client, Told& told) {
  std::vector<index::PageRequest> requests;
  for (const auto& need : needs) requests.push_back({need.index, need.variant, need.name});
  auto answers = client.pages(requests);
  for (std::size_t i = 0; i < needs.size(); ++i) {
    if (auto* page = std::get_if<python::ProjectPage>(&answers[i])) {
      if (page->status == "quarantined")
        told.quarantined[page->name.text()] =
            fmt::format("{} is quarantined on index {}{}", page->name.text(), page->index,
                        page->status_reason.empty() ? "" : ": " + page->status_reason);
      add_vouched_digests(*page, needs[i].name, resolution.request());
      resolution.answer(resolvers::ProjectAnswer{needs[i], std::move(*page)});
      continue;
    }
    const auto& silent = std::get<index::Unreachable>(answers[i]);
    // A refusal is told only if the resolution takes it for a silence, and a real one says more.
    if (silent.refused)
      told.silences.emplace(needs[i].index, silent);
    else if (const auto [place, added] = told.silences.emplace(needs[i].index, silent); !added && place->second.refused)
      place->second = silent;
    resolution.answer(resolvers::IndexUnreachable{needs[i], silent.reason, silent.refused});
  }
}

void answer_metadata(resolvers::Resolution& resolution, const std::vector<resolvers::NeedMetadata>& needs,
                     index::IndexClient& client, Told& told) {
  std::vector<index::MetadataRequest> requests;
  for (const auto& need : needs) requests.push_back({need.index, need.file});
  auto answers = client.metadata(requests);
  for (std::size_t i = 0; i < needs.size(); ++i) {
    if (auto* metadata = std::get_if<python::CoreMetadata>(&answers[i])) {
      drop_credentials(metadata->requires_dist);
      resolution.answer(resolvers::MetadataAnswer{needs[i], std::move(*metadata)});
      continue;
    }
    // A file whose metadata a working index does not give is left out; an index that stopped answering is no reason
    // to choose something else behind the user's back.
    const auto* gone = std::get_if<index::Unreachable>(&answers[i]);
    const bool listed = needs[i].index != resolvers::kDirectIndex;
    if (gone != nullptr && (listed || gone->code != index::kFileMissing)) {
      told.silences.emplace(needs[i].index, *gone);
      resolution.answer(resolvers::MetadataUnreachable{needs[i], gone->reason});
      continue;
    }
    resolution.answer(resolvers::MetadataUnusable{
        needs[i], gone != nullptr ? "there is nothing at its address, " + python::without_secrets(needs[i].file.url)
                                  : std::get<index::UnusableMetadata>(answers[i]).reason});
  }
}

/// Pages in HTML have no place for sizes. How much there is to fetch is to be told before anything is, so servers are
/// asked.
void add_sizes(plan::Plan& plan, index::IndexClient& client) {
  std::vector<plan::Wheel*> wheels;
  std::vector<python::ProjectFile> files;
  for (auto& step : plan.steps) {
    if (!step.wheel || step.wheel->file.size) continue;
    wheels.push_back(&*step.wheel);
    files.push_back(step.wheel->file);
  }
  const auto sizes = client.sizes(files);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    wheels[i]->file.size = sizes[i];
    plan.download_bytes += sizes[i].value_or(0);
    plan.disk_bytes += plan::unpacked_size(sizes[i].value_or(0));
  }
}

/// Whose address that is: "http://HOST/simple, from PIP_INDEX_URL".
std::string source_of(const std::string& index, const index::IndexSettings& settings) {
  if (index == index::kFindLinks) {
    std::vector<std::string> places;
    for (const auto& place : settings.find_links)
      places.push_back(fmt::format("{}, from {}", python::without_secrets(place.value), place.origin));
    return text::join(places, "; ");
  }
  const auto framework = settings.framework_indexes.find(index);
  const auto& setting = framework != settings.framework_indexes.end() ? framework->second : settings.default_index;
  return fmt::format("{}, {}{}", python::without_secrets(setting.value),
                     setting.origin == index::kBuiltIn ? "" : "from ", setting.origin);
}

/// The index that was left out on purpose and for want of which there is no solution; empty if there is none.
std::string left_out(const resolvers::NoSolution& none, const index::IndexSettings& settings) {
  if (none.left_out.contains(settings.default_name)) return settings.default_name;
  return none.left_out.empty() ? "" : *none.left_out.begin();
}

/// What the index says of projects that it took off, for those that the failure rests on.
std::string quarantined_among(const std::set<std::string>& projects,
                              const std::map<std::string, std::string>& quarantined) {
  std::string out;
  for (const auto& [name, said] : quarantined)
    if (projects.contains(name)) out += "\n" + said;
  return out;
}

/// How to go on without an index that does not answer. Without the only source of a package that helps nobody.
std::string without_index_hint(const resolvers::NoSolution& none, const index::IndexSettings& settings) {
  const auto& name = none.blocked_by_index;
  const bool only_source = name == settings.default_name && settings.find_links.empty();
  if (only_source) return "";
  return ", or leave that index out on purpose: --without-index " + name;
}

/// Adds what only the driver knows of a failure: which address it was, who named it, what helps against it.
void explain_failure(resolvers::NoSolution& none, const Told& told, const index::IndexSettings& settings) {
  if (const auto silent = told.silences.find(none.blocked_by_index); silent != told.silences.end()) {
    none.hint = silent->second.hint.empty() ? "try again later" : silent->second.hint;
    if (silent->first == resolvers::kDirectIndex) {
      if (none.explanation.find(silent->second.reason) == std::string::npos)
        none.explanation += "\n" + silent->second.reason;
      return;
    }
    none.explanation +=
        fmt::format("\nindex {} ({}): {}", silent->first, source_of(silent->first, settings), silent->second.reason);
    none.hint += without_index_hint(none, settings);
    return;
  }
  if (!none.blocked_by_index.empty()) return;
  if (const auto said = quarantined_among(none.projects, told.quarantined); !said.empty()) {
    none.explanation += said;
    none.hint = "what is quarantined may do harm: do without it";
    return;
  }
  const std::string name = left_out(none, settings);
  if (name == settings.default_name && settings.default_index.value.empty()) {
    none.explanation += fmt::format("\nthe default index is switched off by {}", settings.default_index.origin);
    none.hint = "name a source: --index URL or --find-links DIR, or take that setting back";
  } else if (!name.empty()) {
    none.hint = "run it again without --without-index " + name;
  } else if (none.look_elsewhere && !none.asked.empty()) {
    none.hint += fmt::format(" (asked: {}, {})", none.asked, source_of(none.asked, settings));
  }
}

}  // namespace

resolvers::Progress solve(resolvers::Resolution& resolution, index::IndexClient& client, report::Reporter& reporter) {
  Told told;
  for (;;) {
    io::throw_if_interrupted();
    auto progress = resolution.advance();
    if (auto* none = std::get_if<resolvers::NoSolution>(&progress)) {
      // That something is not there, and was only found so long ago, is not known.
      for (const auto& [project, doubt] : client.doubts())
        if (none->blocked_by_index.empty() && none->projects.contains(project))
          told.silences.insert_or_assign(none->blocked_by_index = doubt.index, doubt);
      explain_failure(*none, told, client.settings());
    }
    if (auto* plan = std::get_if<plan::Plan>(&progress)) add_sizes(*plan, client);
    const auto* needs = std::get_if<resolvers::Needs>(&progress);
    if (needs == nullptr) return progress;
    reporter.detail(
        fmt::format("asking for {} pages and {} metadata files", needs->projects.size(), needs->metadata.size()));
    answer_projects(resolution, needs->projects, client, told);
    answer_metadata(resolution, needs->metadata, client, told);
  }
}

Error no_plan_error(const resolvers::NoSolution& none) {
  if (!none.blocked_by_index.empty()) {
    return Error(ExitCode::Network, "index-unreachable", none.explanation,
                 none.hint.empty() ? "try again later" : none.hint);
  }
  for (const auto& offer : none.offers)
    if (offer.kind == "allow-remove")
      return Error(ExitCode::NoCompatibleBuild, "no-compatible-build", none.explanation, offer.text);
  return Error(ExitCode::NoCompatibleBuild, "no-compatible-build", none.explanation,
               none.hint.empty() ? "the rejections name what each candidate failed on; `kenv resolve` with other "
                                   "versions or --gpu tries alternatives"
                                 : none.hint);
}

}  // namespace kenv::change
