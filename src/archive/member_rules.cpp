// SPDX-License-Identifier: Apache-2.0
#include "archive/member_rules.hpp"

#include <fmt/format.h>

#include <string>
#include <unordered_set>

#include "archive/member_name.hpp"
#include "archive/refusal.hpp"

namespace kenv::archive {
namespace {

// General purpose bits (APPNOTE.TXT 4.4.4): 0 encrypted, 5 patch data, 6 strong encryption, 13 masked header.
constexpr std::uint16_t kForbiddenFlags = 1u << 0 | 1u << 5 | 1u << 6 | 1u << 13;
constexpr std::uint16_t kUtf8Flag = 1u << 11;

constexpr std::uint32_t kKindMask = 0170000, kRegular = 0100000, kFolder = 0040000, kPipe = 0010000;

// A deflated byte can stand for at most 1,032 (two bits of match code for 258 bytes); a little is added for the
// headers.
constexpr std::uint64_t kLargestRatio = 1032;

// A pipe is how `zip` marks what it packed from its standard input: content like that of any file.
void check_kind(const Member& member, std::string_view archive) {
  const std::uint32_t kind = member.mode & kKindMask;
  const bool fits = kind == 0 || ((kind == kRegular || kind == kPipe) && !member.is_directory()) ||
                    (kind == kFolder && member.is_directory());
  if (!fits)
    refuse_archive(archive, "wheel-special-file", shown(member.name) + " is a link, a device or another special file");
}

void check_size(const Member& member, std::string_view archive) {
  const bool same = member.size == member.compressed_size;
  if ((member.method == kStored && !same) || (member.is_directory() && member.size != 0)) {
    refuse_archive(archive, "wheel-size", fmt::format("the sizes of {} contradict each other", shown(member.name)));
  }
  if (member.method == kDeflated && member.size / kLargestRatio > member.compressed_size) {
    refuse_archive(archive, "wheel-size",
                   fmt::format("{} claims {} bytes out of {}, more than deflate can do", shown(member.name),
                               member.size, member.compressed_size));
  }
}

}  // namespace

void check_regular(const Member& member, std::string_view archive) {
  if ((member.mode & kKindMask) == kPipe)
    refuse_archive(archive, "wheel-special-file", shown(member.name) + " is marked as a pipe");
}

std::uint32_t Member::permissions() const { return (mode & kKindMask) == kRegular && (mode & 0111) != 0 ? 0755 : 0644; }

void check_version_needed(std::uint16_t version, const Member& member, std::string_view archive) {
  if ((version & 0xff) > 45) {
    refuse_archive(archive, "wheel-method",
                   fmt::format("{} needs version {}.{} of the ZIP format; wheels use up to 4.5", shown(member.name),
                               (version & 0xff) / 10, (version & 0xff) % 10));
  }
}

void check_member(const Member& member, std::string_view archive) {
  if (const auto fault = fault_of_name(member.name, (member.flags & kUtf8Flag) != 0)) {
    refuse_archive(archive, "wheel-unsafe-name", fmt::format("the member name {} {}", shown(member.name), *fault));
  }
  if ((member.flags & kForbiddenFlags) != 0) {
    refuse_archive(archive, "wheel-encrypted", shown(member.name) + " is encrypted, masked or a patch");
  }
  if (member.method != kStored && member.method != kDeflated) {
    refuse_archive(
        archive, "wheel-method",
        fmt::format("{} is compressed with method {}; wheels use 0 and 8", shown(member.name), member.method));
  }
  check_kind(member, archive);
  check_size(member, archive);
}

void check_collisions(const std::vector<Member>& members, std::string_view archive) {
  std::unordered_set<std::string> files, folders;
  files.reserve(members.size());
  std::unordered_set<std::string> listed_folders;
  for (const Member& member : members) {
    std::string folded = fold_case(member.name);
    if (member.is_directory()) folded.pop_back();
    auto& seen = member.is_directory() ? listed_folders : files;
    for (auto slash = folded.rfind('/'); slash != std::string::npos && slash != 0;
         slash = folded.rfind('/', slash - 1)) {
      if (!folders.insert(folded.substr(0, slash)).second) break;  // its parents are in already
    }
    if (member.is_directory()) folders.insert(folded);
    if (!seen.insert(std::move(folded)).second) {
      refuse_archive(archive, "wheel-duplicate-name",
                     shown(member.name) + " occurs twice (upper and lower case are one)");
    }
  }
  for (const std::string& folder : folders) {
    if (files.contains(folder))
      refuse_archive(archive, "wheel-duplicate-name", shown(folder) + " is a file and a folder");
  }
}

}  // namespace kenv::archive
