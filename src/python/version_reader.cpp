// SPDX-License-Identifier: Apache-2.0
#include "python/version_reader.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace kenv::python {
namespace {

/// The parts of a version in the order in which they stand. Each reader consumes its part if it is there.
class VersionReader {
 public:
  explicit VersionReader(Scanner& scan) : scan_(scan) {}

  std::string_view read(Version& version) {
    take_word("v");
    if (!read_epoch_and_release(version)) return "a number";
    if (scan_.at_end()) return {};
    read_pre(version);
    read_post(version);
    version.dev = labelled_number("dev");
    return read_local(version) ? std::string_view() : "a letter or digit";
  }

 private:
  std::string_view digits() { return scan_.take_while(is_ascii_digit); }

  /// The word in lower case, however the text spells it.
  bool take_word(std::string_view word) {
    const std::string_view rest = scan_.rest();
    if (rest.size() < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i)
      if (ascii_lower(rest[i]) != word[i]) return false;
    scan_.advance(word.size());
    return true;
  }

  bool read_epoch_and_release(Version& version) {
    std::string_view number = digits();
    if (number.empty()) return false;
    if (scan_.take('!')) {
      version.epoch = VersionNumber::from_digits(number);
      number = digits();
      if (number.empty()) return false;
    }
    version.release.reserve(4);
    version.release.push_back(VersionNumber::from_digits(number));
    while (scan_.peek() == '.' && scan_.rest().size() > 1 && is_ascii_digit(scan_.rest()[1])) {
      scan_.take('.');
      version.release.push_back(VersionNumber::from_digits(digits()));
    }
    return true;
  }

  /// "[-_.]?word[-_.]?N?", the shape that pre-, post- and development releases share. The number is 0 if left out.
  std::optional<VersionNumber> labelled_number(std::string_view word) {
    const Scanner start = scan_;
    if (is_separator(scan_.peek())) scan_.advance(1);
    if (!take_word(word)) {
      scan_ = start;
      return std::nullopt;
    }
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

  bool read_local(Version& version) {
    if (!scan_.take('+')) return true;
    do {
      const std::string_view segment = scan_.take_while(is_ascii_alnum);
      if (segment.empty()) return false;
      if (std::ranges::all_of(segment, is_ascii_digit))
        version.local.emplace_back(VersionNumber::from_digits(segment));
      else
        version.local.emplace_back(text::lower(segment));
    } while (scan_.take('.') || scan_.take('-') || scan_.take('_'));
    return true;
  }

  Scanner& scan_;
};

}  // namespace

std::string_view read_version(Scanner& scan, Version& version) { return VersionReader(scan).read(version); }

namespace {

/// The white space at the scanner, or nothing.
std::string_view wide_space(const Scanner& scan) {
  constexpr std::array<std::string_view, 23> kWide = {"\u0085", "\u00a0", "\u1680", "\u2000", "\u2001", "\u2002",
                                                      "\u2003", "\u2004", "\u2005", "\u2006", "\u2007", "\u2008",
                                                      "\u2009", "\u200a", "\u2028", "\u2029", "\u202f", "\u205f",
                                                      "\u3000", "\x1c",   "\x1d",   "\x1e",   "\x1f"};
  const std::string_view rest = scan.rest();
  if (rest.empty() || is_ascii_alnum(rest.front())) return {};
  if (is_ascii_space(rest.front())) return rest.substr(0, 1);
  const auto* found = std::ranges::find_if(kWide, [&](std::string_view space) { return rest.starts_with(space); });
  return found == kWide.end() ? std::string_view() : *found;
}

}  // namespace

void skip_wide_space(Scanner& scan) {
  for (std::string_view space = wide_space(scan); !space.empty(); space = wide_space(scan)) scan.advance(space.size());
}

bool at_wide_space(const Scanner& scan) { return !wide_space(scan).empty(); }

}  // namespace kenv::python
