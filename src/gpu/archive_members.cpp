// SPDX-License-Identifier: Apache-2.0
#include "gpu/archive_members.hpp"

#include <fmt/format.h>

#include <string>

#include "base/text.hpp"

namespace kenv::gpu {
namespace {

// "!<arch>\n", then members: a header of 60 bytes of text with the decimal size at 48, the content, one byte of
// padding if the size is odd.
constexpr std::uint64_t kMagic = 0x0a3e686372613c21;
constexpr std::size_t kMagicSize = 8, kHeaderSize = 60;
constexpr std::size_t kMostMembers = 1u << 16;

tl::unexpected<Problem> damaged_library(std::uint64_t offset, std::string_view what) {
  return refuse(fmt::format("damaged static library at offset {:#x}: {}", offset, what), {}, "fetch the file again");
}

}  // namespace

bool is_archive(ByteReader& reader) {
  const auto magic = reader.at(0, kMagicSize);
  return magic && number_at<std::uint64_t>(*magic, 0) == kMagic;
}

Result<std::vector<ArchiveMember>> read_archive_members(ByteReader& reader) {
  std::vector<ArchiveMember> members;
  for (std::uint64_t at = kMagicSize; at < reader.size();) {
    const auto header = reader.at(at, kHeaderSize);
    if (!header) return damaged_library(at, "it ends within a header");
    if (members.size() == kMostMembers) return damaged_library(at, "more members than any library has");
    std::string digits;
    for (std::size_t i = 48; i < 58; ++i) digits += static_cast<char>((*header)[i]);
    const auto size = text::parse_unsigned(text::trim(digits));
    const std::uint64_t content = at + kHeaderSize;
    if (!size || !reader.contains(content, *size)) return damaged_library(at, "a member without a possible size");
    members.push_back({content, *size});
    at = content + *size + *size % 2;
  }
  return members;
}

bool RangeSource::read(std::uint64_t offset, std::span<std::byte> out) const {
  if (offset > size_ || out.size() > size_ - offset) return false;
  return whole_.read(offset_ + offset, out);
}

std::span<const std::byte> RangeSource::view(std::uint64_t offset, std::uint64_t length) const {
  if (offset > size_ || length > size_ - offset) return {};
  return whole_.view(offset_ + offset, length);
}

}  // namespace kenv::gpu
