// SPDX-License-Identifier: Apache-2.0
#include "change/installed_wheels.hpp"

#include <fmt/format.h>

#include "change/file_digest.hpp"
#include "change/record_match.hpp"
#include "change/wheel_search.hpp"
#include "index/local_index.hpp"
#include "io/files.hpp"

namespace kenv::change {
namespace {

/// RECORD of a wheel that the store has.
std::optional<std::string> stored_record(const index::MetadataRequest& request, const store::Store& store) {
  const auto stored = request.file.sha256 ? store.find(*request.file.sha256) : nullptr;
  return stored ? io::read_text_if_present(stored->tree / stored->dist_info / "RECORD") : std::nullopt;
}

std::vector<index::MemberText> records_of(const std::vector<WheelSearch>& searches, const Workshop& workshop) {
  std::vector<index::MemberText> answers;
  std::vector<index::MetadataRequest> asked;
  std::vector<std::size_t> places;
  for (const auto& search : searches)
    for (const auto& suspect : search.suspects) {
      auto record = stored_record(suspect.request, workshop.store);
      if (!record) {
        places.push_back(answers.size());
        asked.push_back(suspect.request);
      }
      answers.emplace_back(std::move(record).value_or(""));
    }
  auto fetched = workshop.index.records(asked);
  for (std::size_t i = 0; i < places.size(); ++i) answers[places[i]] = std::move(fetched[i]);
  return answers;
}

WheelOrError judge(const WheelSearch& search, std::span<const index::MemberText> records,
                   const resolvers::Request& request) {
  std::string why = search.why;
  for (std::size_t i = 0; i < records.size(); ++i) {
    plan::LockedWheel wheel = search.suspects[i].wheel;
    if (const auto* silent = std::get_if<index::Unreachable>(&records[i]))
      why = silent->reason;
    else if (const auto* unusable = std::get_if<index::UnusableMetadata>(&records[i]))
      why = unusable->reason;
    else if (const auto unlike = unlike_installed(std::get<std::string>(records[i]), *search.package))
      why = fmt::format("{} on index {} is another wheel: {}", wheel.filename, request.shown_index(wheel.index),
                        *unlike) +
            kElsewhere;
    else {
      const auto path = index::local_path(wheel.url);
      if (path && wheel.digests.empty()) wheel.digests = digests_of_file(*path);
      return wheel;
    }
  }
  return unknown(why);
}

}  // namespace

std::vector<WheelOrError> find_wheels(std::span<const venv::InstalledDistribution* const> packages,
                                      const std::string& variant, const resolvers::Request& request,
                                      const Workshop& workshop) {
  std::vector<WheelSearch> searches;
  std::vector<index::PageRequest> pages;
  for (const auto* package : packages) {
    searches.push_back(begin_search(*package, variant, request, workshop.catalog));
    pages.insert(pages.end(), searches.back().places.begin(), searches.back().places.end());
  }
  const auto answers = workshop.index.pages(pages);
  auto answer = answers.begin();
  for (auto& search : searches)
    for (const auto& place : search.places) look_at(search, place, *answer++, request);
  const auto records = records_of(searches, workshop);
  std::span<const index::MemberText> left(records);
  std::vector<WheelOrError> out;
  for (const auto& search : searches) {
    out.push_back(judge(search, left.first(search.suspects.size()), request));
    left = left.subspan(search.suspects.size());
  }
  return out;
}

}  // namespace kenv::change
