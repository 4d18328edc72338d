// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "http/mirrors.hpp"
#include "http/url.hpp"
#include "index/freshness.hpp"
#include "index/index_client.hpp"
#include "index/local_index.hpp"
#include "index/page.hpp"
#include "index/page_file.hpp"
#include "io/parallel.hpp"

namespace kenv::index {
namespace {

/// A project that an index does not know today may be there soon.
constexpr std::int64_t kAbsentFor = 60;
/// For a server that has nothing of what kAcceptPages names.
constexpr const char* kAcceptAnything = "text/html, */*;q=0.1";

/// Whether another address would help: not against wrong credentials, certificates, proxies.
bool is_the_server_s(const std::string& code) {
  constexpr std::string_view kCodes[] = {"host-unknown",  "unreachable",     "stalled",           "http-status",
                                         "bad-encoding",  "transfer-failed", "connection-broken", "answer-too-long",
                                         "redirect-loop", "bad-page"};
  return std::ranges::find(kCodes, code) != std::end(kCodes);
}

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

Unreachable IndexClient::unreachable(const std::string& index, const Error& error) const {
  std::string hint = error.hint();
  if (is_the_server_s(error.code()) && index != kFindLinks && hint.find("--") == std::string::npos)
    hint += fmt::format("{}name an index that works: {}", hint.empty() ? "" : ", or ",
                        index == settings_.default_name ? "--index URL" : "--framework-index " + index + "=URL");
  return {index, error.code(), error.what(), hint};
}

/// What can be answered without a network is answered here.
IndexClient::OpenPage IndexClient::open(const PageRequest& request) {
  OpenPage page;
  page.index = request.index;
  page.project = request.name.text();
  page.what = fmt::format("the page of {} on {}", request.name.text(), request.index);
  page.is_framework = settings_.framework_indexes.contains(request.index);
  const auto address = address_of(request);
  try {
    if (request.index == kFindLinks)
      page.answer = linked_page(request.name);
    else if (!address)
      page.answer = Unreachable{
          request.index, "no-index", fmt::format("no address is known for the index {}", request.index),
          request.index == settings_.default_name ? "name one: --index URL"
                                                  : fmt::format("name one: --framework-index {}=URL", request.index)};
    else if (const auto folder = local_path(*address))
      page.answer = read_local_index(*folder, request.name);
    else
      identify(page, *address + "/" + request.name.text() + "/");
  } catch (const Error& error) {
    page.answer = unreachable(request.index, error);
  }
  return page;
}

/// Under what the cache has it, and as whom it is asked for.
void IndexClient::identify(OpenPage& page, std::string url) {
  page.url = std::move(url);
  if (settings_.keyring.value && cache_.is_locked(http::origin_of(page.url))) client_.find_credentials(page.url);
  page.key = cache_key(page.url);
}

/// What is there depends on who is asked, and by whom: a page that one user got is not taken for another one's, nor
/// what a mirror says for what the index itself does, once the mirror is no longer set.
std::string IndexClient::cache_key(const std::string& url) const { return url + client_.asked_as(url); }

python::ProjectFile IndexClient::as_asked(const python::ProjectFile& file) const {
  python::ProjectFile asked = file;
  asked.url = cache_key(file.url);
  return asked;
}

std::vector<PageAnswer> IndexClient::pages(std::span<const PageRequest> requests) {
  std::vector<OpenPage> opened;
  for (const auto& request : requests) opened.push_back(open(request));
  look_up(opened);
  fetch(opened);

  std::vector<PageAnswer> answers;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    answers.push_back(std::move(*opened[i].answer));
    auto* page = std::get_if<python::ProjectPage>(&answers.back());
    if (page == nullptr) continue;
    page->name = requests[i].name;
    page->index = requests[i].index;
    if (const auto address = address_of(requests[i])) {
      const auto folder = local_path(*address);
      page->index_url = folder ? file_url(*folder) : http::without_credentials(*address);
    }
    point_out(*page);
  }
  return answers;
}

/// Answers from the cache what is fresh there, and without a network whatever is there.
void IndexClient::look_up(std::span<OpenPage> pages) {
  const std::int64_t now = now_();
  io::parallel_for(pages.size(), 1, [&](std::size_t i) {
    if (!pages[i].answer) pages[i].cached = cache_.page(pages[i].key);
  });
  for (OpenPage& page : pages) {
    if (page.answer) continue;
    const bool fresh = page.cached && page.cached->is_fresh(now) && !settings_.refresh;
    if (fresh || (page.cached && confirmed_.contains(page.key)))
      page.answer = answer_of(page, *std::move(page.cached));
    else if (settings_.offline.value)
      answer_offline(page);
  }
}

void IndexClient::answer_offline(OpenPage& page) {
  const auto unknown = [&](const char* what) {
    return Unreachable{page.index, "offline",
                       fmt::format("{} {}, and {} forbids to ask ({})", page.what, what, settings_.offline.origin,
                                   http::shown(page.url)),
                       "run the same command once without it, so that kenv can keep what it needs"};
  };
  if (!page.cached) return void(page.answer = unknown("is not in the cache"));
  if (page.is_project && page.cached->page.files.empty() && page.cached->page.sources.empty())
    doubts_.emplace(page.project, unknown("was empty when it was last asked for"));
  page.answer = answer_of(page, *std::move(page.cached));
}

void IndexClient::fetch(std::span<OpenPage> pages) {
  std::vector<OpenPage*> asked;
  for (OpenPage& page : pages)
    if (!page.answer) asked.push_back(&page);
  ask(asked, kAcceptPages);
  // Left without an answer: those that the server has in no form that was asked for.
  std::erase_if(asked, [](const OpenPage* page) { return page->answer.has_value(); });
  ask(asked, kAcceptAnything);
}

void IndexClient::ask(std::span<OpenPage* const> pages, const char* accept) {
  if (pages.empty()) return;
  std::vector<http::Request> requests;
  for (const OpenPage* page : pages) {
    http::Request request;
    request.url = page->url;
    request.accept = accept;
    request.body_limit = kLargestPage;
    if (page->cached) {
      request.if_none_match = page->cached->etag;
      if (page->cached->etag.empty()) request.if_modified_since = page->cached->last_modified;
    }
    requests.push_back(std::move(request));
  }
  auto outcomes = client_.fetch_all(requests);
  const bool last = accept == kAcceptAnything;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const auto* response = std::get_if<http::Response>(&outcomes[i]);
    if (response != nullptr && response->status == 406 && !last) continue;
    pages[i]->answer = conclude(*pages[i], outcomes[i]);
  }
}

/// PyTorch's index answers 403 for what it does not have. On other indexes that more often means missing or wrong
/// credentials: with credentials it is an error, without it is taken for "not there", as pip does, and said. A proxy
/// says 403 too, so that of a framework's index it is told on (Unreachable::refused): its manifest knows what is there.
bool IndexClient::says_absent(const OpenPage& page, const http::Response& response) {
  if (!page.is_project) return false;
  if (response.status == 404 || response.status == 410) return true;
  if (response.status != 403 || !response.authentication.empty()) return false;
  if (page.is_framework)
    reporter_.detail(fmt::format("{} refuses {} (HTTP 403): taken as not there, where nothing promises it", page.index,
                                 http::shown(page.url)));
  else
    note_once(fmt::format("{} refuses {} (HTTP 403): taken as not there; if it wants credentials: {}", page.index,
                          http::shown(page.url), http::unexpected_status(response).hint()));
  return true;
}

PageAnswer IndexClient::conclude(OpenPage& page, http::Outcome& outcome) {
  if (const auto* error = std::get_if<Error>(&outcome)) return unreachable(page.index, *error);
  auto& response = std::get<http::Response>(outcome);
  // Whom the server knew us as is settled only now: its own 401 may be why the keyring was asked.
  const std::string looked_up = std::exchange(page.key, cache_key(page.url));
  const bool as_looked_up = looked_up == page.key;
  if (!as_looked_up && response.ok()) cache_.note_locked(http::origin_of(page.url));
  if (response.status == 304 && page.cached) {
    CachedPage& renewed = *page.cached;
    renewed.fetched = now_();
    if (!renewed.etag.empty()) response.headers.emplace("etag", renewed.etag);  // a 304 need not repeat it
    if (!renewed.last_modified.empty()) response.headers.emplace("last-modified", renewed.last_modified);
    renewed.max_age = freshness_seconds(response.headers, renewed.fetched);
    as_looked_up ? cache_.renew(page.key, renewed) : cache_.keep(page.key, renewed);
    confirmed_.insert(page.key);
    return answer_of(page, std::move(renewed));
  }
  if (says_absent(page, response)) {
    // Where 403 is not just another word for 404, credentials may be found meanwhile that open the index.
    if (response.status == 403 && !page.is_framework) return python::ProjectPage{};
    CachedPage absent;
    if (response.status == 403) absent.refused = http::unexpected_status(response).what();
    response.headers["cache-control"] = fmt::format("max-age={}", kAbsentFor);
    return keep(page, response, std::move(absent));
  }
  if (!response.ok()) return unreachable(page.index, http::unexpected_status(response));
  auto parsed = parse_page(std::move(response.body), response.header("content-type"), response.effective_url);
  if (!parsed)
    return unreachable(page.index, Error(ExitCode::Network, "bad-page", parsed.error().text(), parsed.error().hint));
  for (auto& file : parsed->files) file.url = http::original(file.url, client_.options().mirrors);
  return keep(page, response, {.page = std::move(*parsed)});
}

PageAnswer IndexClient::answer_of(const OpenPage& page, CachedPage cached) const {
  if (cached.refused.empty()) return std::move(cached.page);
  Unreachable answer = unreachable(
      page.index, Error(ExitCode::Network, "http-status", cached.refused,
                        "if the index wants credentials, give them in ~/.netrc; if a proxy refuses, ask who runs it"));
  answer.refused = true;
  return answer;
}

PageAnswer IndexClient::keep(const OpenPage& page, const http::Response& response, CachedPage kept) {
  kept.etag = response.header("etag");
  kept.last_modified = response.header("last-modified");
  kept.fetched = now_();
  kept.max_age = freshness_seconds(response.headers, kept.fetched);
  if (may_be_kept(response.headers)) {
    cache_.keep(page.key, kept);
    confirmed_.insert(page.key);
  }
  return answer_of(page, std::move(kept));
}

/// Says once what somebody should know about a project (PEP 792), and which entries could not be used.
void IndexClient::point_out(python::ProjectPage& page) {
  const std::string reason = page.status_reason.empty() ? "" : ": " + page.status_reason;
  if (page.status == "quarantined") {
    page.files.clear();  // as the standard asks: none of them is to be installed
    note_once(fmt::format("{} is quarantined on {}, so that none of its files is offered{}", page.name.text(),
                          page.index, reason));
  } else if (!page.status.empty()) {
    note_once(fmt::format("{} is {} on {}{}", page.name.text(), page.status, page.index, reason));
  }
  for (const auto& note : page.notes) note_once(fmt::format("{} on {}: {}", page.name.text(), page.index, note));
  warn_of_version(page, "index " + page.index);
}

void IndexClient::warn_of_version(const python::ProjectPage& page, const std::string& who) {
  if (page.newer_version.empty()) return;
  const auto text = fmt::format(
      "{} answers in version {} of the interface, and this kenv knows {}.{}: what is new there is not heeded", who,
      page.newer_version, kKnownMajor, kKnownMinor);
  if (noted_.insert(text).second) reporter_.warn(text);
}

void IndexClient::note_once(const std::string& text) {
  if (noted_.insert(text).second) reporter_.note(text);
}

}  // namespace kenv::index
