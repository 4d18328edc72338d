// SPDX-License-Identifier: Apache-2.0
#include "gpu/fatbin_container.hpp"

#include <fmt/format.h>

#include <optional>

// NVIDIA publishes the header of a fatbin but not what follows. The layout of the entries was worked out from the
// files that nvcc writes and holds for CUDA 8 to 13. All numbers are little-endian.
//
//   container header, 16 bytes          entry header, 64 bytes and more      payload
//   0  u32 magic 0xba55ed50             0   u16 kind                         follows the entry header; the next
//   4  u16 version 1                    2   u16 version 0x0101               entry follows the payload
//   6  u16 size of this header          4   u32 size of this header
//   8  u64 bytes after this header      8   u64 size of the payload
//                                       16  u32 exact size if compressed
//                                       24  u16 minor, u16 major version (PTX ISA, for PTX)
//                                       28  u32 architecture: 90 for sm_90
//                                       40  u64 flags
//
// There is no terminator: the last entry ends where the container ends. Headers are never compressed, so the whole
// list of targets is read by hopping from header to header.
namespace kenv::gpu {
namespace {

constexpr std::size_t kContainerHeaderSize = 16, kEntryHeaderSize = 64;
constexpr std::uint64_t kLongestEntryHeader = 1u << 16;
constexpr std::uint16_t kEntryVersion = 0x0101;
constexpr std::uint16_t kKindPtx = 1, kKindCubin = 2, kKindLtoIr = 8;
constexpr std::uint64_t kFlagDebug = 0x2, kFlagLz4 = 0x2000, kFlagZstd = 0x8000;
constexpr std::uint64_t kFlagArchitectureSpecific = 0x100000, kFlagFamilySpecific = 0x200000;

tl::unexpected<Problem> damaged_fatbin(std::uint64_t offset, std::string_view what) {
  return refuse(fmt::format("damaged fatbin at offset {:#x}: {}", offset, what), {}, "fetch the file again");
}

std::optional<CodeTarget::Kind> kind_of(std::uint16_t kind) {
  switch (kind) {
    case kKindPtx:
      return CodeTarget::Kind::Ptx;
    case kKindCubin:
      return CodeTarget::Kind::Sass;
    case kKindLtoIr:
      return CodeTarget::Kind::LtoIr;
    default:
      return std::nullopt;
  }
}

/// The image that an entry header describes, or none if this is a kind of entry that we do not know.
std::optional<FatbinImage> image_from(Bytes header) {
  const auto kind = kind_of(number_at<std::uint16_t>(header, 0));
  const auto architecture = number_at<std::uint32_t>(header, 28);
  if (!kind || number_at<std::uint16_t>(header, 2) != kEntryVersion || architecture < 10 || architecture > 999)
    return std::nullopt;
  const auto flags = number_at<std::uint64_t>(header, 40);

  FatbinImage image;
  image.target.kind = *kind;
  image.target.capability = {static_cast<int>(architecture / 10), static_cast<int>(architecture % 10)};
  if ((flags & kFlagFamilySpecific) != 0) image.target.suffix = CodeTarget::Suffix::Family;
  if ((flags & kFlagArchitectureSpecific) != 0) image.target.suffix = CodeTarget::Suffix::Architecture;
  image.compressed = (flags & (kFlagLz4 | kFlagZstd)) != 0 || number_at<std::uint32_t>(header, 16) != 0;
  image.debug = (flags & kFlagDebug) != 0;
  if (*kind == CodeTarget::Kind::Ptx)
    image.ptx_isa = PtxIsa{number_at<std::uint16_t>(header, 26), number_at<std::uint16_t>(header, 24)};
  return image;
}

bool spend(std::uint64_t& left, std::uint64_t amount) {
  if (amount > left) return false;
  left -= amount;
  return true;
}

}  // namespace

Result<ContainerAt> read_container(ByteReader& reader, std::uint64_t offset, std::uint64_t limit, ScanBudget& budget) {
  const auto header = reader.at(offset, kContainerHeaderSize);
  if (!header || offset > limit || limit - offset < kContainerHeaderSize)
    return damaged_fatbin(offset, "it is cut off");
  if (number_at<std::uint64_t>(*header, 0) != kFatbinMagic) return damaged_fatbin(offset, "there is none");
  const auto size = number_at<std::uint64_t>(*header, 8);
  std::uint64_t at = offset + kContainerHeaderSize;
  if (size > limit - at || !reader.contains(at, size)) return damaged_fatbin(offset, "it is longer than what holds it");
  if (!spend(budget.headers, 1)) return damaged_fatbin(offset, "more images than any library has");

  ContainerAt container;
  container.fatbin.offset = offset;
  container.end = at + size;
  while (at < container.end) {
    if (container.end - at < kEntryHeaderSize) return damaged_fatbin(offset, "its last image is cut off");
    const auto entry = reader.at(at, kEntryHeaderSize);
    if (!entry) return damaged_fatbin(offset, "an image cannot be read");
    if (!spend(budget.headers, 1)) return damaged_fatbin(offset, "more images than any library has");
    const std::uint64_t header_size = number_at<std::uint32_t>(*entry, 4);
    const auto payload_size = number_at<std::uint64_t>(*entry, 8);
    if (header_size < kEntryHeaderSize || header_size > kLongestEntryHeader || header_size > container.end - at ||
        payload_size > container.end - at - header_size)
      return damaged_fatbin(offset, fmt::format("the sizes of the image at {:#x} are impossible", at));
    if (auto image = image_from(*entry)) {
      container.fatbin.images.push_back(*image);
    } else {
      ++container.fatbin.unknown_images;
    }
    at += header_size + payload_size;
  }
  return container;
}

Result<std::vector<Fatbin>> read_containers(ByteReader& reader, const Section& section, ScanBudget& budget) {
  std::vector<Fatbin> found;
  if (!reader.contains(section.offset, section.size))
    return damaged_fatbin(section.offset, fmt::format("section {} lies beyond the end of the file", section.name));
  const std::uint64_t end = section.offset + section.size;
  // Containers are aligned to eight bytes from the start of the section, wherever that stands in the file.
  for (std::uint64_t at = section.offset; end - at >= 8;) {
    const auto word = reader.at(at, 8);
    if (!word) return damaged_fatbin(at, "it cannot be read");
    if (number_at<std::uint64_t>(*word, 0) == 0) {
      if (!spend(budget.padding, 8)) return damaged_fatbin(at, "more padding than any library has");
      at += 8;
      continue;
    }
    auto container = read_container(reader, at, end, budget);
    if (!container) return tl::unexpected(std::move(container.error()));
    found.push_back(std::move(container->fatbin));
    const std::uint64_t length = container->end - section.offset;
    at = section.offset + std::min(section.size, length + (8 - length % 8) % 8);
  }
  return found;
}

Result<std::vector<Fatbin>> find_containers(ByteReader& reader, const Section& section, ScanBudget& budget) {
  std::vector<Fatbin> found;
  if (!reader.contains(section.offset, section.size)) return found;  // not ours to judge
  const std::uint64_t end = section.offset + section.size;
  for (std::uint64_t at = section.offset; end - at >= kContainerHeaderSize;) {
    const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(ByteReader::kWindow, end - at));
    const auto window = reader.at(at, length);
    if (!window || !spend(budget.searched, length)) return damaged_fatbin(at, "more data than is searched");
    std::size_t hit = 0;
    while (hit + 8 <= length &&
           ((*window)[hit] != std::byte{0x50} || number_at<std::uint64_t>(*window, hit) != kFatbinMagic))
      ++hit;
    if (hit + 8 > length) {
      at += length < ByteReader::kWindow ? length : length - 7;  // the magic may begin in the last seven bytes
      continue;
    }
    auto container = read_container(reader, at + hit, end, budget);
    at = container ? container->end : at + hit + 1;
    if (container) found.push_back(std::move(container->fatbin));
  }
  return found;
}

}  // namespace kenv::gpu
