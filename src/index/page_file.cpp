// SPDX-License-Identifier: Apache-2.0
#include "index/page_file.hpp"

#include "base/text.hpp"
#include "http/url.hpp"
#include "index/page.hpp"

namespace kenv::index {

std::optional<Sha256Digest> digest_in(std::string_view text) {
  constexpr std::string_view kPrefix = "sha256=";
  if (!text.starts_with(kPrefix)) return std::nullopt;
  const auto digest = Sha256Digest::from_hex(text.substr(kPrefix.size(), 64));
  return digest ? std::optional(*digest) : std::nullopt;
}

std::optional<Problem> check_version(std::string_view version) {
  const auto major = text::parse_unsigned(text::trim(version.substr(0, version.find('.'))));
  if (version.empty() || major == 1u) return std::nullopt;
  return Problem{
      "the page has repository version " + std::string(version) + "; this kenv reads version 1", {}, "update kenv"};
}

void add_file(python::ProjectPage& page, python::ProjectFile file, std::string_view base_url) {
  const std::string_view fragment = http::split_url(file.url).fragment;
  if (!file.sha256) file.sha256 = digest_in(fragment);
  if (file.filename.empty()) file.filename = http::file_name_in(file.url);
  if (!file.filename.ends_with(".whl")) {
    ++page.other_files;
    return;
  }
  // A name is used as a file name later on, so it may not lead anywhere else.
  if (file.filename.find_first_of(std::string_view("/\\\0", 3)) != std::string::npos) return;
  const std::string plain = http::without_fragment(file.url);
  const bool absolute = plain.starts_with("https://") || plain.starts_with("http://");
  file.url = absolute && plain.find('@') == std::string::npos
                 ? plain
                 : http::without_credentials(http::resolve_url(base_url, plain));
  // A page that came over the network may not name files of this machine.
  const auto remote = [](std::string_view url) { return url.starts_with("https://") || url.starts_with("http://"); };
  if (remote(base_url) && !remote(file.url)) return;
  page.files.push_back(std::move(file));
}

Result<python::ProjectPage> parse_page(std::string_view body, std::string_view content_type, std::string_view url) {
  const std::string type = text::lower(text::trim(content_type.substr(0, content_type.find(';'))));
  if (type == "application/vnd.pypi.simple.v1+json" || type == "application/vnd.pypi.simple.latest+json" ||
      type == "application/json")
    return parse_json_page(body, url);
  if (type == "application/vnd.pypi.simple.v1+html" || type == "application/vnd.pypi.simple.latest+html" ||
      type == "text/html" || type == "application/xhtml+xml")
    return parse_html_page(body, url);
  return refuse("the page is of type \"" + type + "\", which is no form of a package index", {},
                "check the address: it has to end where the project names begin, often in /simple");
}

}  // namespace kenv::index
