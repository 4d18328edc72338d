// SPDX-License-Identifier: Apache-2.0
#include "archive/central_directory.hpp"

#include <fmt/format.h>

#include <vector>

#include "archive/end_record.hpp"
#include "archive/extra_field.hpp"
#include "archive/member_rules.hpp"
#include "archive/refusal.hpp"
#include "archive/zip_format.hpp"
#include "gpu/byte_reader.hpp"

namespace kenv::archive {
namespace {

using gpu::Bytes;
using gpu::number_at;

constexpr std::size_t kEntrySize = 46;
constexpr std::uint64_t kLargestDirectory = 256u << 20;  // over two million members

// Sizes and offset that do not fit 32 bits are "full", and the real ones stand in the ZIP64 block in this fixed order
// (APPNOTE.TXT 4.5.3). A block that repeats a value which is not full must repeat it rightly.
void read_wide_fields(Bytes extra, Member& member, std::string_view archive) {
  const auto block = extra_block(extra, kZip64Block);
  std::size_t at = 0;
  bool missing = false;
  for (std::uint64_t* field : {&member.size, &member.compressed_size, &member.header_offset}) {
    if (*field != kFull) continue;
    missing = missing || !block || at + 8 > block->size();
    if (missing) break;
    *field = number_at<std::uint64_t>(*block, at);
    at += 8;
  }
  if (missing) refuse_archive(archive, "wheel-zip64", "the ZIP64 sizes of " + shown(member.name) + " are missing");
  if (!block || at != 0) return;
  for (const std::uint64_t field : {member.size, member.compressed_size, member.header_offset}) {
    if (at + 8 <= block->size() && number_at<std::uint64_t>(*block, at) != field) {
      refuse_archive(archive, "wheel-zip64", "the ZIP64 sizes of " + shown(member.name) + " contradict its own");
    }
    at += 8;
  }
}

// Info-ZIP's second name (block 0x7075: version, CRC of the header's name, UTF-8 name) must not be another one.
void check_second_name(Bytes extra, const Member& member, std::string_view archive) {
  const auto block = extra_block(extra, kUnicodePathBlock);
  if (!block || block->size() < 5) return;
  const auto second = block->subspan(5);
  if (member.name != std::string_view(reinterpret_cast<const char*>(second.data()), second.size())) {
    refuse_archive(archive, "wheel-unsafe-name", shown(member.name) + " has a second, different name");
  }
}

Member read_entry(Bytes entry, std::size_t name_length, std::size_t extra_length, std::string_view archive) {
  Member member;
  member.flags = number_at<std::uint16_t>(entry, 8);
  member.method = number_at<std::uint16_t>(entry, 10);
  member.crc = number_at<std::uint32_t>(entry, 16);
  member.compressed_size = number_at<std::uint32_t>(entry, 20);
  member.size = number_at<std::uint32_t>(entry, 24);
  member.header_offset = number_at<std::uint32_t>(entry, 42);
  member.mode = number_at<std::uint32_t>(entry, 38) >> 16;
  member.name.assign(reinterpret_cast<const char*>(entry.data()) + kEntrySize, name_length);
  const Bytes extra = entry.subspan(kEntrySize + name_length, extra_length);
  read_wide_fields(extra, member, archive);
  check_second_name(extra, member, archive);
  check_version_needed(number_at<std::uint16_t>(entry, 6), member, archive);
  check_member(member, archive);
  return member;
}

}  // namespace

CentralDirectory read_central_directory(const gpu::ByteSource& source, std::string_view archive) {
  const EndRecord end = read_end_record(source, archive);
  if (end.directory_size > kLargestDirectory)
    refuse_archive(archive, "wheel-size", "its central directory is absurdly large");
  std::vector<std::byte> bytes(static_cast<std::size_t>(end.directory_size));
  if (!source.read(end.directory_offset, bytes)) {
    refuse_archive(archive, "wheel-truncated", "its central directory cannot be read");
  }
  CentralDirectory directory;
  directory.offset = end.directory_offset;
  directory.members.reserve(std::min<std::size_t>(static_cast<std::size_t>(end.entries), bytes.size() / kEntrySize));
  for (Bytes rest = bytes; !rest.empty();) {
    if (rest.size() < kEntrySize || number_at<std::uint32_t>(rest, 0) != kEntrySignature) {
      refuse_archive(archive, "wheel-truncated", "its central directory is damaged");
    }
    const std::size_t name = number_at<std::uint16_t>(rest, 28), extra = number_at<std::uint16_t>(rest, 30);
    const std::size_t length = kEntrySize + name + extra + number_at<std::uint16_t>(rest, 32);
    if (rest.size() < length) refuse_archive(archive, "wheel-truncated", "its central directory is damaged");
    directory.members.push_back(read_entry(rest.first(length), name, extra, archive));
    rest = rest.subspan(length);
  }
  if (directory.members.size() != end.entries) {
    refuse_archive(archive, "wheel-truncated",
                   fmt::format("its central directory holds {} members and its end record says {}",
                               directory.members.size(), end.entries));
  }
  check_collisions(directory.members, archive);
  return directory;
}

}  // namespace kenv::archive
