// SPDX-License-Identifier: Apache-2.0
#include "transaction/seal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "transaction/seal_text.hpp"

namespace kenv::transaction {
namespace {

constexpr std::string_view kHeader = "kenv-seal 1\n";

/// The wheels of a seal, numbered in the order in which they are met.
using WheelNumbers = std::map<Sha256Digest, std::size_t>;

void append_file(std::string& out, const SealedEntry& entry, const WheelNumbers& wheels) {
  fmt::format_to(std::back_inserter(out), "f\t{:o}\t{}\t{}\t", entry.mode, entry.size, entry.modified_ns);
  if (const auto* member = std::get_if<store::StoreMember>(&entry.origin)) {
    fmt::format_to(std::back_inserter(out), "w{}\t", wheels.at(member->wheel));
    append_field(out, member->member);
  } else if (const auto* kept = std::get_if<KeptFile>(&entry.origin)) {
    out += kept->linked ? "k\t" : "c\t";
    append_field(out, kept->key);
  } else {
    out += "-\t";
  }
}

}  // namespace

const SealedEntry* Seal::find(std::string_view path) const {
  const auto at =
      std::lower_bound(entries.begin(), entries.end(), path,
                       [](const SealedEntry& entry, std::string_view wanted) { return entry.path < wanted; });
  return at != entries.end() && at->path == path ? &*at : nullptr;
}

std::uint64_t Seal::bytes() const {
  std::uint64_t total = 0;
  for (const auto& entry : entries) total += entry.size;
  return total;
}

std::string to_text(const Seal& seal) {
  std::string out = fmt::format("{}root\t{:o}\n", kHeader, seal.root_mode);
  WheelNumbers wheels;
  for (const auto& entry : seal.entries) {
    const auto* member = std::get_if<store::StoreMember>(&entry.origin);
    if (member == nullptr || !wheels.emplace(member->wheel, wheels.size()).second) continue;
    out += "wheel\t" + member->wheel.hex() + "\n";
  }
  out.reserve(seal.entries.size() * 160);
  for (const auto& entry : seal.entries) {
    if (entry.kind == io::FileKind::Directory) {
      fmt::format_to(std::back_inserter(out), "d\t{:o}", entry.mode);
    } else if (entry.kind == io::FileKind::Symlink) {
      out += "l\t";
      append_field(out, entry.target);
    } else {
      append_file(out, entry, wheels);
    }
    out += '\t';
    append_field(out, entry.path);
    out += '\n';
  }
  return out + fmt::format("end\t{}\n", seal.entries.size());
}

Seal read_seal(const fs::path& file) {
  auto seal = parse_seal(io::read_text(file, std::uint64_t{1} << 30));
  if (!seal) {
    throw Error(ExitCode::Failed, "state-damaged",
                fmt::format("{} cannot be read: {}", file.string(), seal.error().text()),
                fmt::format("give this generation up: rm -r '{}'", file.parent_path().string()));
  }
  return std::move(*seal);
}

}  // namespace kenv::transaction
