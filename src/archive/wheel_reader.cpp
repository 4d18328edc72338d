// SPDX-License-Identifier: Apache-2.0
#include "archive/wheel_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "archive/inflate.hpp"
#include "archive/member_rules.hpp"
#include "archive/refusal.hpp"

namespace kenv::archive {
namespace {

constexpr std::uint64_t kWheelLimit = 1u << 20, kMetadataLimit = 10u << 20, kRecordLimit = 64u << 20;

template <class T>
T value_or_refuse(Result<T> result, std::string_view archive, std::string_view code) {
  if (!result) refuse_archive(archive, code, result.error().text());
  return std::move(*result);
}

}  // namespace

WheelReader::WheelReader(const io::fs::path& path)
    : path_(path), source_(path), directory_(read_central_directory(source_, path.filename().string())) {
  for (const Member& member : directory_.members) check_regular(member, file_name());
  locate_all(source_, directory_, file_name());
}

const Member* WheelReader::find(std::string_view name) const {
  const auto found = std::ranges::find(directory_.members, name, &Member::name);
  return found == directory_.members.end() ? nullptr : &*found;
}

std::uint64_t WheelReader::unpacked_size() const {
  std::uint64_t total = 0;
  for (const Member& member : directory_.members) total += member.size;
  return total;
}

std::string WheelReader::read(const Member& member, std::uint64_t limit) const {
  if (member.size > limit) {
    refuse_archive(
        file_name(), "wheel-size",
        fmt::format("{} has {} bytes; more than {} are not read into memory", shown(member.name), member.size, limit));
  }
  std::string content;
  Inflater().pieces(source_, member, file_name(), [&](std::span<const std::byte> piece) {
    content.append(reinterpret_cast<const char*>(piece.data()), piece.size());
  });
  return content;
}

std::string WheelReader::dist_info() const {
  std::set<std::string> folders;
  for (const Member& member : directory_.members) {
    const std::string_view top = std::string_view(member.name).substr(0, member.name.find('/'));
    if (top.size() != member.name.size() && top.ends_with(".dist-info")) folders.emplace(top);
  }
  if (folders.size() != 1) {
    refuse_archive(file_name(), "wheel-dist-info",
                   fmt::format("a wheel has one .dist-info folder, this has {}", folders.size()));
  }
  return *folders.begin();
}

std::string WheelReader::read_dist_info(std::string_view name, std::uint64_t limit) const {
  const std::string path = dist_info() + "/" + std::string(name);
  const Member* member = find(path);
  if (member == nullptr) refuse_archive(file_name(), "wheel-dist-info", path + " is missing");
  return read(*member, limit);
}

python::WheelFile WheelReader::wheel() const {
  return value_or_refuse(python::WheelFile::parse(read_dist_info("WHEEL", kWheelLimit)), file_name(),
                         "wheel-dist-info");
}

python::CoreMetadata WheelReader::metadata() const {
  return value_or_refuse(python::CoreMetadata::parse(read_dist_info("METADATA", kMetadataLimit)), file_name(),
                         "wheel-metadata");
}

std::vector<python::RecordEntry> WheelReader::record() const {
  return value_or_refuse(python::parse_record(read_dist_info("RECORD", kRecordLimit)), file_name(), "wheel-record");
}

}  // namespace kenv::archive
