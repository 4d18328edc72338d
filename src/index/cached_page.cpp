// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "index/cache.hpp"

namespace kenv::index {
namespace {

constexpr std::string_view kMagic = "kenv page 8\n", kEnd = "\nend\n";

enum Flag : std::uint8_t {
  kHasDigest = 1,
  kHasSize = 2,
  kHasMetadata = 4,
  kHasMetadataDigest = 8,
  kYanked = 16,
  kUrlEndsInName = 32,
  kHasUploadTime = 64,
  kHasOtherDigests = 128
};

void put(std::string& out, std::uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8) out += static_cast<char>((value >> shift) & 0xFF);
}

void put(std::string& out, std::string_view text) {
  put(out, std::uint64_t{text.size()});
  out += text;
}

void put(std::string& out, const Sha256Digest& digest) {
  out.append(reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size());
}

void put(std::string& out, const std::vector<Digest>& digests) {
  out += static_cast<char>(digests.size());
  for (const auto& digest : digests) {
    out += static_cast<char>(digest.algorithm);
    put(out, digest.hex);
  }
}

/// Reads what put() wrote. Whatever runs over the end gives empty values and is remembered.
class Bytes {
 public:
  explicit Bytes(std::string_view rest) : rest_(rest) {}

  std::string_view take(std::uint64_t count) {
    failed_ = failed_ || count > rest_.size();
    if (failed_) return {};
    const auto bytes = rest_.substr(0, static_cast<std::size_t>(count));
    rest_.remove_prefix(bytes.size());
    return bytes;
  }
  std::uint64_t number() {
    const auto bytes = take(8);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
      value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return value;
  }
  std::string_view text() { return take(number()); }
  Sha256Digest digest() {
    Sha256Digest digest;
    const auto bytes = take(digest.bytes.size());
    std::copy(bytes.begin(), bytes.end(), digest.bytes.begin());
    return digest;
  }
  std::uint8_t byte() {
    const auto bytes = take(1);
    return bytes.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(bytes[0]);
  }
  /// Of an algorithm that is none, or with digits that are none, nothing is believed.
  std::vector<Digest> other_digests() {
    std::vector<Digest> digests;
    for (int left = byte(); left > 0 && !failed_; --left) {
      const std::uint8_t algorithm = byte();
      const auto digits = text();
      const auto digest = algorithm <= static_cast<std::uint8_t>(DigestAlgorithm::Blake2s)
                              ? Digest::parse(static_cast<DigestAlgorithm>(algorithm), digits)
                              : refuse("none");
      failed_ = failed_ || !digest;
      if (digest) digests.push_back(*digest);
    }
    return digests;
  }
  bool failed() const { return failed_; }
  std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

void put(std::string& out, const python::ProjectFile& file) {
  const bool short_url = file.url.ends_with(file.filename);
  out += static_cast<char>((file.sha256 ? kHasDigest : 0) | (file.size ? kHasSize : 0) |
                           (file.has_metadata ? kHasMetadata : 0) | (file.metadata_sha256 ? kHasMetadataDigest : 0) |
                           (file.yanked ? kYanked : 0) | (short_url ? kUrlEndsInName : 0) |
                           (file.upload_time ? kHasUploadTime : 0) |
                           (file.other_digests.empty() && file.other_metadata_digests.empty() ? 0 : kHasOtherDigests));
  put(out, file.filename);
  put(out, std::string_view(file.url).substr(0, file.url.size() - (short_url ? file.filename.size() : 0)));
  put(out, file.requires_python);
  if (file.sha256) put(out, *file.sha256);
  if (file.size) put(out, *file.size);
  if (file.metadata_sha256) put(out, *file.metadata_sha256);
  if (file.yanked) put(out, file.yanked_reason);
  if (file.upload_time) put(out, static_cast<std::uint64_t>(file.upload_time->microseconds));
  if (file.other_digests.empty() && file.other_metadata_digests.empty()) return;
  put(out, file.other_digests);
  put(out, file.other_metadata_digests);
}

python::ProjectFile take_file(Bytes& bytes) {
  python::ProjectFile file;
  const std::uint8_t flags = bytes.byte();
  file.filename = bytes.text();
  const auto address = bytes.text();
  file.url.reserve(address.size() + file.filename.size());
  file.url = address;
  if (flags & kUrlEndsInName) file.url += file.filename;
  file.requires_python = bytes.text();
  if (flags & kHasDigest) file.sha256 = bytes.digest();
  if (flags & kHasSize) file.size = bytes.number();
  if (flags & kHasMetadataDigest) file.metadata_sha256 = bytes.digest();
  if (flags & kYanked) file.yanked_reason = bytes.text();
  if (flags & kHasUploadTime) file.upload_time = {static_cast<std::int64_t>(bytes.number())};
  if (flags & kHasOtherDigests) {
    file.other_digests = bytes.other_digests();
    file.other_metadata_digests = bytes.other_digests();
  }
  file.has_metadata = (flags & kHasMetadata) != 0;
  file.yanked = (flags & kYanked) != 0;
  return file;
}

/// As much as it will be, or a little more: the text of a large page is not to be in memory twice.
std::size_t size_of_bytes(const CachedPage& cached) {
  std::size_t size = 4096;
  for (const auto& name : cached.page.sources) size += 8 + name.size();
  for (const auto& file : cached.page.files)
    size += 120 + file.filename.size() + file.url.size() + file.requires_python.size() + file.yanked_reason.size() +
            150 * (file.other_digests.size() + file.other_metadata_digests.size());
  return size;
}

}  // namespace

std::string to_bytes(const CachedPage& cached) {
  std::string out;
  out.reserve(size_of_bytes(cached));
  out += kMagic;
  put(out, static_cast<std::uint64_t>(cached.fetched));
  put(out, static_cast<std::uint64_t>(cached.max_age));
  put(out, std::uint64_t{cached.page.other_files});
  for (const auto* text : {&cached.etag, &cached.last_modified, &cached.page.newer_version, &cached.page.status,
                           &cached.page.status_reason, &cached.refused})
    put(out, *text);
  for (const auto* list : {&cached.page.notes, &cached.page.unusable, &cached.page.sources}) {
    put(out, std::uint64_t{list->size()});
    for (const auto& text : *list) put(out, text);
  }
  put(out, std::uint64_t{cached.page.files.size()});
  for (const auto& file : cached.page.files) put(out, file);
  return out.append(kEnd);
}

FreshnessPart freshness_part(const CachedPage& cached) {
  FreshnessPart part{kMagic.size(), {}};
  put(part.bytes, static_cast<std::uint64_t>(cached.fetched));
  put(part.bytes, static_cast<std::uint64_t>(cached.max_age));
  return part;
}

std::optional<CachedPage> parse_cached_page(std::string_view text) {
  if (!text.starts_with(kMagic) || !text.ends_with(kEnd)) return std::nullopt;
  Bytes bytes(text.substr(kMagic.size()));
  CachedPage cached;
  cached.fetched = static_cast<std::int64_t>(bytes.number());
  cached.max_age = static_cast<std::int64_t>(bytes.number());
  cached.page.other_files = static_cast<std::size_t>(bytes.number());
  cached.etag = bytes.text();
  cached.last_modified = bytes.text();
  cached.page.newer_version = bytes.text();
  cached.page.status = bytes.text();
  cached.page.status_reason = bytes.text();
  cached.refused = bytes.text();
  for (auto* list : {&cached.page.notes, &cached.page.unusable, &cached.page.sources})
    for (std::uint64_t left = bytes.number(); left > 0 && !bytes.failed(); --left) list->emplace_back(bytes.text());
  const std::uint64_t count = bytes.number();
  if (count > bytes.left() / 25) return std::nullopt;  // a file takes at least a byte and three lengths
  cached.page.files.reserve(static_cast<std::size_t>(count));
  for (std::uint64_t i = 0; i < count && !bytes.failed(); ++i) cached.page.files.push_back(take_file(bytes));
  if (bytes.failed() || bytes.left() != kEnd.size()) return std::nullopt;
  return cached;
}

}  // namespace kenv::index
