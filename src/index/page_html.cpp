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
  if (value == nullptr) return;
  file.metadata_sha256 = digest_in(*value);
  file.has_metadata = *value != "false";
}

python::ProjectFile file_of(const Tag& anchor, const std::string& href) {
  python::ProjectFile file;
  file.url = href;
  if (const auto* value = anchor.attribute("data-requires-python")) file.requires_python = *value;
  if (const auto* reason = anchor.attribute("data-yanked")) {
    file.yanked = true;
    file.yanked_reason = *reason;
  }
  read_metadata_attribute(anchor, file);
  return file;
}

}  // namespace

Result<python::ProjectPage> parse_html_page(std::string_view body, std::string_view url) {
  python::ProjectPage page;
  std::string base(url);
  bool based = false, is_html = false;
  TagReader reader(body);
  while (const auto tag = reader.next()) {
    is_html = true;
    const std::string* href = tag->attribute("href");
    if (tag->name == "a" && href != nullptr) add_file(page, file_of(*tag, *href), base);
    if (tag->name == "base" && href != nullptr && !based) {
      base = http::resolve_url(url, *href);
      based = true;
    }
    const std::string* name = tag->name == "meta" ? tag->attribute("name") : nullptr;
    const std::string* content = tag->attribute("content");
    if (name == nullptr || content == nullptr) continue;
    if (*name == "pypi:project-status" && *content != "active") page.status = *content;
    if (*name != "pypi:repository-version") continue;
    if (auto problem = check_version(*content)) return tl::unexpected<Problem>(std::move(*problem));
  }
  if (!is_html) return refuse("the page holds no HTML");
  return page;
}

}  // namespace kenv::index
