// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "python/project_page.hpp"

namespace kenv::index {

/// A page as the cache keeps it: already parsed, with what HTTP needs to ask whether it is still the same (RFC 9111).
struct CachedPage {
  python::ProjectPage page;  ///< name and index are the asker's
  std::string etag, last_modified;
  std::int64_t fetched = 0;  ///< seconds since 1970
  std::int64_t max_age = 0;  ///< seconds for which nobody needs to be asked
  std::string refused{};     ///< why there is nothing: the server's refusal (HTTP 403)

  bool is_fresh(std::int64_t now) const { return now >= fetched && now - fetched < max_age; }
};

/// Its form on disk: binary, since a page of thousands of files is read in a millisecond then, with a mark at the end
/// that shows that nothing is missing.
std::string to_bytes(const CachedPage& page);
std::optional<CachedPage> parse_cached_page(std::string_view text);
/// The few bytes of that form that say from when the page is and how long it counts.
struct FreshnessPart {
  std::uint64_t offset = 0;
  std::string bytes;
};
FreshnessPart freshness_part(const CachedPage& page);

/// Pages by address, METADATA by wheel. May be deleted at any time, by anybody; several processes may use it at once.
/// A cache that cannot be read or written is as good as an empty one.
class Cache {
 public:
  explicit Cache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::optional<CachedPage> page(std::string_view url) const;
  void keep(std::string_view url, const CachedPage& page) const;
  /// The page has not changed, only how long it counts: megabytes need not be written again for that.
  void renew(std::string_view url, const CachedPage& page) const;
  /// The header part of a wheel's METADATA: known by its own SHA-256 where the page states that, else by address, size
  /// and SHA-256 of the wheel together. Nothing is kept that is not what the page promised.
  std::optional<std::string> metadata(const python::ProjectFile& file) const;
  void keep_metadata(const python::ProjectFile& file, std::string_view metadata) const;
  /// Whether pages of this origin were opened by credentials that nobody had before its first 401: then those are
  /// looked for first, since pages are kept by who has got them.
  bool is_locked(std::string_view origin) const;
  void note_locked(std::string_view origin) const;
  /// What a server said of the size of a file whose page states none; kept for files with a digest only.
  std::optional<std::uint64_t> size(const python::ProjectFile& file) const;
  void keep_size(const python::ProjectFile& file, std::uint64_t size) const;

 private:
  std::filesystem::path file_for(std::string_view kind, const Sha256Digest& key) const;
  void write(const std::filesystem::path& file, std::string_view text) const;

  std::filesystem::path folder_;
};

}  // namespace kenv::index
