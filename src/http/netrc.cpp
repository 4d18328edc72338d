// SPDX-License-Identifier: Apache-2.0
#include "http/netrc.hpp"

#include <algorithm>

namespace kenv::http {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

class Words {
 public:
  explicit Words(std::string_view rest) : rest_(rest) {}

  /// The next word where a keyword may stand: comments are passed over. Empty at the end.
  std::string keyword() {
    for (skip_blanks(); rest_.starts_with('#'); skip_blanks()) skip_to("\n");
    return word();
  }
  std::string word() {
    skip_blanks();
    if (rest_.starts_with('"')) return quoted();
    const auto end = std::min(rest_.find_first_of(kBlanks), rest_.size());
    std::string out(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return out;
  }
  void skip_to(std::string_view mark) { rest_.remove_prefix(std::min(rest_.find(mark), rest_.size())); }

 private:
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size())); }

  std::string quoted() {
    std::string out;
    std::size_t at = 1;
    for (; at < rest_.size() && rest_[at] != '"'; ++at) {
      if (rest_[at] == '\\' && at + 1 < rest_.size()) ++at;
      out += rest_[at];
    }
    rest_.remove_prefix(std::min(at + 1, rest_.size()));
    return out;
  }

  std::string_view rest_;
};

}  // namespace

std::vector<NetrcEntry> parse_netrc(std::string_view text) {
  std::vector<NetrcEntry> entries;
  Words words(text);
  for (std::string word = words.keyword(); !word.empty(); word = words.keyword()) {
    if (word == "machine")
      entries.push_back({words.word(), {}});
    else if (word == "default")
      entries.push_back({});
    else if (word == "macdef")
      words.skip_to("\n\n");
    else if (word == "login" && !entries.empty())
      entries.back().credentials.user = words.word();
    else if (word == "password" && !entries.empty())
      entries.back().credentials.password = words.word();
    else if (word == "account")
      words.word();
  }
  return entries;
}

}  // namespace kenv::http
