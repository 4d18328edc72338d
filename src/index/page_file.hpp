// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "base/result.hpp"
#include "python/project_page.hpp"

namespace kenv::index {

/// Completes a file whose url is as the page gave it: resolves it against the page, takes the digest out of its
/// fragment and, where the page gave none, the name from its path. Adds it to the page if it is a wheel, else counts
/// it.
void add_file(python::ProjectPage& page, python::ProjectFile file, std::string_view base_url);

/// "sha256=HEX", as in URL fragments and HTML attributes; nothing for other kinds of digest.
std::optional<Sha256Digest> digest_in(std::string_view text);

/// Refuses a repository version that this reader cannot know ("2.0"); an absent one is 1.0 (PEP 629).
std::optional<Problem> check_version(std::string_view version);

}  // namespace kenv::index
