// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/digest.hpp"
#include "io/files.hpp"

namespace kenv::http {

/// The bytes of a download that have arrived: the .part file, their running digests, and the validator (ETag or
/// Last-Modified) that tells whether the server still has the same file.
class PartialDownload {
 public:
  /// `algorithms`: of the digests to compute beside SHA-256.
  explicit PartialDownload(std::filesystem::path destination, std::set<DigestAlgorithm> algorithms = {});
  /// What can be written is written: a later run goes on from there.
  ~PartialDownload();
  PartialDownload(const PartialDownload&) = delete;
  PartialDownload& operator=(const PartialDownload&) = delete;

  /// Takes up what an earlier run left. Without a validator only if `vouched`: a digest will judge the whole then.
  void open(bool vouched, std::optional<std::uint64_t> expected_size);
  void reserve(std::uint64_t size);
  void append(std::span<const std::byte> bytes);
  void restart();
  void remember(const std::string& validator);
  /// Ends the digests; all bytes are in the file then.
  Digests finish();
  void move_into_place();
  void discard();

  std::uint64_t size() const { return written_ + buffer_.size(); }
  const std::string& validator() const { return validator_; }
  bool is_open() const { return static_cast<bool>(file_); }

 private:
  void flush();
  void hash_existing(std::uint64_t size);

  std::filesystem::path destination_, part_, validator_file_;
  io::FileDescriptor file_;
  std::set<DigestAlgorithm> algorithms_;
  FileHash hash_;
  std::vector<std::byte> buffer_;
  std::uint64_t written_ = 0;
  std::string validator_;
};

}  // namespace kenv::http
