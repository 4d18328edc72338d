// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.hpp"
#include "base/sha256.hpp"
#include "python/name.hpp"
#include "python/upload_time.hpp"

namespace kenv::python {

/// One file that an index lists for a project (packaging specifications, "Simple repository API").
struct ProjectFile {
  std::string filename;
  std::string url;                     ///< absolute
  std::optional<Sha256Digest> sha256;  ///< some indexes state none
  std::optional<std::uint64_t> size;
  std::string requires_python;  ///< as served; parsed where it is used
  bool has_metadata = false;    ///< PEP 658/714: METADATA is served beside the file
  std::optional<Sha256Digest> metadata_sha256;
  bool yanked = false;
  std::string yanked_reason;
  std::optional<UploadTime> upload_time;  ///< PEP 700
  std::vector<Digest> other_digests;      ///< of other algorithms than SHA-256; whatever is stated is checked
  std::vector<Digest> other_metadata_digests;

  Digests digests() const { return {sha256, other_digests}; }
  void take(Digests stated) {
    sha256 = stated.sha256;
    other_digests = std::move(stated.others);
  }
  bool operator==(const ProjectFile&) const = default;
};

/// What one index says about one project.
struct ProjectPage {
  PackageName name;
  std::string index;      ///< the name of the index that answered
  std::string index_url;  ///< what the project's name was added to, without credentials; of a list of files empty
  std::vector<ProjectFile> files;
  std::string newer_version;  ///< of the repository interface, if it is one that may say more than kenv knows (PEP 629)
  std::string status;         ///< PEP 792: "", "archived", "deprecated", "quarantined"
  std::string status_reason;  ///< in the index's own words, often empty
  std::vector<std::string> notes;     ///< entries that could not be used, and why
  std::vector<std::string> unusable;  ///< the names of wheels among them: they say whose page it is
  std::vector<std::string> sources;   ///< the names of the source distributions that it lists: versions without a wheel
  std::size_t other_files = 0;        ///< sdists and other formats that it lists too; kenv installs wheels only
};

}  // namespace kenv::python
