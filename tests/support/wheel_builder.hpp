// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include "base/sha256.hpp"
#include "io/files.hpp"
#include "support/zip_builder.hpp"

namespace kenv::test {

/// A small real wheel: the given files with METADATA, WHEEL and a RECORD that is right unless the test spoils it.
class WheelBuilder {
 public:
  std::string name, version, tag;
  std::string metadata_name, metadata_version;  ///< what METADATA states
  std::string wheel_tag;                        ///< what WHEEL states
  bool purelib = true;
  std::string more_metadata;    ///< lines such as "Requires-Dist: numpy\n"
  std::string entry_points;     ///< content of entry_points.txt; none if empty
  std::string more_record;      ///< rows after the right ones
  std::string record_in_place;  ///< the whole RECORD, if not empty

  explicit WheelBuilder(std::string project = "demo", std::string release = "1.0", std::string tags = "py3-none-any")
      : name(std::move(project)), version(std::move(release)), tag(std::move(tags)) {
    metadata_name = name;
    metadata_version = version;
    wheel_tag = tag;
  }

  WheelBuilder& file(std::string path, std::string content, std::uint32_t mode = 0100644) {
    ZipEntry entry;
    entry.name = std::move(path);
    entry.content = std::move(content);
    entry.mode = mode;
    files_.push_back(std::move(entry));
    return *this;
  }

  std::string file_name() const { return name + "-" + version + "-" + tag + ".whl"; }
  std::string dist_info() const { return name + "-" + version + ".dist-info"; }

  std::string bytes() const {
    std::vector<ZipEntry> files = files_;
    const auto add = [&](const std::string& path, std::string content) {
      ZipEntry entry;
      entry.name = dist_info() + "/" + path;
      entry.content = std::move(content);
      files.push_back(std::move(entry));
    };
    add("METADATA",
        "Metadata-Version: 2.1\nName: " + metadata_name + "\nVersion: " + metadata_version + "\n" + more_metadata);
    add("WHEEL", std::string("Wheel-Version: 1.0\nGenerator: kenv-tests\nRoot-Is-Purelib: ") +
                     (purelib ? "true" : "false") + "\nTag: " + wheel_tag + "\n");
    if (!entry_points.empty()) add("entry_points.txt", entry_points);
    std::string record;
    for (const ZipEntry& entry : files) {
      record += entry.name + ",sha256=" + sha256(entry.content).base64url() + "," +
                std::to_string(entry.content.size()) + "\n";
    }
    record += dist_info() + "/RECORD,,\n" + more_record;
    add("RECORD", record_in_place.empty() ? record : record_in_place);
    ZipBuilder zip;
    for (ZipEntry& entry : files) zip.add(std::move(entry));
    return zip.bytes();
  }

  Sha256Digest digest() const { return sha256(bytes()); }

  /// Writes it into `folder` under its own name.
  std::filesystem::path write(const std::filesystem::path& folder) const {
    const auto path = folder / file_name();
    io::write_text(path, bytes());
    return path;
  }

 private:
  std::vector<ZipEntry> files_;
};

}  // namespace kenv::test
