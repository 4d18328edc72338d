// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <libdeflate.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kenv::test {

/// How one member of a test archive is written. Everything that is set here and contradicts the content is a lie that a
/// reader has to find.
struct ZipEntry {
  std::string name, content;
  bool deflated = true;
  std::uint32_t mode = 0100644;
  std::uint16_t flags = 0;
  bool descriptor = false;  ///< sizes behind the data, zeros in the local header
  bool descriptor_signature = true;
  bool zip64 = false;             ///< sizes and offset in ZIP64 blocks
  bool idle_local_zip64 = false;  ///< a ZIP64 block in the local header although the sizes fit
  std::uint16_t version_needed = 20;
  std::optional<std::uint16_t> method{}, local_method{};
  std::optional<std::uint32_t> crc{}, local_crc{};
  std::optional<std::uint64_t> size{}, local_size{}, compressed_size{}, header_offset{};
  std::optional<std::string> local_name{};
  std::optional<std::string> data{};  ///< raw bytes in place of the compressed content
  std::string extra{};                ///< for the central directory
  std::string gap_behind{};           ///< bytes after the data that belong to nothing
};

inline std::string little_endian(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
  return out;
}

inline std::string deflate(std::string_view content) {
  const std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor(
      libdeflate_alloc_compressor(6), libdeflate_free_compressor);
  std::string out(libdeflate_deflate_compress_bound(compressor.get(), content.size()), '\0');
  out.resize(libdeflate_deflate_compress(compressor.get(), content.data(), content.size(), out.data(), out.size()));
  return out;
}

/// Writes ZIP archives (APPNOTE.TXT), right ones by default.
class ZipBuilder {
 public:
  std::string prefix, comment, behind_directory, behind_everything;
  bool zip64_end = false;
  std::optional<std::uint64_t> entries{}, directory_offset{}, directory_size{};

  ZipBuilder& add(ZipEntry entry) {
    entries_.push_back(std::move(entry));
    return *this;
  }
  ZipBuilder& add(std::string name, std::string content) {
    ZipEntry entry;
    entry.name = std::move(name);
    entry.content = std::move(content);
    return add(std::move(entry));
  }

  std::string bytes() const {
    std::string out = prefix, directory;
    for (const ZipEntry& entry : entries_) append_entry(entry, out, directory);
    const std::uint64_t offset = directory_offset.value_or(out.size());
    const std::uint64_t size = directory_size.value_or(directory.size());
    const std::uint64_t count = entries.value_or(entries_.size());
    out += directory + behind_directory;
    if (zip64_end) {
      const std::uint64_t at = out.size();
      out += "PK\6\6" + little_endian(44, 8) + little_endian(45, 2) + little_endian(45, 2) + little_endian(0, 8) +
             little_endian(count, 8) + little_endian(count, 8) + little_endian(size, 8) + little_endian(offset, 8);
      out += "PK\6\7" + little_endian(0, 4) + little_endian(at, 8) + little_endian(1, 4);
    }
    out += "PK\5\6" + little_endian(0, 4) + little_endian(zip64_end ? 0xffff : count, 2) +
           little_endian(zip64_end ? 0xffff : count, 2) + little_endian(zip64_end ? 0xffffffff : size, 4) +
           little_endian(zip64_end ? 0xffffffff : offset, 4) + little_endian(comment.size(), 2) + comment;
    return out + behind_everything;
  }

 private:
  static void append_entry(const ZipEntry& entry, std::string& out, std::string& directory) {
    const std::string data = entry.data.value_or(entry.deflated ? deflate(entry.content) : entry.content);
    const auto crc = entry.crc.value_or(libdeflate_crc32(0, entry.content.data(), entry.content.size()));
    const std::uint64_t size = entry.size.value_or(entry.content.size());
    const std::uint64_t compressed = entry.compressed_size.value_or(data.size());
    const std::uint16_t method = entry.method.value_or(entry.deflated ? 8 : 0);
    const auto flags = static_cast<std::uint16_t>(entry.flags | (entry.descriptor ? 8 : 0));
    const std::uint64_t at = entry.header_offset.value_or(out.size());
    const std::string wide = little_endian(size, 8) + little_endian(compressed, 8);

    const std::string local_name = entry.local_name.value_or(entry.name);
    std::string local_extra;
    if (entry.zip64 || entry.idle_local_zip64) local_extra = little_endian(1, 2) + little_endian(16, 2) + wide;
    const std::uint64_t told_size = entry.local_size.value_or(entry.descriptor ? 0 : size);
    out += "PK\3\4" + little_endian(entry.version_needed, 2) + little_endian(flags, 2) +
           little_endian(entry.local_method.value_or(method), 2) + little_endian(0, 4) +
           little_endian(entry.local_crc.value_or(entry.descriptor ? 0 : crc), 4) +
           little_endian(entry.zip64        ? 0xffffffff
                         : entry.descriptor ? 0
                                            : compressed,
                         4) +
           little_endian(entry.zip64 ? 0xffffffff : told_size, 4) + little_endian(local_name.size(), 2) +
           little_endian(local_extra.size(), 2) + local_name + local_extra + data;
    if (entry.descriptor) {
      const int width = entry.zip64 ? 8 : 4;
      out += (entry.descriptor_signature ? "PK\7\10" : "") + little_endian(crc, 4) + little_endian(compressed, width) +
             little_endian(size, width);
    }
    out += entry.gap_behind;

    std::string extra = entry.extra;
    if (entry.zip64) extra += little_endian(1, 2) + little_endian(24, 2) + wide + little_endian(at, 8);
    directory += "PK\1\2" + little_endian(3 << 8 | 20, 2) + little_endian(entry.version_needed, 2) +
                 little_endian(flags, 2) + little_endian(method, 2) + little_endian(0, 4) + little_endian(crc, 4) +
                 little_endian(entry.zip64 ? 0xffffffff : compressed, 4) +
                 little_endian(entry.zip64 ? 0xffffffff : size, 4) + little_endian(entry.name.size(), 2) +
                 little_endian(extra.size(), 2) + little_endian(0, 2) + little_endian(0, 2) + little_endian(0, 2) +
                 little_endian(std::uint64_t{entry.mode} << 16, 4) + little_endian(entry.zip64 ? 0xffffffff : at, 4) +
                 entry.name + extra;
  }

  std::vector<ZipEntry> entries_;
};

}  // namespace kenv::test
