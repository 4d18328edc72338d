// SPDX-License-Identifier: Apache-2.0
#include "http/partial_download.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "io/interrupt.hpp"
#include "io/partial_file.hpp"

namespace kenv::http {
namespace {

/// libcurl hands over at most 16 KiB at a time; fewer and larger writes cost less.
constexpr std::size_t kPieceBytes = 256u << 10;

std::filesystem::path with_suffix(std::filesystem::path path, const char* suffix) { return path += suffix; }

}  // namespace

PartialDownload::PartialDownload(std::filesystem::path destination, std::set<DigestAlgorithm> algorithms)
    : destination_(std::move(destination)),
      part_(with_suffix(destination_, ".part")),
      validator_file_(with_suffix(destination_, ".part.validator")),
      algorithms_(std::move(algorithms)),
      hash_(algorithms_) {}

PartialDownload::~PartialDownload() {
  try {
    if (file_) flush();
  } catch (const Error&) {
    // The disk is full or gone. Whatever is missing will be fetched again.
  }
}

void PartialDownload::open(bool vouched, std::optional<std::uint64_t> expected_size) {
  file_ = io::open_partial_file(part_);
  buffer_.reserve(kPieceBytes);
  validator_ = text::trim(io::read_text_if_present(validator_file_).value_or(""));
  const std::uint64_t size = io::file_size(file_, part_);
  const bool usable = (vouched || !validator_.empty()) && size <= expected_size.value_or(size);
  if (usable)
    hash_existing(size);
  else
    restart();
}

void PartialDownload::hash_existing(std::uint64_t size) {
  std::vector<std::byte> piece(1u << 20);
  while (written_ < size) {
    io::throw_if_interrupted();
    const auto count = io::read_at(
        file_, written_, std::span(piece).first(std::min<std::uint64_t>(piece.size(), size - written_)), part_);
    if (count == 0) break;
    hash_.update(std::span(piece).first(count));
    written_ += count;
  }
}

void PartialDownload::reserve(std::uint64_t size) { io::reserve_space(file_, size, part_); }

void PartialDownload::append(std::span<const std::byte> bytes) {
  hash_.update(bytes);
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  if (buffer_.size() >= kPieceBytes) flush();
}

void PartialDownload::flush() {
  io::write_at(file_, written_, buffer_, part_);
  written_ += buffer_.size();
  buffer_.clear();
}

void PartialDownload::restart() {
  buffer_.clear();
  written_ = 0;
  hash_ = FileHash(algorithms_);
  validator_.clear();
  io::set_size(file_, 0, part_);
}

void PartialDownload::remember(const std::string& validator) {
  if (validator == validator_) return;
  validator_ = validator;
  io::write_text(validator_file_, validator + "\n");
}

Digests PartialDownload::finish() {
  flush();
  return hash_.finish();
}

void PartialDownload::move_into_place() {
  file_ = {};
  io::rename(part_, destination_);
  io::remove_file_if_present(validator_file_);
}

void PartialDownload::discard() {
  file_ = {};
  io::remove_file_if_present(part_);
  io::remove_file_if_present(validator_file_);
}

}  // namespace kenv::http
