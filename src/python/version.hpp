// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"

namespace kenv::python {

/// A number of any size. Calendar versions with time stamps exceed 64 bits; such numbers are kept as digits and
/// compared by length, then text. All others are plain integers, since versions are compared very often.
class VersionNumber {
 public:
  VersionNumber(std::uint64_t value = 0) : value_(value) {}  // NOLINT(google-explicit-constructor)
  static VersionNumber from_digits(std::string_view digits);

  std::string text() const;  ///< in decimal digits
  /// Nothing if it exceeds 64 bits.
  std::optional<std::uint64_t> small() const;
  std::strong_ordering operator<=>(const VersionNumber& other) const {
    return !digits_ && !other.digits_ ? value_ <=> other.value_ : compare_digits(other);
  }
  bool operator==(const VersionNumber& other) const { return (*this <=> other) == 0; }

 private:
  std::strong_ordering compare_digits(const VersionNumber& other) const;

  std::uint64_t value_;
  std::shared_ptr<const std::string> digits_;  ///< without leading zeros; null where value_ holds the number
};

/// A version as PEP 440 (packaging specifications, "Version specifiers") defines it, with its total order.
struct Version {
  enum class Pre { Alpha, Beta, Candidate };
  using LocalSegment = std::variant<std::string, VersionNumber>;  // text sorts before numbers

  VersionNumber epoch;
  std::vector<VersionNumber> release;  ///< at least one
  std::optional<std::pair<Pre, VersionNumber>> pre;
  std::optional<VersionNumber> post;
  std::optional<VersionNumber> dev;
  std::vector<LocalSegment> local;

  /// Accepts every spelling that PEP 440 normalises; refuses the rest with the column where it stops to be a version.
  static Result<Version> parse(std::string_view text);

  std::string text() const;         ///< the normal form
  std::string public_text() const;  ///< the normal form without the local part
  std::string local_text() const;   ///< "cu128", or empty
  Version without_local() const;
  bool is_prerelease() const { return pre.has_value() || dev.has_value(); }
  /// release[index], or 0 beyond its end: 2.7 and 2.7.0 are equal.
  const VersionNumber& release_at(std::size_t index) const;

  /// The order of the epochs and releases alone.
  std::strong_ordering compare_release(const Version& other) const;
  /// The order of the versions without their local parts.
  std::strong_ordering compare_public(const Version& other) const;
  std::strong_ordering operator<=>(const Version& other) const;
  bool operator==(const Version& other) const { return (*this <=> other) == 0; }
};

}  // namespace kenv::python
