// SPDX-License-Identifier: Apache-2.0
#include "store/object_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <iterator>

#include "base/text.hpp"
#include "store/targets_text.hpp"

namespace kenv::store {
namespace {

constexpr std::string_view kFirstWord = "kenv-store-object";
constexpr int kVersion = 1;

// Takes the text apart line by line and field by field; after the first thing that does not fit, everything else fails.
class ObjectParser {
 public:
  explicit ObjectParser(std::string_view text) : rest_(text) {}

  Result<StoredWheel> parse() {
    StoredWheel wheel;
    if (const auto problem = read_head(wheel)) return refuse(*problem);
    const auto count = text::parse_unsigned(value_of("members"));
    if (!count || *count > rest_.size()) return refuse_here("the number of members is missing");
    wheel.members.reserve(static_cast<std::size_t>(*count));
    for (std::uint64_t i = 0; i < *count; ++i) {
      if (!read_member(wheel.members.emplace_back())) return refuse_here("a member cannot be read");
    }
    for (next_line(); line_.starts_with("gpu "); next_line()) {
      const std::string path(line_.substr(4));
      auto targets = read_groups();
      if (!targets) return refuse_here(targets.error().message);
      wheel.gpu_libraries.emplace(path, std::move(*targets));
    }
    if (line_ != "end" || !rest_.empty()) return refuse_here("the end is missing");
    return wheel;
  }

 private:
  std::optional<std::string> read_head(StoredWheel& wheel) {
    const auto version = text::parse_unsigned(value_of(kFirstWord));
    if (!version) return "this is no store object";
    if (*version > kVersion) return std::string(kNewerObject);
    wheel.origin.file_name = value_of("file");
    wheel.origin.url = value_of("url");
    wheel.origin.index = value_of("index");
    wheel.boot_id = value_of("boot");
    const auto device = text::parse_unsigned(value_of("device"));
    const auto purelib = value_of("purelib");
    wheel.is_purelib = purelib == "1";
    wheel.dist_info = value_of("dist-info");
    auto name = python::WheelName::parse(wheel.origin.file_name);
    if (!name) return name.error().message;
    if (!device || (purelib != "0" && purelib != "1") || wheel.dist_info.empty()) return "its head is damaged";
    wheel.device = *device;
    wheel.name = std::move(*name);
    return std::nullopt;
  }

  bool next_line() {
    ++number_;
    const auto end = rest_.find('\n');
    line_ = end == std::string_view::npos ? std::string_view() : rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return end != std::string_view::npos;
  }

  // The value of the next line, which must be "key value" or "key".
  std::string_view value_of(std::string_view key) {
    next_line();
    if (!line_.starts_with(key)) return {};
    const std::string_view value = line_.substr(key.size());
    return value.starts_with(' ') ? value.substr(1) : std::string_view();
  }

  template <class Number>
  bool take(Number& value, int base) {
    const auto [end, problem] = std::from_chars(line_.data(), line_.data() + line_.size(), value, base);
    if (problem != std::errc() || end == line_.data() + line_.size() || *end != ' ') return false;
    line_.remove_prefix(static_cast<std::size_t>(end - line_.data()) + 1);
    return true;
  }

  bool read_member(StoredMember& member) {
    const bool read = next_line() && take(member.mode, 8) && take(member.size, 10) && take(member.crc, 16) &&
                      take(member.inode, 10) && take(member.modified_ns, 10);
    member.path = line_;
    return read && !member.path.empty();
  }

  Result<gpu::LibraryTargets> read_groups() {
    gpu::LibraryTargets targets;
    while (rest_.starts_with("group ")) {
      if (!next_line()) return refuse("a group of containers is cut off");
      auto group = parse_group(line_.substr(6));
      if (!group) return tl::unexpected(group.error());
      targets.groups.push_back(std::move(*group));
    }
    return targets;
  }

  tl::unexpected<Problem> refuse_here(std::string message) const {
    return refuse(std::move(message), {"object", number_, 0});
  }

  std::string_view rest_, line_;
  int number_ = 0;
};

}  // namespace

std::string render_object(const StoredWheel& wheel) {
  std::string text;
  text.reserve(512 + wheel.members.size() * 112);
  auto out = std::back_inserter(text);
  fmt::format_to(out, "{} {}\nfile {}\nurl {}\nindex {}\nboot {}\ndevice {}\npurelib {}\ndist-info {}\nmembers {}\n",
                 kFirstWord, kVersion, wheel.origin.file_name, wheel.origin.url, wheel.origin.index, wheel.boot_id,
                 wheel.device, wheel.is_purelib ? 1 : 0, wheel.dist_info, wheel.members.size());
  for (const StoredMember& member : wheel.members) {
    fmt::format_to(out, "{:o} {} {:08x} {} {} {}\n", member.mode, member.size, member.crc, member.inode,
                   member.modified_ns, member.path);
  }
  for (const auto& [path, targets] : wheel.gpu_libraries) {
    fmt::format_to(out, "gpu {}\n", path);
    for (const auto& group : targets.groups) fmt::format_to(out, "group {}\n", render_group(group));
  }
  text += "end\n";
  return text;
}

Result<StoredWheel> parse_object(std::string_view text) { return ObjectParser(text).parse(); }

}  // namespace kenv::store
