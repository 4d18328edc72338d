// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>
#include <string_view>

#include "http/url.hpp"
#include "index/index_client.hpp"
#include "index/local_index.hpp"
#include "index/page_file.hpp"
#include "io/files.hpp"
#include "python/wheel_name.hpp"

// --find-links: folders of wheels, single wheels, and pages that list files of any project. They are a source of their
// own: a package that one of them lists is taken from there and nowhere else, so that nobody has to guess which of two
// files of one name and version was meant, and nobody on an index can slip in a newer one.
namespace kenv::index {

namespace {

/// A file stands for a page that lists it alone, as with pip.
python::ProjectPage linked_file(const std::string& place, const std::optional<std::filesystem::path>& path) {
  const std::string url = http::split_url(place).scheme.empty() ? file_url(place) : place;
  python::ProjectPage page;
  FileCollector(page, url).add({.url = url});
  if (page.files.empty())
    throw Error(
        ExitCode::Usage, "find-links-file",
        fmt::format("--find-links {}: {}", path ? path->string() : http::shown(url),
                    page.notes.empty() ? "that is a source distribution; kenv installs wheels and builds nothing"
                                       : page.notes.front()),
        "name a wheel, a folder of wheels, or a page that lists some");
  const auto status = path ? io::target_status(*path) : std::nullopt;
  if (status) page.files.front().size = status->size;
  return page;
}

}  // namespace

/// What the place lists, by project. Each is read once and looked at for many projects.
const IndexClient::LinkedPages& IndexClient::linked_pages(const std::string& place) {
  if (const auto known = linked_.find(place); known != linked_.end()) return known->second;
  LinkedPages pages;
  python::ProjectPage all = read_links(place);
  for (auto& file : all.files) {
    const auto wheel = python::WheelName::parse_with_variant(file.filename);
    if (!wheel)
      note_once(fmt::format("--find-links {}: {} is not the name of a wheel", http::shown(place), file.filename));
    else
      pages[wheel->name].files.push_back(std::move(file));
  }
  for (auto& filename : all.unusable)
    if (const auto wheel = python::WheelName::parse_with_variant(filename))
      pages[wheel->name].unusable.push_back(std::move(filename));
  for (auto& source : all.sources)
    if (const auto name = project_in(source)) pages[*name].sources.push_back(std::move(source));
  return linked_[place] = std::move(pages);
}

python::ProjectPage IndexClient::read_links(const std::string& place) {
  const auto path = local_path(place);
  const bool is_file = !path || (io::exists(*path) && !io::is_directory(*path));
  if (is_file && is_file_name(path ? path->filename().string() : http::file_name_in(place)))
    return linked_file(place, path);
  if (path) {
    auto listed = list_links(*path);
    for (const auto& note : listed.notes) note_once(fmt::format("--find-links {}: {}", path->string(), note));
    return listed;
  }
  OpenPage page;
  page.index = kFindLinks;
  identify(page, place);
  page.what = fmt::format("the --find-links page {}", http::shown(place));
  page.is_project = false;
  look_up(std::span(&page, 1));
  fetch(std::span(&page, 1));
  if (const auto* failed = std::get_if<Unreachable>(&*page.answer))
    throw Error(ExitCode::Network, failed->code, fmt::format("--find-links {}: {}", http::shown(place), failed->reason),
                failed->hint);
  auto& found = std::get<python::ProjectPage>(*page.answer);
  for (const auto& note : found.notes) note_once(fmt::format("{}: {}", page.what, note));
  warn_of_version(found, page.what);
  return std::move(found);
}

std::set<python::PackageName> IndexClient::linked_projects() {
  std::set<python::PackageName> out;
  std::erase_if(settings_.find_links, [&](const auto& place) {
    try {
      for (const auto& [name, page] : linked_pages(place.value))
        if (!page.files.empty() || !page.unusable.empty()) out.insert(name);
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
  std::set<std::string_view> known;
  for (const auto& place : settings_.find_links) {
    const auto& listed = linked_pages(place.value);
    const auto own = listed.find(name);
    if (own == listed.end()) continue;
    for (const auto& file : own->second.files)
      if (known.insert(file.filename).second) page.files.push_back(file);
    page.unusable.insert(page.unusable.end(), own->second.unusable.begin(), own->second.unusable.end());
    for (const auto& source : own->second.sources)
      if (known.insert(source).second) page.sources.push_back(source);
  }
  page.other_files = page.sources.size();
  return page;
}

}  // namespace kenv::index
