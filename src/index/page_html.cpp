// SPDX-License-Identifier: Apache-2.0
#include "http/url.hpp"
#include "index/anchors.hpp"
#include "index/page.hpp"
#include "index/page_file.hpp"

namespace kenv::index {
namespace {

/// What an anchor says about METADATA: "true", "false" or a digest, under either of its two names (PEP 714).
void read_metadata_attribute(const Tag& anchor, python::ProjectFile& file) {
  const std::string* value = anchor.attribute("data-core-metadata");
  if (value == nullptr) value = anchor.attribute("data-dist-info-metadata");
  if (value == nullptr || *value == "false") return;
  auto digests = digests_in_fragment(*value);
  file.has_metadata = digests.has_value();  // with a digest that is none, it is read from the wheel instead
  if (!digests) return;
  file.metadata_sha256 = digests->sha256;
  file.other_metadata_digests = std::move(digests->others);
}

python::ProjectFile file_of(const Tag& anchor, const std::string& href) {
  python::ProjectFile file;
  file.url = href;
  if (const auto* value = anchor.attribute("data-requires-python")) file.requires_python = *value;
  if (const auto* reason = anchor.attribute("data-yanked")) {
    file.yanked = true;
    file.yanked_reason = shown_text(*reason);
  }
  read_metadata_attribute(anchor, file);
  return file;
}

/// What the index says of itself and of the project. A problem if it is of a version that this reader cannot know.
std::optional<Problem> read_meta(const Tag& tag, python::ProjectPage& page) {
  const std::string *name = tag.attribute("name"), *content = tag.attribute("content");
  if (name == nullptr || content == nullptr) return std::nullopt;
  if (*name == "pypi:project-status" && *content != "active") page.status = shown_text(*content);
  if (*name == "pypi:project-status-reason") page.status_reason = shown_text(*content);
  return *name == "pypi:repository-version" ? take_version(*content, page) : std::nullopt;
}

}  // namespace

Result<python::ProjectPage> parse_html_page(std::string_view body, std::string_view url) {
  python::ProjectPage page;
  FileCollector files(page, url);
  bool based = false, is_html = false;
  TagReader reader(body);
  while (const auto tag = reader.next()) {
    is_html = true;
    const std::string* href = tag->attribute("href");
    if (tag->name == "a" && href != nullptr) files.add(file_of(*tag, *href));
    if (tag->name == "base" && href != nullptr && !based) {
      files.set_base(http::resolve_url(url, *href));
      based = true;
    }
    if (tag->name != "meta") continue;
    if (auto problem = read_meta(*tag, page)) {
      problem->where = {http::shown(url)};
      return tl::unexpected<Problem>(std::move(*problem));
    }
  }
  if (!is_html) return refuse("the page holds no HTML", {http::shown(url)});
  return page;
}

}  // namespace kenv::index
