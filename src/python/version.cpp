// SPDX-License-Identifier: Apache-2.0
#include "python/version.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "python/scanner.hpp"
#include "python/version_reader.hpp"

namespace kenv::python {
namespace {

/// Where a version without the part in question stands relative to those that have it.
enum class Absent { Before, After };

template <class T>
std::strong_ordering compare_optional(const std::optional<T>& a, const std::optional<T>& b, Absent absent_a,
                                      Absent absent_b) {
  const auto rank = [](bool present, Absent absent) { return present ? 1 : absent == Absent::Before ? 0 : 2; };
  if (const auto order = rank(a.has_value(), absent_a) <=> rank(b.has_value(), absent_b); order != 0) return order;
  return a && b ? *a <=> *b : std::strong_ordering::equal;
}

/// A development release of a final version (1.0.dev1) stands before all its pre-releases.
Absent absent_pre(const Version& version) { return !version.post && version.dev ? Absent::Before : Absent::After; }

}  // namespace

VersionNumber VersionNumber::from_digits(std::string_view digits) {
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty()) return VersionNumber();
  if (const auto value = text::parse_unsigned(digits)) return VersionNumber(*value);
  VersionNumber number;
  number.digits_ = std::make_shared<const std::string>(digits);
  return number;
}

std::string VersionNumber::text() const { return digits_ ? *digits_ : std::to_string(value_); }

std::optional<std::uint64_t> VersionNumber::small() const {
  return digits_ ? std::nullopt : std::optional<std::uint64_t>(value_);
}

std::strong_ordering VersionNumber::compare_digits(const VersionNumber& other) const {
  if (!digits_ || !other.digits_) return (digits_ != nullptr) <=> (other.digits_ != nullptr);
  if (const auto order = digits_->size() <=> other.digits_->size(); order != 0) return order;
  return digits_->compare(*other.digits_) <=> 0;
}

Result<Version> Version::parse(std::string_view text) {
  Version version;
  Scanner scan(text);
  skip_wide_space(scan);
  std::string_view expected = read_version(scan, version);
  if (expected.empty()) {
    skip_wide_space(scan);
    if (scan.at_end()) return version;
    expected = "a suffix such as rc1, .post1, .dev1 or +cu128, or the end,";
  }
  Problem problem = scan.expected(expected).value();
  problem.message = excerpt(text) + " is not a version: expected " + std::string(expected) + " at column " +
                    std::to_string(problem.where.column);
  problem.hint = "PEP 440 versions look like 2.7.1, 2.8.0rc1 or 2.8.0+cu128";
  return tl::unexpected(std::move(problem));
}

const VersionNumber& Version::release_at(std::size_t index) const {
  static const VersionNumber zero;
  return index < release.size() ? release[index] : zero;
}

std::strong_ordering Version::compare_release(const Version& other) const {
  if (const auto order = epoch <=> other.epoch; order != 0) return order;
  const std::size_t common = std::min(release.size(), other.release.size());
  for (std::size_t i = 0; i < common; ++i)
    if (const auto order = release[i] <=> other.release[i]; order != 0) return order;
  for (std::size_t i = common; i < std::max(release.size(), other.release.size()); ++i)
    if (const auto order = release_at(i) <=> other.release_at(i); order != 0) return order;
  return std::strong_ordering::equal;
}

std::strong_ordering Version::compare_public(const Version& other) const {
  if (const auto order = compare_release(other); order != 0) return order;
  if (const auto order = compare_optional(pre, other.pre, absent_pre(*this), absent_pre(other)); order != 0)
    return order;
  if (const auto order = compare_optional(post, other.post, Absent::Before, Absent::Before); order != 0) return order;
  return compare_optional(dev, other.dev, Absent::After, Absent::After);
}

std::strong_ordering Version::operator<=>(const Version& other) const {
  if (const auto order = compare_public(other); order != 0) return order;
  return std::lexicographical_compare_three_way(local.begin(), local.end(), other.local.begin(), other.local.end());
}

std::string Version::text() const {
  const std::string local_part = local_text();
  return local_part.empty() ? public_text() : public_text() + "+" + local_part;
}

std::string Version::public_text() const {
  std::string out;
  if (epoch != VersionNumber{}) out += epoch.text() + "!";
  for (std::size_t i = 0; i < release.size(); ++i) out += (i == 0 ? "" : ".") + release[i].text();
  if (pre) out += (pre->first == Pre::Alpha ? "a" : pre->first == Pre::Beta ? "b" : "rc") + pre->second.text();
  if (post) out += ".post" + post->text();
  if (dev) out += ".dev" + dev->text();
  return out;
}

std::string Version::local_text() const {
  std::string out;
  for (const LocalSegment& segment : local) {
    if (!out.empty()) out += ".";
    out += std::holds_alternative<std::string>(segment) ? std::get<std::string>(segment)
                                                        : std::get<VersionNumber>(segment).text();
  }
  return out;
}

Version Version::without_local() const {
  Version version = *this;
  version.local.clear();
  return version;
}

}  // namespace kenv::python
