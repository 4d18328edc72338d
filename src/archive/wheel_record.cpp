// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "archive/inflate.hpp"
#include "archive/refusal.hpp"
#include "archive/wheel_checks.hpp"
#include "base/sha256.hpp"
#include "io/parallel.hpp"

namespace kenv::archive {
namespace {

using Row = std::pair<const Member*, const python::RecordEntry*>;

[[noreturn]] void refuse_record(const WheelReader& wheel, const std::string& why) {
  refuse_archive(wheel.file_name(), "wheel-record-mismatch", why);
}

// RECORD cannot hold its own digest, and its signatures are made after it.
bool exempt(std::string_view name, std::string_view record) {
  return name == record || name == std::string(record) + ".jws" || name == std::string(record) + ".p7s";
}

Row match(const WheelReader& wheel, const python::RecordEntry& row,
          std::map<std::string_view, const Member*>& unlisted) {
  const auto found = unlisted.find(row.path);
  if (found == unlisted.end()) {
    refuse_record(wheel, "RECORD lists " + shown(row.path) +
                             (wheel.find(row.path) != nullptr ? " twice" : ", which is not in it"));
  }
  const Member* member = found->second;
  unlisted.erase(found);
  if (row.size && *row.size != member->size) {
    refuse_record(wheel, fmt::format("RECORD gives {} {} bytes, it has {}", shown(row.path), *row.size, member->size));
  }
  return {member, &row};
}

void verify_digest(const WheelReader& wheel, const Member& member, const python::RecordEntry& row, Inflater& inflater) {
  constexpr std::string_view kAlgorithm = "sha256=";
  if (!row.hash.starts_with(kAlgorithm)) {
    refuse_record(wheel, "RECORD has no SHA-256 for " + shown(row.path));
  }
  Sha256 hash;
  inflater.pieces(wheel.source(), member, wheel.file_name(),
                  [&](std::span<const std::byte> piece) { hash.update(piece); });
  const auto stated = Sha256Digest::from_base64url(std::string_view(row.hash).substr(kAlgorithm.size()));
  if (!stated || *stated != hash.finish())
    refuse_record(wheel, shown(row.path) + " has not the digest that RECORD states");
}

}  // namespace

void verify_record(const WheelReader& wheel, RecordDigests digests) {
  const std::string record_path = wheel.dist_info() + "/RECORD";
  const auto record = wheel.record();
  std::map<std::string_view, const Member*> unlisted;
  for (const Member& member : wheel.members()) {
    if (!member.is_directory()) unlisted.emplace(member.name, &member);
  }
  std::vector<Row> rows;
  for (const auto& row : record) {
    if (!exempt(row.path, record_path)) rows.push_back(match(wheel, row, unlisted));
  }
  for (const auto& [name, member] : unlisted) {
    if (!exempt(name, record_path)) refuse_record(wheel, "RECORD does not list " + shown(name));
  }
  if (digests == RecordDigests::Skip) return;
  constexpr std::size_t kBatch = 64;  // members that share an inflater
  io::parallel_for((rows.size() + kBatch - 1) / kBatch, 1, [&](std::size_t batch) {
    Inflater inflater;
    for (std::size_t i = batch * kBatch; i < std::min(rows.size(), (batch + 1) * kBatch); ++i) {
      verify_digest(wheel, *rows[i].first, *rows[i].second, inflater);
    }
  });
}

}  // namespace kenv::archive
