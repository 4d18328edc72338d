// SPDX-License-Identifier: Apache-2.0
#include "index/local_index.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/error.hpp"
#include "base/percent_code.hpp"
#include "base/text.hpp"
#include "http/url.hpp"
#include "index/page.hpp"
#include "io/files.hpp"
#include "python/source_name.hpp"

namespace kenv::index {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_page(const fs::path& file, const Problem& problem) {
  throw Error(ExitCode::Network, "bad-page", fmt::format("{}: {}", file.string(), problem.text()), problem.hint);
}

}  // namespace

std::optional<python::PackageName> project_in(std::string_view filename) {
  if (python::is_source_name(filename)) return python::project_in_source_name(filename);
  auto parsed = python::PackageName::parse(filename.substr(0, filename.find('-')));
  return parsed ? std::optional(std::move(*parsed)) : std::nullopt;
}

bool belongs_to(std::string_view filename, const python::PackageName& name) { return project_in(filename) == name; }

std::optional<fs::path> local_path(std::string_view url_or_path) {
  const http::UrlParts parts = http::split_url(url_or_path);
  if (parts.scheme.empty()) return fs::absolute(fs::path(url_or_path)).lexically_normal();
  if (text::lower(parts.scheme) != "file" || (!parts.host.empty() && parts.host != "localhost")) return std::nullopt;
  return fs::path(text::percent_decoded(parts.path));
}

std::string file_url(const fs::path& path) {
  return "file://" + http::percent_encoded_path(fs::absolute(path).string());
}

namespace {

python::ProjectFile file_in(const fs::path& folder, const std::string& filename) {
  python::ProjectFile file;
  file.filename = filename;
  file.url = file_url(folder / filename);
  if (const auto status = io::target_status(folder / filename)) file.size = status->size;
  return file;
}

/// Takes a file of the folder into the page, if it is one that an index could list.
void take(const std::string& filename, const fs::path& folder, python::ProjectPage& page) {
  if (filename.ends_with(".whl")) {
    page.files.push_back(file_in(folder, filename));
  } else if (python::is_source_name(filename)) {
    ++page.other_files;
    page.sources.push_back(filename);
  }
}

}  // namespace

python::ProjectPage list_links(const fs::path& place) {
  if (io::is_directory(place)) {
    python::ProjectPage page;
    for (const auto& filename : io::list_directory(place)) take(filename, place, page);
    return page;
  }
  const auto text = io::read_text_if_present(place, kLargestPage);
  if (!text)
    throw Error(ExitCode::Usage, "find-links-missing", fmt::format("--find-links {} is not there", place.string()),
                "name a wheel, a folder of wheels, or a page that lists some");
  auto page = parse_html_page(*text, file_url(place));
  if (!page) refuse_page(place, page.error());
  return *std::move(page);
}

python::ProjectPage list_folder(const fs::path& folder, const python::PackageName& name) {
  python::ProjectPage page;
  page.name = name;
  if (!io::is_directory(folder)) return page;
  for (const auto& filename : io::list_directory(folder))
    if (belongs_to(filename, name)) take(filename, folder, page);
  return page;
}

python::ProjectPage read_local_index(const fs::path& index, const python::PackageName& name) {
  if (!io::is_directory(index))
    throw Error(ExitCode::Network, "index-unreachable",
                fmt::format("the index {} is not a folder that is there", index.string()), "check the path of --index");
  const fs::path folder = index / name.text();
  for (const char* kind : {"index.json", "index.html"}) {
    auto text = io::read_text_if_present(folder / kind, kLargestPage);
    if (!text) continue;
    const std::string url = file_url(folder) + "/";
    auto page =
        std::string_view(kind) == "index.json" ? parse_json_page(*std::move(text), url) : parse_html_page(*text, url);
    if (!page) refuse_page(folder / kind, page.error());
    page->name = name;
    return std::move(*page);
  }
  return list_folder(folder, name);
}

}  // namespace kenv::index
