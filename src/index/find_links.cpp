// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "index/index_client.hpp"
#include "index/local_index.hpp"

// --find-links: folders of wheels and pages that list files of any project. They are a source of their own: a package
// that one of them lists is taken from there and nowhere else, so that nobody has to guess which of two files of one
// name and version was meant, and nobody on an index can slip in a newer one.
namespace kenv::index {

const std::vector<python::ProjectFile>& IndexClient::linked_files(const std::string& place) {
  if (const auto known = linked_.find(place); known != linked_.end()) return known->second;
  if (const auto folder = local_path(place)) return linked_[place] = list_links(*folder);
  OpenPage page;
  page.index = kFindLinks;
  page.url = place;
  page.key = cache_key(place);
  page.what = fmt::format("the --find-links page {}", http::shown(place));
  page.is_project = false;
  look_up(std::span(&page, 1));
  fetch(std::span(&page, 1));
  if (const auto* failed = std::get_if<Unreachable>(&*page.answer))
    throw Error(ExitCode::Network, failed->code, fmt::format("--find-links {}: {}", http::shown(place), failed->reason),
                failed->hint);
  auto& found = std::get<python::ProjectPage>(*page.answer);
  for (const auto& note : found.notes) note_once(fmt::format("{}: {}", page.what, note));
  return linked_[place] = std::move(found.files);
}

std::set<python::PackageName> IndexClient::linked_projects() {
  std::set<python::PackageName> out;
  std::erase_if(settings_.find_links, [&](const auto& place) {
    try {
      for (const auto& file : linked_files(place.value))
        if (auto name = project_in(file.filename)) out.insert(std::move(*name));
      return false;
    } catch (const Error& error) {
      // A folder that pip's configuration names for another day is no reason to stop; pip only warns too.
      if (error.exit_code() != ExitCode::Usage || place.origin == "--find-links") throw;
      reporter_.detail(fmt::format("{} (from {})", error.what(), place.origin));
      return true;
    }
  });
  return out;
}

/// Of two files with one name that of the place named first counts.
python::ProjectPage IndexClient::linked_page(const python::PackageName& name) {
  python::ProjectPage page;
  for (const auto& place : settings_.find_links)
    for (const auto& file : linked_files(place.value)) {
      const bool known =
          std::ranges::any_of(page.files, [&](const auto& one) { return one.filename == file.filename; });
      if (!known && belongs_to(file.filename, name)) page.files.push_back(file);
    }
  return page;
}

}  // namespace kenv::index
