// SPDX-License-Identifier: Apache-2.0
#include "python/platform_tags.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace kenv::python {
namespace {

/// Minor versions far beyond any that exists are cut off, so that damaged facts cannot fill the memory.
constexpr int kHighestPlatformMinor = 200;

struct ManylinuxAlias {
  int glibc_minor;
  std::string_view name;
};
/// The names from before PEP 600, for the same glibc 2.N.
constexpr std::array<ManylinuxAlias, 3> kAliases = {{{17, "manylinux2014"}, {12, "manylinux2010"}, {5, "manylinux1"}}};

/// The oldest glibc that manylinux knows: 2.5 on Intel, 2.17 where manylinux2014 was the first policy; none elsewhere.
std::optional<int> oldest_glibc_minor(std::string_view machine) {
  if (machine == "x86_64" || machine == "i686") return 5;
  constexpr std::array<std::string_view, 7> kLater = {"aarch64", "armv7l",  "loongarch64", "ppc64",
                                                      "ppc64le", "riscv64", "s390x"};
  if (std::ranges::find(kLater, machine) != kLater.end()) return 17;
  return std::nullopt;
}

void add_manylinux(const TagFacts& facts, const std::string& machine, std::vector<std::string>& tags) {
  const auto oldest = oldest_glibc_minor(machine);
  if (!oldest || facts.libc_major != 2) return;
  for (int minor = std::min(facts.libc_minor, kHighestPlatformMinor); minor >= *oldest; --minor) {
    tags.push_back("manylinux_2_" + std::to_string(minor) + "_" + machine);
    for (const auto& alias : kAliases)
      if (alias.glibc_minor == minor) tags.push_back(std::string(alias.name) + "_" + machine);
  }
}

void add_musllinux(const TagFacts& facts, const std::string& machine, std::vector<std::string>& tags) {
  for (int minor = std::min(facts.libc_minor, kHighestPlatformMinor); minor >= 0; --minor)
    tags.push_back("musllinux_" + std::to_string(facts.libc_major) + "_" + std::to_string(minor) + "_" + machine);
}

/// From macOS 11 on the tags name the major version; before, 10.N. The minor version of an 11 or later does not count.
/// Beside its own machine's code an interpreter takes the "fat" kinds that hold it; Apple silicon has no older systems,
/// whose tags only universal2 names.
void add_macos(const TagFacts& facts, const std::string& machine, std::vector<std::string>& tags) {
  const bool apple_silicon = machine == "arm64";
  const std::vector<std::string> own =
      apple_silicon ? std::vector<std::string>{machine, "universal2"}
                    : std::vector<std::string>{machine, "intel", "fat64", "fat3", "universal2", "universal"};
  const auto add = [&](int major, int minor, const std::vector<std::string>& kinds) {
    for (const std::string& kind : kinds)
      tags.push_back("macosx_" + std::to_string(major) + "_" + std::to_string(minor) + "_" + kind);
  };
  const bool before_eleven = facts.macos_major < 11;
  for (int major = std::min(facts.macos_major, kHighestPlatformMinor); major >= 11; --major) add(major, 0, own);
  const int newest_of_ten = before_eleven ? std::min(facts.macos_minor, kHighestPlatformMinor) : 16;
  for (int minor = newest_of_ten; minor >= (before_eleven && apple_silicon ? 0 : 4); --minor)
    add(10, minor, apple_silicon && !before_eleven ? std::vector<std::string>{"universal2"} : own);
}

}  // namespace

std::string tag_machine(const std::string& machine) {
  const std::string lower = text::lower(machine);
  return lower == "amd64" ? "x86_64" : lower;
}

std::vector<std::string> platform_tags(const TagFacts& facts) {
  const std::string machine = tag_machine(facts.machine);
  std::vector<std::string> tags;
  if (facts.os == "windows") {
    const bool arm = machine == "arm64" || machine == "aarch64";
    tags.emplace_back(arm ? "win_arm64" : machine == "x86_64" ? "win_amd64" : "win32");
  } else if (facts.os == "macos") {
    add_macos(facts, machine == "aarch64" ? "arm64" : machine, tags);
  } else {
    if (facts.libc == "musl")
      add_musllinux(facts, machine, tags);
    else if (facts.libc == "glibc")
      add_manylinux(facts, machine, tags);
    tags.push_back("linux_" + machine);
  }
  return tags;
}

}  // namespace kenv::python
