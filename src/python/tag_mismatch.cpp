// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.hpp"
#include "python/platform_tags.hpp"
#include "python/scanner.hpp"
#include "python/tag.hpp"

namespace kenv::python {
namespace {

/// "cp312" is {"cp", 3, 12}; "py3" is {"py", 3, none}.
struct PythonTag {
  std::string_view implementation;
  std::string_view major, minor;

  explicit PythonTag(std::string_view tag) {
    const auto letters = static_cast<std::size_t>(std::ranges::find_if(tag, is_ascii_digit) - tag.begin());
    implementation = tag.substr(0, letters);
    major = tag.substr(std::min(letters, tag.size()), 1);
    minor = tag.substr(std::min(letters + 1, tag.size()));
  }
  std::string version() const { return std::string(major) + (minor.empty() ? "" : ".") + std::string(minor); }
};

/// Why an interpreter refuses the Python and ABI part of a tag.
std::string python_reason(const Tag& tag, const TagFacts& facts) {
  const PythonTag wanted(tag.python);
  const std::string needs = "needs Python " + wanted.version();
  if (wanted.implementation == "pp") return "is for PyPy";
  if (wanted.implementation != "cp" && wanted.implementation != "py") return "is for the interpreter " + tag.python;
  if (wanted.implementation == "cp" && facts.implementation != "cpython") return "is for CPython";

  const auto major = text::parse_unsigned(wanted.major), minor = text::parse_unsigned(wanted.minor);
  if (!major || (!wanted.minor.empty() && !minor)) return "is for the interpreter " + tag.python;
  const bool right_major = *major == static_cast<std::uint64_t>(facts.major);
  const bool free_threaded_abi = tag.abi.ends_with('t');
  const bool or_newer = tag.abi == "abi3" || tag.abi == "abi3t" || tag.abi == "none";
  const bool right_minor = !minor || *minor == static_cast<std::uint64_t>(facts.minor) ||
                           (or_newer && *minor < static_cast<std::uint64_t>(facts.minor));
  if (!right_major || !right_minor)
    return needs + (or_newer && wanted.minor.size() > 0 && right_major ? " or newer" : "");
  if (free_threaded_abi && !facts.free_threaded) return "is for free-threaded Python";
  if (!free_threaded_abi && facts.free_threaded) return "is not for free-threaded Python";
  return "needs the Python ABI " + tag.abi;
}

/// "2.28" of "manylinux_2_28_x86_64"; empty for names that state no version.
std::string libc_version(std::string_view platform, std::string_view prefix) {
  if (!platform.starts_with(prefix)) return {};
  const auto parts = text::split(platform.substr(prefix.size()), '_');
  return parts.size() < 3 ? std::string() : std::string(parts[0]) + "." + std::string(parts[1]);
}

std::string_view system_of(std::string_view platform) {
  if (platform.starts_with("win")) return "Windows";
  if (platform.starts_with("macosx")) return "macOS";
  if (platform.starts_with("manylinux") || platform.starts_with("musllinux") || platform.starts_with("linux"))
    return "Linux";
  return {};
}

/// Why a machine refuses the platform part of a tag.
std::string platform_reason(const Tag& tag, const TagFacts& facts) {
  const std::string_view own_system = facts.os == "windows" ? "Windows" : facts.os == "macos" ? "macOS" : "Linux";
  const std::string_view system = system_of(tag.platform);
  if (system.empty()) return "is for the platform " + tag.platform;
  if (system != own_system) return "is for " + std::string(system);
  if (system != "Linux") return "is for another machine (" + tag.platform + ")";

  const std::string machine = tag_machine(facts.machine);
  if (!tag.platform.ends_with("_" + machine)) return "is for another machine (" + tag.platform + ")";
  const bool musl = tag.platform.starts_with("musllinux");
  if (musl != (facts.libc == "musl")) return musl ? "is for musl Linux" : "needs glibc";
  const std::string version = libc_version(tag.platform, musl ? "musllinux_" : "manylinux_");
  if (version.empty()) return "is for the platform " + tag.platform;
  return std::string("needs ") + (musl ? "musl " : "glibc ") + version;
}

}  // namespace

std::string SupportedTags::why_not(const std::vector<Tag>& wheel_tags) const {
  if (wheel_tags.empty()) return "has no compatibility tag";
  if (priority(wheel_tags)) return {};
  // The tag that comes closest names what is wrong: first one that fits the machine, then one that fits the
  // interpreter.
  for (const Tag& tag : wheel_tags)
    if (accepts_platform(tag.platform)) return python_reason(tag, facts_);
  for (const Tag& tag : wheel_tags)
    if (accepts_interpreter(tag.python, tag.abi)) return platform_reason(tag, facts_);
  return platform_reason(wheel_tags.front(), facts_);
}

}  // namespace kenv::python
