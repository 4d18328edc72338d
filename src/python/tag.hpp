// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace kenv::python {

/// A compatibility tag (PEP 425): "cp312-cp312-manylinux_2_28_x86_64".
struct Tag {
  std::string python, abi, platform;
  auto operator<=>(const Tag&) const = default;
  std::string text() const { return python + "-" + abi + "-" + platform; }
  /// Expands a compressed tag set ("py2.py3-none-any") into its product.
  static Result<std::vector<Tag>> parse_set(std::string_view text);
};

/// What decides an interpreter's tags, as the interpreter itself reported it.
struct TagFacts {
  std::string implementation = "cpython";  ///< sys.implementation.name
  int major = 3, minor = 12;
  bool free_threaded = false;      ///< sysconfig Py_GIL_DISABLED
  std::string os = "linux";        ///< "linux", "windows", "macos"
  std::string machine = "x86_64";  ///< of the interpreter, not of the kernel
  std::string libc = "glibc";      ///< "glibc" or "musl"; empty if it takes neither's portable wheels
  int libc_major = 2, libc_minor = 28;
  int macos_major = 14, macos_minor = 0;  ///< macOS only
  bool operator==(const TagFacts&) const = default;
};

/// The tags an interpreter accepts, best first (packaging specifications, "Platform compatibility tags").
class SupportedTags {
 public:
  static SupportedTags for_interpreter(const TagFacts& facts);
  /// 0 is best; nothing if no tag of the wheel fits.
  std::optional<std::size_t> priority(const std::vector<Tag>& wheel_tags) const;
  const std::vector<Tag>& all() const { return ordered_; }
  /// Whether some accepted tag is for this platform, whatever its other parts.
  bool accepts_platform(std::string_view platform) const { return platforms_.contains(platform); }
  /// Whether some accepted tag is for this Python and ABI, whatever its platform.
  bool accepts_interpreter(std::string_view python, std::string_view abi) const;
  const TagFacts& facts() const { return facts_; }

 private:
  void add(std::string python, std::string abi, std::string platform);
  /// Where the tags of a Python and ABI stand in the order, by platform; null if none is accepted.
  const std::map<std::string, std::size_t, std::less<>>* positions(std::string_view python, std::string_view abi) const;

  std::vector<Tag> ordered_;
  std::set<std::string, std::less<>> platforms_;
  // By Python, then ABI, then platform: most wheels that do not fit fail at the first.
  std::map<std::string, std::map<std::string, std::map<std::string, std::size_t, std::less<>>, std::less<>>,
           std::less<>>
      positions_;
  TagFacts facts_;
};

}  // namespace kenv::python
