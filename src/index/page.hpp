// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "python/project_page.hpp"

// The pages of a simple repository (packaging specifications, "Simple repository API"; PEP 503, 629, 658, 691, 700,
// 714, 792).
namespace kenv::index {

/// What to send as Accept: JSON before HTML.
inline constexpr const char* kAcceptPages =
    "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1";

/// Bytes of a page that are read; the largest of today's have 40 MB.
inline constexpr std::uint64_t kLargestPage = 256u << 20;

/// A project's page as it was served, `url` being where it came from after redirects. Fills in the files, the status
/// and the number of other files; the caller knows the project's and the index's name. The body is the parser's own: it
/// works in it, and it is gone before the page is kept.
Result<python::ProjectPage> parse_page(std::string body, std::string_view content_type, std::string_view url);
Result<python::ProjectPage> parse_json_page(std::string body, std::string_view url);
Result<python::ProjectPage> parse_html_page(std::string_view body, std::string_view url);

}  // namespace kenv::index
