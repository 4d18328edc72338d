// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "archive/central_directory.hpp"
#include "archive/extra_field.hpp"
#include "archive/refusal.hpp"
#include "archive/zip_format.hpp"
#include "gpu/byte_reader.hpp"

namespace kenv::archive {
namespace {

using gpu::Bytes;
using gpu::number_at;

constexpr std::size_t kHeaderSize = 30;
constexpr std::uint16_t kFlagsThatMustAgree = 1u << 0 | 1u << 3 | 1u << 5 | 1u << 6 | 1u << 11 | 1u << 13;

[[noreturn]] void refuse_header(const Member& member, std::string_view what, std::string_view archive) {
  refuse_archive(
      archive, "wheel-header-mismatch",
      fmt::format("the {} of {} in its local header is not that of the central directory", what, shown(member.name)));
}

// The ZIP64 block of a local header holds the unpacked and the compressed size. Some writers leave out one that is not
// full, others write the block without need (wheels over 4 GB are made so).
struct WideSizes {
  std::optional<std::uint64_t> size, compressed;
};

WideSizes wide_sizes(std::optional<Bytes> block, bool size_full) {
  if (!block || block->size() < 8) return {};
  const auto first = number_at<std::uint64_t>(*block, 0);
  if (block->size() >= 16) return {first, number_at<std::uint64_t>(*block, 8)};
  return size_full ? WideSizes{first, {}} : WideSizes{{}, first};
}

// A size of the local header is the same, or unknown (0 with a data descriptor), or full with the same in the block.
bool size_agrees(std::uint32_t narrow, std::optional<std::uint64_t> wide, std::uint64_t size, bool may_be_zero) {
  const auto agrees = [&](std::uint64_t value) { return value == size || (may_be_zero && value == 0); };
  if (wide && !agrees(*wide)) return false;
  return (narrow == kFull && wide) || agrees(narrow);
}

void check_sizes(const Member& member, Bytes header, Bytes extra, std::string_view archive) {
  const bool later = member.has_data_descriptor();
  const auto crc = number_at<std::uint32_t>(header, 14);
  if (crc != member.crc && !(later && crc == 0)) refuse_header(member, "checksum", archive);
  const auto size = number_at<std::uint32_t>(header, 22), compressed = number_at<std::uint32_t>(header, 18);
  const WideSizes wide = wide_sizes(extra_block(extra, kZip64Block), size == kFull);
  if (!size_agrees(size, wide.size, member.size, later) ||
      !size_agrees(compressed, wide.compressed, member.compressed_size, later)) {
    refuse_header(member, "size", archive);
  }
}

// What lies between a member's data and the next header must be its data descriptor: an optional signature, the
// checksum and both sizes, in 32 or 64 bits (APPNOTE.TXT 4.3.9).
bool is_descriptor(Bytes bytes, const Member& member) {
  if (bytes.size() == 16 || bytes.size() == 24) {
    if (number_at<std::uint32_t>(bytes, 0) == kDescriptorSignature) bytes = bytes.subspan(4);
  }
  if (bytes.size() != 12 && bytes.size() != 20) return false;
  const bool wide = bytes.size() == 20;
  const std::uint64_t compressed = wide ? number_at<std::uint64_t>(bytes, 4) : number_at<std::uint32_t>(bytes, 4);
  const std::uint64_t size = wide ? number_at<std::uint64_t>(bytes, 12) : number_at<std::uint32_t>(bytes, 8);
  return number_at<std::uint32_t>(bytes, 0) == member.crc && compressed == member.compressed_size &&
         size == member.size;
}

// Padding, which alignment tools and stubs before an archive leave, is lawful as long as no reader can find the records
// of another archive in it.
bool is_padding(Bytes bytes) {
  for (std::size_t at = 0; at + 4 <= bytes.size(); ++at) {
    if (bytes[at] != std::byte{'P'} || bytes[at + 1] != std::byte{'K'}) continue;
    const auto kind = number_at<std::uint16_t>(bytes, at + 2);
    for (const std::uint32_t signature :
         {kHeaderSignature, kEntrySignature, kEndSignature, kEnd64Signature, kLocatorSignature}) {
      if (kind == signature >> 16) return false;
    }
  }
  return true;
}

void check_gap(const gpu::ByteSource& source, std::uint64_t begin, std::uint64_t end, const Member* before,
               std::string_view archive) {
  if (before != nullptr && begin > end) {
    refuse_archive(archive, "wheel-overlap", shown(before->name) + " overlaps what follows it");
  }
  const std::uint64_t length = end - begin;
  const bool described = before != nullptr && before->has_data_descriptor();
  if (length == 0 && !described) return;
  constexpr std::uint64_t kLongestPadding = 64u << 10;
  std::vector<std::byte> bytes(static_cast<std::size_t>(std::min(length, kLongestPadding + 1)));
  const bool fine = length <= kLongestPadding && source.read(begin, bytes) &&
                    (described ? is_descriptor(bytes, *before) : is_padding(bytes));
  if (!fine) {
    refuse_archive(archive, "wheel-hidden-data",
                   fmt::format("{} bytes {} belong to no member", length,
                               before != nullptr ? "behind " + shown(before->name) : "before the first member"));
  }
}

}  // namespace

void locate_data(const gpu::ByteSource& source, Member& member, std::string_view archive) {
  // One read takes the header with its name and, nearly always, its extra field.
  std::array<std::byte, 512> first;
  const std::uint64_t available = source.size() - std::min(source.size(), member.header_offset);
  const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(first.size(), available));
  Bytes header = std::span(first).first(length);
  if (length < kHeaderSize || !source.read(member.header_offset, std::span(first).first(length)) ||
      number_at<std::uint32_t>(header, 0) != kHeaderSignature) {
    refuse_archive(archive, "wheel-truncated",
                   "there is no local header where that of " + shown(member.name) + " should be");
  }
  const std::size_t name = number_at<std::uint16_t>(header, 26), extra = number_at<std::uint16_t>(header, 28);
  std::vector<std::byte> whole;
  if (kHeaderSize + name + extra > length) {
    whole.resize(kHeaderSize + name + extra);
    if (!source.read(member.header_offset, whole)) {
      refuse_archive(archive, "wheel-truncated", "the local header of " + shown(member.name) + " is cut off");
    }
    header = whole;
  }
  if (member.name != std::string_view(reinterpret_cast<const char*>(header.data()) + kHeaderSize, name)) {
    refuse_header(member, "name", archive);
  }
  if (number_at<std::uint16_t>(header, 8) != member.method) refuse_header(member, "compression method", archive);
  if (((number_at<std::uint16_t>(header, 6) ^ member.flags) & kFlagsThatMustAgree) != 0)
    refuse_header(member, "kind", archive);
  check_sizes(member, header, header.subspan(kHeaderSize + name, extra), archive);
  member.data_offset = member.header_offset + kHeaderSize + name + extra;
}

void locate_all(const gpu::ByteSource& source, CentralDirectory& directory, std::string_view archive) {
  std::vector<Member*> in_file_order;
  for (Member& member : directory.members) {
    locate_data(source, member, archive);
    in_file_order.push_back(&member);
  }
  std::ranges::sort(in_file_order, {}, &Member::header_offset);
  const Member* before = nullptr;
  std::uint64_t end = 0;  // of what was seen so far
  for (const Member* member : in_file_order) {
    check_gap(source, end, member->header_offset, before, archive);
    before = member;
    end = member->data_offset + member->compressed_size;
  }
  check_gap(source, end, directory.offset, before, archive);
}

}  // namespace kenv::archive
