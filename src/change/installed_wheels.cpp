// SPDX-License-Identifier: Apache-2.0
#include "change/installed_wheels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "change/file_digest.hpp"
#include "change/record_match.hpp"
#include "index/local_index.hpp"
#include "io/files.hpp"
#include "python/metadata.hpp"
#include "python/wheel_file.hpp"
#include "python/wheel_name.hpp"
#include "resolvers/dependencies/project_candidates.hpp"
#include "resolvers/places.hpp"

namespace kenv::change {
namespace {

constexpr const char* kElsewhere = "; if it came from elsewhere, name that place: --find-links DIR or --index URL";

/// A file that may be what is installed: by its name, version and tags.
struct Suspect {
  plan::LockedWheel wheel;
  index::MetadataRequest request;
};

/// One installed package that is looked for.
struct Search {
  const venv::InstalledDistribution* package;
  std::string metadata;
  std::vector<python::Tag> tags;
  std::vector<index::PageRequest> places;
  std::vector<Suspect> suspects;
  std::string why;  ///< it is not known
};

std::vector<python::Tag> sorted(std::vector<python::Tag> tags) {
  std::ranges::sort(tags);
  return tags;
}

Search begin(const venv::InstalledDistribution& package, const std::string& variant, const resolvers::Request& request,
             const manifest::Catalog& catalog) {
  Search search{&package, {}, {}, {}, {}, "it was not installed from a wheel"};
  const auto folder = package.site_packages / package.folder;
  const auto wheel_text = io::read_text_if_present(folder / "WHEEL"),
             metadata = io::read_text_if_present(folder / "METADATA");
  if (!wheel_text || !metadata || !package.version) return search;
  const auto wheel = python::WheelFile::parse(*wheel_text);
  if (!wheel) {
    search.why = "its WHEEL file is damaged: " + wheel.error().message;
    return search;
  }
  search.metadata = *metadata;
  search.tags = sorted(wheel->tags);
  for (auto& place : resolvers::places_of(package.name, variant, request, catalog))
    search.places.push_back({place.index, place.variant, place.name});
  if (search.places.empty())
    search.why = resolvers::why_not_asked(resolvers::page_of(package.name, request, catalog).index, request);
  else
    search.why = fmt::format("index {} lists no wheel of this version with its tags",
                             request.shown_index(search.places.front().index)) +
                 kElsewhere;
  return search;
}

/// As it is to be written: nothing where it does not hold for the very interpreter (resolvers/plan_of.cpp).
std::string requires_python(const Search& search, const resolvers::Request& request) {
  const auto read = python::CoreMetadata::parse(search.metadata);
  return read && read->requires_python.contains(request.python_version) ? read->requires_python.to_text() : "";
}

void look_at(Search& search, const index::PageRequest& place, const index::PageAnswer& answer,
             const resolvers::Request& request) {
  const auto* page = std::get_if<python::ProjectPage>(&answer);
  if (page == nullptr) {
    search.why = fmt::format("index {} gives no usable answer: {}", request.shown_index(place.index),
                             std::get<index::Unreachable>(answer).reason);
    return;
  }
  for (const auto& file : page->files) {
    const auto name = python::WheelName::parse(file.filename);
    if (!name || name->version.without_local() != search.package->version->without_local() ||
        sorted(name->tags) != search.tags)
      continue;
    if (file.metadata_sha256 && *file.metadata_sha256 != sha256(search.metadata)) {
      search.why =
          fmt::format("its METADATA is not that of {} on index {}", file.filename, request.shown_index(place.index)) +
          kElsewhere;
      continue;
    }
    plan::LockedWheel wheel{file.filename, file.url,        file.digests(),   place.index,
                            file.size,     page->index_url, file.upload_time, requires_python(search, request)};
    search.suspects.push_back({std::move(wheel), {place.index, file}});
  }
}

/// RECORD of a wheel that the store has.
std::optional<std::string> stored_record(const index::MetadataRequest& request, const store::Store& store) {
  const auto stored = request.file.sha256 ? store.find(*request.file.sha256) : nullptr;
  return stored ? io::read_text_if_present(stored->tree / stored->dist_info / "RECORD") : std::nullopt;
}

std::vector<index::MemberText> records_of(const std::vector<Search>& searches, const Workshop& workshop) {
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

WheelOrError judge(const Search& search, std::span<const index::MemberText> records,
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
  std::vector<Search> searches;
  std::vector<index::PageRequest> pages;
  for (const auto* package : packages) {
    searches.push_back(begin(*package, variant, request, workshop.catalog));
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
