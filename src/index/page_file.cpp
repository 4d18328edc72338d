// SPDX-License-Identifier: Apache-2.0
#include "index/page_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.hpp"
#include "base/text.hpp"
#include "http/url.hpp"
#include "index/page.hpp"
#include "python/source_name.hpp"

namespace kenv::index {
namespace {

/// More notes than this help nobody.
constexpr std::size_t kMostNotes = 20;

bool is_remote(std::string_view url) { return url.starts_with("https://") || url.starts_with("http://"); }

/// A name is used as a file name later on, so it may not lead anywhere else, nor change what a terminal shows.
bool is_safe(std::string_view filename) {
  for (const char c : filename)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '/' || c == '\\') return false;
  return !filename.empty();
}

std::string shown_name(std::string_view name) { return text::printable_line(name, 100); }

}  // namespace

std::string shown_text(std::string_view text) { return text::printable_line(text, 200); }

std::optional<Problem> take_version(std::string_view version, python::ProjectPage& page) {
  const auto dot = std::min(version.find('.'), version.size());
  const auto major = text::parse_unsigned(text::trim(version.substr(0, dot)));
  if (version.empty()) return std::nullopt;
  if (major == kKnownMajor) {
    const auto minor = text::parse_unsigned(text::trim(version.substr(std::min(dot + 1, version.size()))));
    if (minor && *minor > kKnownMinor) page.newer_version = shown_name(version);
    return std::nullopt;
  }
  return Problem{
      "the page has repository version " + shown_name(version) + "; this kenv reads version 1", {}, "update kenv"};
}

bool is_file_name(std::string_view filename) { return filename.ends_with(".whl") || python::is_source_name(filename); }

FileCollector::FileCollector(python::ProjectPage& page, std::string_view base_url) : page_(page) { set_base(base_url); }

void FileCollector::set_base(std::string_view base_url) {
  base_ = base_url;
  base_is_remote_ = is_remote(base_);
}

void FileCollector::refuse(std::string_view name, std::string_view reason) {
  ++entries_;
  ++refused_;
  if (name.ends_with(".whl") && is_safe(name)) page_.unusable.emplace_back(name);
  if (refused_ > kMostNotes) {
    page_.notes.back() = fmt::format("{} more entries cannot be used", refused_ - kMostNotes + 1);
    return;
  }
  page_.notes.push_back(name.empty()
                            ? fmt::format("entry {} cannot be used: {}", entries_, reason)
                            : fmt::format("entry {}, {}, cannot be used: {}", entries_, shown_name(name), reason));
}

void FileCollector::add(python::ProjectFile file) {
  if (file.filename.empty()) file.filename = http::file_name_in(file.url);
  if (!file.filename.ends_with(".whl")) {
    ++entries_;
    ++page_.other_files;
    if (python::is_source_name(file.filename)) page_.sources.push_back(std::move(file.filename));
    return;
  }
  if (!is_safe(file.filename)) return refuse(file.filename, "its name is no file name");
  if (const auto hash = file.url.find('#'); hash != std::string::npos) {
    if (file.digests().empty()) {
      auto digests = digests_in_fragment(std::string_view(file.url).substr(hash + 1));
      if (!digests) return refuse(file.filename, digests.error().message);
      file.take(*std::move(digests));
    }
    file.url.resize(hash);
  }
  // Most addresses are complete and hold no credentials; those are taken as they are.
  if (!is_remote(file.url) || file.url.find('@') != std::string::npos)
    file.url = http::without_credentials(http::resolve_url(base_, file.url));
  if (base_is_remote_ && !is_remote(file.url))
    return refuse(file.filename,
                  "a page that came over the network may not name files of another kind: " + shown_name(file.url));
  if (is_remote(file.url) && !http::names_host(file.url))
    return refuse(file.filename, "its address names no host that there can be: " + shown_name(file.url));
  ++entries_;
  page_.files.push_back(std::move(file));
}

Result<python::ProjectPage> parse_page(std::string body, std::string_view content_type, std::string_view url) {
  const std::string type = text::lower(text::trim(content_type.substr(0, content_type.find(';'))));
  if (type == "application/vnd.pypi.simple.v1+json" || type == "application/vnd.pypi.simple.latest+json" ||
      type == "application/json")
    return parse_json_page(std::move(body), url);
  if (type == "application/vnd.pypi.simple.v1+html" || type == "application/vnd.pypi.simple.latest+html" ||
      type == "text/html" || type == "application/xhtml+xml")
    return parse_html_page(body, url);
  return refuse("the page is of type \"" + shown_name(type) + "\", which is no form of a package index",
                {http::shown(url)}, "check the address: it has to end where the project names begin, often in /simple");
}

}  // namespace kenv::index
