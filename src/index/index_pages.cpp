// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "index/index_client.hpp"
#include "index/local_index.hpp"
#include "index/page.hpp"
#include "io/parallel.hpp"

namespace kenv::index {
namespace {

/// A project that an index does not know today may be there soon.
constexpr std::int64_t kAbsentFor = 60;

Unreachable unreachable(const std::string& index, const Error& error) {
  return {index, error.code(), error.what(), error.hint()};
}

python::ProjectPage named(python::ProjectPage page, const PageRequest& request) {
  page.name = request.name;
  page.index = request.index;
  return page;
}

/// PyTorch's index answers 403 for what it does not have.
bool says_absent(int status) { return status == 404 || status == 403 || status == 410; }

}  // namespace

std::int64_t system_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

IndexClient::IndexClient(IndexSettings settings, http::Client& client, std::filesystem::path cache_folder,
                         report::Reporter& reporter, Clock now)
    : settings_(std::move(settings)),
      client_(client),
      cache_(std::move(cache_folder)),
      reporter_(reporter),
      now_(std::move(now)) {}

/// The address under which the index has its project pages; none if no such index is configured.
std::optional<std::string> IndexClient::address_of(const PageRequest& request) const {
  std::string address;
  if (request.index == settings_.default_name) {
    address = settings_.default_index.value;
  } else if (const auto found = settings_.framework_indexes.find(request.index);
             found != settings_.framework_indexes.end()) {
    address = found->second.value;
  }
  if (address.empty()) return std::nullopt;
  return request.variant.empty() ? address : address + "/" + request.variant;
}

PageAnswer IndexClient::from_folder(const std::filesystem::path& folder, const PageRequest& request) const {
  try {
    return named(read_local_index(folder, request.name), request);
  } catch (const Error& error) {
    return unreachable(request.index, error);
  }
}

std::vector<PageAnswer> IndexClient::pages(std::span<const PageRequest> requests) {
  std::vector<OpenPage> open(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const auto address = address_of(requests[i]);
    open[i].index = requests[i].index;
    if (!address && requests[i].index == settings_.default_name && !settings_.find_links.empty()) {
      open[i].answer = python::ProjectPage{};
    } else if (!address) {
      open[i].answer = Unreachable{requests[i].index, "no-index",
                                   fmt::format("no address is known for the index {}", requests[i].index),
                                   requests[i].index == settings_.default_name
                                       ? "name one: --index URL"
                                       : fmt::format("name one: --framework-index {}=URL", requests[i].index)};
    } else if (const auto folder = local_path(*address)) {
      open[i].answer = from_folder(*folder, requests[i]);
    } else {
      open[i].url = *address + "/" + requests[i].name.text() + "/";
    }
  }
  look_up(open);
  fetch(open);

  std::vector<PageAnswer> answers;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    answers.push_back(std::move(*open[i].answer));
    if (auto* page = std::get_if<python::ProjectPage>(&answers.back())) *page = named(std::move(*page), requests[i]);
  }
  if (!settings_.find_links.empty()) add_find_links(requests, answers);
  return answers;
}

/// Answers from the cache what is fresh there, and without a network whatever is there.
void IndexClient::look_up(std::span<OpenPage> pages) const {
  const std::int64_t now = now_();
  io::parallel_for(pages.size(), 1, [&](std::size_t i) {
    OpenPage& page = pages[i];
    if (page.answer) return;
    page.cached = cache_.page(page.url);
    if (page.cached && (settings_.offline || page.cached->is_fresh(now))) page.answer = std::move(page.cached->page);
  });
}

void IndexClient::fetch(std::span<OpenPage> pages) {
  std::vector<OpenPage*> asked;
  std::vector<http::Request> requests;
  for (OpenPage& page : pages) {
    if (page.answer) continue;
    http::Request request;
    request.url = page.url;
    request.accept = kAcceptPages;
    if (page.cached) {
      request.if_none_match = page.cached->etag;
      if (page.cached->etag.empty()) request.if_modified_since = page.cached->last_modified;
    }
    requests.push_back(std::move(request));
    asked.push_back(&page);
  }
  if (requests.empty()) return;
  auto outcomes = client_.fetch_all(requests);
  io::parallel_for(asked.size(), 1, [&](std::size_t i) { asked[i]->answer = conclude(*asked[i], outcomes[i]); });
}

PageAnswer IndexClient::conclude(const OpenPage& page, http::Outcome& outcome) const {
  if (const auto* error = std::get_if<Error>(&outcome)) return unreachable(page.index, *error);
  auto& response = std::get<http::Response>(outcome);
  if (response.status == 304 && page.cached) {
    CachedPage renewed = *page.cached;
    renewed.fetched = now_();
    renewed.max_age = freshness_seconds(response.headers, renewed.fetched);
    cache_.keep(page.url, renewed);
    return std::move(renewed.page);
  }
  if (page.is_project && says_absent(response.status)) {
    if (response.status == 403)
      reporter_.detail(fmt::format("{} refuses {} (HTTP 403): taken as not there", page.index, http::shown(page.url)));
    response.headers["cache-control"] = fmt::format("max-age={}", kAbsentFor);
    return keep(page, response, {});
  }
  if (!response.ok()) return unreachable(page.index, http::unexpected_status(response));
  auto parsed = parse_page(response.body, response.header("content-type"), response.effective_url);
  response.body = {};
  if (!parsed)
    return Unreachable{page.index, "bad-page", fmt::format("{}: {}", http::shown(page.url), parsed.error().text()),
                       parsed.error().hint};
  return keep(page, response, std::move(*parsed));
}

PageAnswer IndexClient::keep(const OpenPage& page, const http::Response& response, python::ProjectPage parsed) const {
  CachedPage kept{std::move(parsed), response.header("etag"), response.header("last-modified"), now_(), 0};
  kept.max_age = freshness_seconds(response.headers, kept.fetched);
  cache_.keep(page.url, kept);
  return std::move(kept.page);
}

/// What --find-links names belongs to the default index, and hides a file of the same name there. With --offline it
/// answers alone; without, an index that cannot be reached stays unreachable: it might have had something better.
void IndexClient::add_find_links(std::span<const PageRequest> requests, std::span<PageAnswer> answers) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i].index != settings_.default_name) continue;
    python::ProjectPage linked = named({}, requests[i]);
    for (const auto& place : settings_.find_links) {
      const auto folder = local_path(place.value);
      const auto& files = folder ? list_folder(*folder, requests[i].name).files : linked_files(place.value);
      std::copy_if(files.begin(), files.end(), std::back_inserter(linked.files),
                   [&](const auto& file) { return belongs_to(file.filename, requests[i].name); });
    }
    if (linked.files.empty()) continue;
    if (auto* page = std::get_if<python::ProjectPage>(&answers[i])) {
      const auto own_end = static_cast<std::ptrdiff_t>(linked.files.size());
      for (auto& file : page->files) {
        const auto same = [&](const auto& own) { return own.filename == file.filename; };
        if (std::none_of(linked.files.begin(), linked.files.begin() + own_end, same))
          linked.files.push_back(std::move(file));
      }
      page->files = std::move(linked.files);
    } else if (settings_.offline) {
      answers[i] = std::move(linked);
    }
  }
}

/// All wheels that a --find-links page on a server lists; asked once.
const std::vector<python::ProjectFile>& IndexClient::linked_files(const std::string& url) {
  if (const auto known = linked_.find(url); known != linked_.end()) return known->second;
  OpenPage page{"--find-links", url, false};
  look_up(std::span(&page, 1));
  fetch(std::span(&page, 1));
  auto& files = linked_[url];
  if (auto* found = std::get_if<python::ProjectPage>(&*page.answer))
    files = std::move(found->files);
  else
    reporter_.warn(fmt::format("--find-links {}: {}", http::shown(url), std::get<Unreachable>(*page.answer).reason));
  return files;
}

}  // namespace kenv::index
