// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_set>

#include "transaction/seal.hpp"
#include "transaction/seal_text.hpp"

namespace kenv::transaction {
namespace {

template <class Number>
bool read_number(std::string_view digits, Number& value, int base = 10) {
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  return problem == std::errc() && end == digits.data() + digits.size();
}

bool is_key(std::string_view key) {
  const auto allowed = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || c == '-'; };
  return !key.empty() && key.size() < 200 && std::all_of(key.begin(), key.end(), allowed);
}

class SealParser {
 public:
  explicit SealParser(std::string_view text) : rest_(text) {}

  Result<Seal> run() {
    if (!next_line() || line_ != "kenv-seal 1") return wrong("this is no seal that this kenv can read");
    if (!next_line() || !split() || count_ != 2 || fields_[0] != "root" || !read_mode(fields_[1], seal_.root_mode))
      return wrong("no root");
    while (next_line()) {
      if (!split()) return wrong("too many fields");
      if (fields_[0] == "end") return finish();
      if (fields_[0] == "wheel" && seal_.entries.empty()) {
        const auto digest = Sha256Digest::from_hex(fields_[1]);
        if (count_ != 2 || !digest) return wrong("no SHA-256 of a wheel");
        wheels_.push_back(*digest);
        continue;
      }
      SealedEntry entry;
      if (const char* problem = read_entry(entry)) return wrong(problem);
      seal_.entries.push_back(std::move(entry));
      if (const char* problem = check_place()) return wrong(problem);
    }
    return wrong("it ends before its last line");
  }

 private:
  bool next_line() {
    const auto end = rest_.find('\n');
    if (end == std::string_view::npos) return false;
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    ++number_;
    return true;
  }

  bool split() {
    count_ = 0;
    for (std::string_view left = line_;;) {
      if (count_ == fields_.size()) return false;
      const auto tab = left.find('\t');
      fields_[count_++] = left.substr(0, tab);
      if (tab == std::string_view::npos) return true;
      left.remove_prefix(tab + 1);
    }
  }

  Result<Seal> finish() {
    std::size_t count = 0;
    if (count_ != 2 || !read_number(fields_[1], count) || count != seal_.entries.size())
      return wrong("lines are missing");
    if (!rest_.empty()) return wrong("there is text after its end");
    return std::move(seal_);
  }

  const char* read_entry(SealedEntry& entry) {
    auto path = read_field(fields_[count_ - 1]);
    if (!path || !is_inner_path(*path)) return "the path does not stay in the environment";
    entry.path = std::move(*path);
    if (fields_[0] == "d" && count_ == 3) {
      entry.kind = io::FileKind::Directory;
      return read_mode(fields_[1], entry.mode) ? nullptr : "no mode";
    }
    if (fields_[0] == "l" && count_ == 3) {
      entry.kind = io::FileKind::Symlink;
      auto target = read_field(fields_[1]);
      if (!target || target->empty() || target->find('\0') != std::string::npos) return "no target of a link";
      entry.target = std::move(*target);
      return nullptr;
    }
    if (fields_[0] == "f" && count_ == 7) return read_file(entry);
    return "a line of no known kind";
  }

  const char* read_file(SealedEntry& entry) {
    if (!read_mode(fields_[1], entry.mode)) return "no mode";
    if (!read_number(fields_[2], entry.size) || !read_number(fields_[3], entry.modified_ns)) return "no number";
    const std::string_view kind = fields_[4];
    auto name = read_field(fields_[5]);
    if (!name) return "no origin";
    std::size_t wheel = 0;
    if (kind.starts_with('w') && read_number(kind.substr(1), wheel) && wheel < wheels_.size()) {
      if (!is_inner_path(*name)) return "the member does not stay in its wheel";
      entry.origin = store::StoreMember{wheels_[wheel], std::move(*name)};
    } else if (kind == "k" || kind == "c") {
      if (!is_key(*name)) return "no key of a kept file";
      entry.origin = KeptFile{std::move(*name), kind == "k"};
    } else if (kind != "-") {
      return "no origin";
    }
    return nullptr;
  }

  static bool read_mode(std::string_view digits, std::uint32_t& mode) {
    return read_number(digits, mode, 8) && mode <= 07777;
  }

  /// What restores a seal writes below each folder in turn: nothing may stand below a link or a file.
  const char* check_place() {
    const auto& entries = seal_.entries;
    const std::string& path = entries.back().path;
    if (entries.size() > 1 && !(entries[entries.size() - 2].path < path)) return "the paths are not in order";
    const auto slash = path.rfind('/');
    const std::string_view folder =
        slash == std::string::npos ? std::string_view() : std::string_view(path).substr(0, slash);
    if (folder != last_folder_) {  // neighbours are in one folder most of the time
      if (!folder.empty() && !folders_.contains(std::string(folder))) return "the folder of this path is missing";
      last_folder_ = folder;
    }
    if (entries.back().kind == io::FileKind::Directory) folders_.insert(path);
    return nullptr;
  }

  tl::unexpected<Problem> wrong(const char* what) const { return refuse(what, {"seal", number_, 0}); }

  std::string_view rest_, line_;
  std::array<std::string_view, 7> fields_;
  std::size_t count_ = 0;
  int number_ = 0;
  std::vector<Sha256Digest> wheels_;
  std::unordered_set<std::string> folders_;
  std::string last_folder_;
  Seal seal_;
};

}  // namespace

Result<Seal> parse_seal(std::string_view text) { return SealParser(text).run(); }

}  // namespace kenv::transaction
