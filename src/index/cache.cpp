// SPDX-License-Identifier: Apache-2.0
#include "index/cache.hpp"

#include <fmt/format.h>

#include <random>

#include "base/error.hpp"
#include "io/files.hpp"

namespace kenv::index {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestEntry = 256u << 20;

/// Without a digest of the wheel, whatever else would change with it.
Sha256Digest key_of(const python::ProjectFile& file) {
  if (file.sha256) return *file.sha256;
  std::string vouched = file.metadata_sha256 ? file.metadata_sha256->hex() : std::string();
  for (const auto* digests : {&file.other_digests, &file.other_metadata_digests})
    for (const auto& digest : *digests) vouched += " " + digest.to_text();
  return sha256(fmt::format("{} {} {}", file.url, file.size.value_or(0), vouched));
}

std::optional<std::string> read(const fs::path& file) {
  try {
    return io::read_text_if_present(file, kLargestEntry);
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// The fields end at the first empty line; the description below it can be megabytes and is of no use here.
std::string_view header_part(std::string_view metadata) {
  for (std::string_view end : {"\n\n", "\r\n\r\n"})
    if (const auto found = metadata.find(end); found != std::string_view::npos)
      metadata = metadata.substr(0, found + end.size());
  return metadata;
}

}  // namespace

fs::path Cache::file_for(std::string_view kind, const Sha256Digest& key) const {
  const std::string hex = key.hex();
  return folder_ / kind / hex.substr(0, 2) / hex.substr(2);
}

/// Written beside and renamed: a reader sees the old or the new one. Not synced: what a power loss spoils is noticed.
void Cache::write(const fs::path& file, std::string_view text) const {
  try {
    io::make_directories(file.parent_path());
    std::random_device random;
    const fs::path temporary = file.parent_path() / fmt::format("{:08x}{:08x}.tmp", random(), random());
    io::write_text(temporary, text);
    io::rename(temporary, file);
  } catch (const Error&) {
    // A full disk, a read-only home: then there is no cache.
  }
}

std::optional<CachedPage> Cache::page(std::string_view url) const {
  const auto text = read(file_for("pages-3", sha256(url)));
  return text ? parse_cached_page(*text) : std::nullopt;
}

void Cache::keep(std::string_view url, const CachedPage& page) const {
  write(file_for("pages-3", sha256(url)), to_bytes(page));
}

std::optional<std::string> Cache::metadata(const python::ProjectFile& file) const {
  return read(file_for("metadata-1", key_of(file)));
}

void Cache::keep_metadata(const python::ProjectFile& file, std::string_view metadata) const {
  write(file_for("metadata-1", key_of(file)), header_part(metadata));
}

}  // namespace kenv::index
