// SPDX-License-Identifier: Apache-2.0
#include "archive/end_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "archive/refusal.hpp"
#include "archive/zip_format.hpp"
#include "gpu/byte_reader.hpp"

namespace kenv::archive {
namespace {

using gpu::number_at;

constexpr std::size_t kEndSize = 22, kEnd64Size = 56, kLocatorSize = 20, kLongestComment = 65'535;
constexpr std::uint16_t k16BitsFull = 0xffff;
constexpr std::uint32_t k32BitsFull = 0xffffffff;

// The record is found from the end: its comment, of any length, must fill the archive to its last byte.
std::size_t find_end(gpu::Bytes tail, std::string_view archive) {
  std::optional<std::size_t> found;
  bool something_follows = false;
  for (std::size_t at = tail.size() >= kEndSize ? tail.size() - kEndSize + 1 : 0; at-- > 0;) {
    if (number_at<std::uint32_t>(tail, at) != kEndSignature) continue;
    if (at + kEndSize + number_at<std::uint16_t>(tail, at + 20) != tail.size()) {
      something_follows = !found.has_value();
      if (something_follows) break;
      continue;
    }
    if (found) refuse_archive(archive, "wheel-second-end-record", "two end records fit the end of the file");
    found = at;
  }
  if (something_follows) refuse_archive(archive, "wheel-trailing-data", "something follows the end of the archive");
  if (!found) refuse_archive(archive, "wheel-not-zip", "this is no ZIP archive, or its end is missing");
  return *found;
}

// Reads the ZIP64 record whose locator ends at `locator_end`; none if there is no locator.
std::optional<EndRecord> read_end64(const gpu::ByteSource& source, std::uint64_t locator_end,
                                    std::uint64_t& records_begin, std::string_view archive) {
  std::vector<std::byte> bytes(kEnd64Size);
  if (locator_end < kLocatorSize || !source.read(locator_end - kLocatorSize, std::span(bytes).first(kLocatorSize)))
    return {};
  if (number_at<std::uint32_t>(bytes, 0) != kLocatorSignature) return {};
  const auto offset = number_at<std::uint64_t>(bytes, 8);
  const bool one_disk = number_at<std::uint32_t>(bytes, 4) == 0 && number_at<std::uint32_t>(bytes, 16) <= 1;
  // The record is fixed in size for us: version 2 of it describes encrypted directories.
  const bool adjoins = locator_end >= kLocatorSize + kEnd64Size && offset == locator_end - kLocatorSize - kEnd64Size;
  if (!one_disk || !adjoins || !source.read(offset, bytes) || number_at<std::uint32_t>(bytes, 0) != kEnd64Signature ||
      number_at<std::uint64_t>(bytes, 4) != kEnd64Size - 12) {
    refuse_archive(archive, "wheel-zip64", "its ZIP64 end record is damaged or not where its locator says");
  }
  const auto entries = number_at<std::uint64_t>(bytes, 32);
  if (number_at<std::uint32_t>(bytes, 16) != 0 || number_at<std::uint32_t>(bytes, 20) != 0 ||
      number_at<std::uint64_t>(bytes, 24) != entries) {
    refuse_archive(archive, "wheel-zip64", "it is one part of an archive of several parts");
  }
  records_begin = offset;
  return EndRecord{number_at<std::uint64_t>(bytes, 48), number_at<std::uint64_t>(bytes, 40), entries};
}

// A field of the old record is either full, which refers to the ZIP64 record, or it must say the same.
void check_agreement(const EndRecord& old, const EndRecord& wide, std::string_view archive) {
  const auto agrees = [](std::uint64_t narrow, std::uint64_t full, std::uint64_t value) {
    return narrow == full || narrow == value;
  };
  if (!agrees(old.entries, k16BitsFull, wide.entries) ||
      !agrees(old.directory_size, k32BitsFull, wide.directory_size) ||
      !agrees(old.directory_offset, k32BitsFull, wide.directory_offset)) {
    refuse_archive(archive, "wheel-zip64", "its two end records contradict each other");
  }
}

}  // namespace

EndRecord read_end_record(const gpu::ByteSource& source, std::string_view archive) {
  const std::uint64_t size = source.size();
  std::vector<std::byte> tail(static_cast<std::size_t>(std::min<std::uint64_t>(size, kEndSize + kLongestComment)));
  if (!source.read(size - tail.size(), tail)) refuse_archive(archive, "wheel-truncated", "its end cannot be read");
  const std::size_t at = find_end(tail, archive);

  const auto entries = number_at<std::uint16_t>(tail, at + 10);
  if (number_at<std::uint16_t>(tail, at + 4) != 0 || number_at<std::uint16_t>(tail, at + 6) != 0 ||
      number_at<std::uint16_t>(tail, at + 8) != entries) {
    refuse_archive(archive, "wheel-not-zip", "it is one part of an archive of several parts");
  }
  EndRecord record{number_at<std::uint32_t>(tail, at + 16), number_at<std::uint32_t>(tail, at + 12), entries};
  std::uint64_t records_begin = size - tail.size() + at;
  if (const auto wide = read_end64(source, records_begin, records_begin, archive)) {
    check_agreement(record, *wide, archive);
    record = *wide;
  }
  if (record.directory_offset > records_begin || record.directory_size != records_begin - record.directory_offset) {
    refuse_archive(archive, "wheel-truncated",
                   fmt::format("its central directory ({} bytes at {}) does not end where its end record begins ({})",
                               record.directory_size, record.directory_offset, records_begin));
  }
  return record;
}

}  // namespace kenv::archive
