// SPDX-License-Identifier: Apache-2.0
#include "index/cache.hpp"

#include <fmt/format.h>

#include <random>
#include <span>

#include "base/error.hpp"
#include "base/text.hpp"
#include "io/files.hpp"

namespace kenv::index {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestEntry = 256u << 20;

/// The digest that a page states of a wheel proves nothing about the METADATA that the same server sends. So only the
/// METADATA's own digest is known everywhere; without one, what a server said is kept under its address.
Sha256Digest key_of(const python::ProjectFile& file) {
  if (file.metadata_sha256) return *file.metadata_sha256;
  std::string stated;
  for (const auto& digest : file.digests().all()) stated += " " + digest.to_text();
  for (const auto& digest : file.other_metadata_digests) stated += " " + digest.to_text();
  return sha256(fmt::format("{} {}{}", file.url, file.size.value_or(0), stated));
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

void Cache::renew(std::string_view url, const CachedPage& page) const {
  const fs::path file = file_for("pages-3", sha256(url));
  const auto part = freshness_part(page);
  try {
    io::write_at(io::open_for_writing(file), part.offset, std::as_bytes(std::span(part.bytes)), file);
  } catch (const Error&) {
    // As for write(): the index is asked again next time.
  }
}

std::optional<std::string> Cache::metadata(const python::ProjectFile& file) const {
  return read(file_for("metadata-2", key_of(file)));
}

void Cache::keep_metadata(const python::ProjectFile& file, std::string_view metadata) const {
  if (file.metadata_sha256 && sha256(metadata) != *file.metadata_sha256) return;
  write(file_for("metadata-2", key_of(file)), header_part(metadata));
}

bool Cache::is_locked(std::string_view origin) const { return read(file_for("locked-1", sha256(origin))).has_value(); }

void Cache::note_locked(std::string_view origin) const { write(file_for("locked-1", sha256(origin)), ""); }

std::optional<std::uint64_t> Cache::size(const python::ProjectFile& file) const {
  if (!file.sha256) return std::nullopt;
  return text::parse_unsigned(read(file_for("sizes-1", sha256(file.url + " " + file.sha256->hex()))).value_or(""));
}

void Cache::keep_size(const python::ProjectFile& file, std::uint64_t size) const {
  if (file.sha256) write(file_for("sizes-1", sha256(file.url + " " + file.sha256->hex())), std::to_string(size));
}

}  // namespace kenv::index
