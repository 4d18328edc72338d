// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "python/project_page.hpp"

namespace kenv::index {

/// Collects the file entries of a page. An entry that cannot be used is left out with a note; the others stay.
class FileCollector {
 public:
  /// `base_url`: what relative addresses are relative to.
  FileCollector(python::ProjectPage& page, std::string_view base_url);

  void set_base(std::string_view base_url);
  /// Completes a file whose url is as the page gave it: resolves it against the base, takes the digest out of its
  /// fragment and, where the page gave none, the name from its path. Keeps it if it is a wheel; of a source
  /// distribution the name, which tells that the version exists; the rest is counted.
  void add(python::ProjectFile file);
  /// Notes the next entry as unusable. `name` may be empty.
  void refuse(std::string_view name, std::string_view reason);

 private:
  python::ProjectPage& page_;
  std::string base_;
  bool base_is_remote_ = false;
  std::size_t entries_ = 0, refused_ = 0;
};

/// What an index says in its own words, as it may be shown: one line, not long, without control characters.
std::string shown_text(std::string_view text);

/// Whether that is the name of a file that pages list, a wheel or a source distribution, rather than of a page.
bool is_file_name(std::string_view filename);

/// The newest version of the interface that this reader knows.
inline constexpr unsigned kKnownMajor = 1, kKnownMinor = 4;
/// Refuses a repository version that this reader cannot know ("2.0") and notes one that has something new ("1.5"); an
/// absent one is 1.0 (PEP 629).
std::optional<Problem> take_version(std::string_view version, python::ProjectPage& page);

}  // namespace kenv::index
