// SPDX-License-Identifier: Apache-2.0
#include "change/wheel_search.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/files.hpp"
#include "python/metadata.hpp"
#include "python/wheel_file.hpp"
#include "python/wheel_name.hpp"
#include "resolvers/dependencies/project_candidates.hpp"
#include "resolvers/places.hpp"

namespace kenv::change {
namespace {

std::vector<python::Tag> sorted(std::vector<python::Tag> tags) {
  std::ranges::sort(tags);
  return tags;
}

/// As it is to be written: nothing where it does not hold for the very interpreter (resolvers/plan_of.cpp).
std::string requires_python(const WheelSearch& search, const resolvers::Request& request) {
  const auto read = python::CoreMetadata::parse(search.metadata);
  return read && read->requires_python.contains(request.python_version) ? read->requires_python.to_text() : "";
}

}  // namespace

WheelSearch begin_search(const venv::InstalledDistribution& package, const std::string& variant,
                         const resolvers::Request& request, const manifest::Catalog& catalog) {
  WheelSearch search{&package, {}, {}, {}, {}, "it was not installed from a wheel"};
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

void look_at(WheelSearch& search, const index::PageRequest& place, const index::PageAnswer& answer,
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

}  // namespace kenv::change
