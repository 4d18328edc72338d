// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "archive/member.hpp"
#include "gpu/byte_source.hpp"

namespace kenv::archive {

/// Unpacks members and checks each against its size and CRC-32. It keeps its buffers from member to member, so a worker
/// makes one and uses it for all its work; it takes about 2.5 MB at most, however large the members are.
class Inflater {
 public:
  Inflater();
  ~Inflater();
  Inflater(Inflater&&) noexcept;

  /// Members up to this size, packed and unpacked, can be had in one piece.
  static constexpr std::uint64_t kWholeLimit = 1u << 20;
  static bool fits_whole(const Member& member) {
    return member.size <= kWholeLimit && member.compressed_size <= kWholeLimit;
  }

  /// All bytes of a member that fits_whole(), valid until the next call. Throws Error(VerificationFailed).
  std::span<const std::byte> whole(const gpu::ByteSource& source, const Member& member, std::string_view archive);

  using Sink = std::function<void(std::span<const std::byte>)>;
  /// Hands the member to `sink` in pieces. What it got is verified only when this has returned.
  void pieces(const gpu::ByteSource& source, const Member& member, std::string_view archive, const Sink& sink);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kenv::archive
