// SPDX-License-Identifier: Apache-2.0
#include "python/version.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "python/scanner.hpp"

namespace kenv::python {
namespace {

bool is_separator(char c) { return c == '-' || c == '_' || c == '.'; }

/// PEP 440 removes white space around a version; Python's notion of it includes these characters beyond ASCII.
std::string_view trim_space(std::string_view text) {
  constexpr std::array<std::string_view, 20> kWide = {
      "\u0085", "\u00a0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006",
      "\u2007", "\u2008", "\u2009", "\u200a", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000", "\x1f"};
  for (bool changed = true; changed;) {
    const std::size_t before = text.size();
    text = text::trim(text);
    for (std::string_view space : kWide) {
      if (text.starts_with(space)) text.remove_prefix(space.size());
      if (text.ends_with(space)) text.remove_suffix(space.size());
    }
    changed = text.size() != before;
  }
  return text;
}

/// The parts of a version in the order in which they stand. Each reader consumes its part if it is there.
/// The letters are lower case already.
class VersionReader {
 public:
  explicit VersionReader(std::string_view text) : scan_(text) {}

  bool read(Version& version) {
    scan_.take('v');
    if (!read_epoch_and_release(version)) return false;
    read_pre(version);
    read_post(version);
    read_dev(version);
    return read_local(version) && scan_.at_end();
  }

 private:
  std::string_view digits() { return scan_.take_while(is_ascii_digit); }

  bool read_epoch_and_release(Version& version) {
    std::string_view number = digits();
    if (number.empty()) return false;
    if (scan_.take('!')) {
      version.epoch = VersionNumber::from_digits(number);
      number = digits();
      if (number.empty()) return false;
    }
    version.release.push_back(VersionNumber::from_digits(number));
    while (scan_.peek() == '.' && scan_.rest().size() > 1 && is_ascii_digit(scan_.rest()[1])) {
      scan_.take('.');
      version.release.push_back(VersionNumber::from_digits(digits()));
    }
    return true;
  }

  /// "[-_.]?word[-_.]?N?", the shape that pre-, post- and development releases share. The number is 0 if left out.
  std::optional<VersionNumber> labelled_number(std::string_view word) {
    const std::string_view rest = scan_.rest();
    const std::size_t separator = !rest.empty() && is_separator(rest.front()) ? 1 : 0;
    if (!rest.substr(separator).starts_with(word)) return std::nullopt;
    scan_.advance(separator + word.size());
    if (is_separator(scan_.peek())) scan_.advance(1);
    return VersionNumber::from_digits(digits());
  }

  void read_pre(Version& version) {
    using enum Version::Pre;
    // Longer words stand before their beginnings.
    constexpr std::array<std::pair<std::string_view, Version::Pre>, 8> kWords = {{{"alpha", Alpha},
                                                                                  {"a", Alpha},
                                                                                  {"beta", Beta},
                                                                                  {"b", Beta},
                                                                                  {"preview", Candidate},
                                                                                  {"pre", Candidate},
                                                                                  {"rc", Candidate},
                                                                                  {"c", Candidate}}};
    for (const auto& [word, kind] : kWords) {
      if (auto number = labelled_number(word)) {
        version.pre.emplace(kind, std::move(*number));
        return;
      }
    }
  }

  void read_post(Version& version) {
    const std::string_view rest = scan_.rest();
    if (rest.size() > 1 && rest[0] == '-' && is_ascii_digit(rest[1])) {  // "1.0-1" is 1.0.post1
      scan_.take('-');
      version.post = VersionNumber::from_digits(digits());
      return;
    }
    for (std::string_view word : {"post", "rev", "r"})
      if (!version.post) version.post = labelled_number(word);
  }

  void read_dev(Version& version) { version.dev = labelled_number("dev"); }

  bool read_local(Version& version) {
    if (!scan_.take('+')) return true;
    do {
      const std::string_view segment = scan_.take_while(is_ascii_alnum);
      if (segment.empty()) return false;
      if (std::ranges::all_of(segment, is_ascii_digit))
        version.local.emplace_back(VersionNumber::from_digits(segment));
      else
        version.local.emplace_back(std::string(segment));
    } while (scan_.take('.') || scan_.take('-') || scan_.take('_'));
    return true;
  }

  Scanner scan_;
};

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
  VersionNumber number;
  const auto first = digits.find_first_not_of('0');
  if (first != std::string_view::npos) number.digits = digits.substr(first);
  return number;
}

std::strong_ordering VersionNumber::operator<=>(const VersionNumber& other) const {
  if (const auto order = digits.size() <=> other.digits.size(); order != 0) return order;
  return digits.compare(other.digits) <=> 0;
}

Result<Version> Version::parse(std::string_view text) {
  Version version;
  const std::string lower = text::lower(trim_space(text));
  if (!VersionReader(lower).read(version))
    return refuse(excerpt(text) + " is not a version", {}, "PEP 440 versions look like 2.7.1, 2.8.0rc1 or 2.8.0+cu128");
  return version;
}

const VersionNumber& Version::release_at(std::size_t index) const {
  static const VersionNumber zero;
  return index < release.size() ? release[index] : zero;
}

std::strong_ordering Version::operator<=>(const Version& other) const {
  if (const auto order = epoch <=> other.epoch; order != 0) return order;
  for (std::size_t i = 0; i < std::max(release.size(), other.release.size()); ++i)
    if (const auto order = release_at(i) <=> other.release_at(i); order != 0) return order;
  if (const auto order = compare_optional(pre, other.pre, absent_pre(*this), absent_pre(other)); order != 0)
    return order;
  if (const auto order = compare_optional(post, other.post, Absent::Before, Absent::Before); order != 0) return order;
  if (const auto order = compare_optional(dev, other.dev, Absent::After, Absent::After); order != 0) return order;
  return std::lexicographical_compare_three_way(local.begin(), local.end(), other.local.begin(), other.local.end());
}

std::string Version::text() const {
  const std::string local_part = local_text();
  return local_part.empty() ? public_text() : public_text() + "+" + local_part;
}

std::string Version::public_text() const {
  std::string out;
  if (epoch != VersionNumber{}) out += epoch.digits + "!";
  for (std::size_t i = 0; i < release.size(); ++i) out += (i == 0 ? "" : ".") + release[i].digits;
  if (pre) out += (pre->first == Pre::Alpha ? "a" : pre->first == Pre::Beta ? "b" : "rc") + pre->second.digits;
  if (post) out += ".post" + post->digits;
  if (dev) out += ".dev" + dev->digits;
  return out;
}

std::string Version::local_text() const {
  std::string out;
  for (const LocalSegment& segment : local) {
    if (!out.empty()) out += ".";
    out += std::holds_alternative<std::string>(segment) ? std::get<std::string>(segment)
                                                        : std::get<VersionNumber>(segment).digits;
  }
  return out;
}

Version Version::without_local() const {
  Version version = *this;
  version.local.clear();
  return version;
}

}  // namespace kenv::python
