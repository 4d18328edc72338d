// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace kenv {

/// A SHA-256 digest (FIPS 180-4): the name by which kenv knows a wheel.
struct Sha256Digest {
  std::array<std::uint8_t, 32> bytes{};

  auto operator<=>(const Sha256Digest&) const = default;

  std::string hex() const;
  /// URL-safe base64 without padding, the form RECORD uses (PEP 376, PEP 427).
  std::string base64url() const;
  static Result<Sha256Digest> from_hex(std::string_view hex);
  static Result<Sha256Digest> from_base64url(std::string_view text);
};

/// Computes a digest piece by piece, so that nothing has to be in memory as a whole.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void update(std::span<const std::byte> bytes);
  void update(std::string_view text) { update(std::as_bytes(std::span(text.data(), text.size()))); }
  /// Ends the computation; the object may not be updated afterwards.
  Sha256Digest finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

Sha256Digest sha256(std::string_view text);

}  // namespace kenv
