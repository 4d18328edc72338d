// SPDX-License-Identifier: Apache-2.0
#include "python/wheel_obstacle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

#include "base/text.hpp"
#include "python/platform_tags.hpp"
#include "python/tag_summary.hpp"

namespace kenv::python {
namespace {

/// What can be wrong with a tag, one bit each; the lower bits are what a user can most likely do something about.
enum Obstacle : unsigned {
  kLibcVersion = 1,
  kFreeThreading = 2,
  kAbi = 4,
  kPython = 8,
  kLibcKind = 16,
  kImplementation = 32,
  kMachine = 64,
  kSystem = 128,
};
constexpr unsigned kInterpreter = kFreeThreading | kAbi | kPython | kImplementation;

unsigned interpreter_obstacles(const Tag& tag, const SupportedTags& supported) {
  const TagFacts& facts = supported.facts();
  const InterpreterTag wanted = InterpreterTag::parse(tag.python);
  unsigned found = 0;
  if (wanted.implementation != "py" && (wanted.implementation == "cp") != (facts.implementation == "cpython"))
    found |= kImplementation;
  const bool or_newer = tag.abi.starts_with("abi3") || tag.abi == "none";
  const bool right_minor = wanted.minor < 0 || wanted.minor == facts.minor || (or_newer && wanted.minor < facts.minor);
  if (wanted.major != facts.major || !right_minor) found |= kPython;
  if (wanted.implementation == "cp" && tag.abi != "none" && tag.abi.ends_with('t') != facts.free_threaded)
    found |= kFreeThreading;
  if (found == 0 && !supported.accepts_interpreter(tag.python, tag.abi)) found = kAbi;
  return found;
}

struct LibcVersion {
  int major = 0, minor = 0;
  auto operator<=>(const LibcVersion&) const = default;
};

/// The C library that a Linux tag asks for; nothing for names that state none.
std::optional<LibcVersion> libc_version(std::string_view platform) {
  if (platform.starts_with("manylinux1_")) return LibcVersion{2, 5};
  if (platform.starts_with("manylinux2010_")) return LibcVersion{2, 12};
  if (platform.starts_with("manylinux2014_")) return LibcVersion{2, 17};
  const auto parts = text::split(platform, '_');
  if (parts.size() < 4) return std::nullopt;
  const auto major = text::parse_unsigned(parts[1]), minor = text::parse_unsigned(parts[2]);
  if (!major || !minor || *major > 1000 || *minor > 1000) return std::nullopt;
  return LibcVersion{static_cast<int>(*major), static_cast<int>(*minor)};
}

std::string_view system_of(std::string_view platform) {
  if (platform.starts_with("win")) return "windows";
  if (platform.starts_with("macosx")) return "macos";
  if (platform.starts_with("manylinux") || platform.starts_with("musllinux") || platform.starts_with("linux"))
    return "linux";
  return {};
}

unsigned platform_obstacles(const Tag& tag, const SupportedTags& supported) {
  const TagFacts& facts = supported.facts();
  if (supported.accepts_platform(tag.platform)) return 0;
  if (system_of(tag.platform) != facts.os) return kSystem;
  const bool right_machine = tag.platform.ends_with("_" + tag_machine(facts.machine));
  if (facts.os != "linux") return right_machine ? kSystem : kMachine;
  unsigned found = right_machine ? 0u : kMachine;
  const bool musl = tag.platform.starts_with("musllinux");
  if (musl != (facts.libc == "musl"))
    found |= kLibcKind;
  else if (const auto needed = libc_version(tag.platform);
           found == 0 || (needed && *needed > LibcVersion{facts.libc_major, facts.libc_minor}))
    found |= kLibcVersion;
  return found;
}

unsigned obstacles_of(const Tag& tag, const SupportedTags& supported) {
  const unsigned found = interpreter_obstacles(tag, supported) | platform_obstacles(tag, supported);
  // Each part can be right and the three not go together: "cp312-cp312-any".
  return found == 0 && !supported.priority({tag}) ? kAbi : found;
}

struct Judged {
  const Tag* tag = nullptr;
  unsigned obstacles = 0;

  /// Fewer first, then those that a user can do something about.
  auto closeness() const { return std::pair(std::popcount(obstacles), obstacles); }
};

std::string own_interpreter(const TagFacts& facts) {
  return fmt::format("{}{}{}{}",
                     facts.implementation == "cpython" ? "cp"
                     : facts.implementation == "pypy"  ? "pp"
                                                       : facts.implementation,
                     facts.major, facts.minor, facts.free_threaded ? "t" : "");
}

std::string interpreter_clause(unsigned obstacles, const TagFacts& facts) {
  std::vector<std::string> words;
  if (obstacles & kImplementation) words.push_back(facts.implementation == "cpython" ? "CPython" : "not CPython");
  if (obstacles & kPython) words.push_back(fmt::format("Python {}.{}", facts.major, facts.minor));
  if (obstacles & kFreeThreading) words.push_back(facts.free_threaded ? "free-threaded" : "not free-threaded");
  if (obstacles & kAbi) words.push_back("another ABI");
  return fmt::format("this interpreter is {}: {}", own_interpreter(facts), text::join(words, ", "));
}

std::string own_system(const TagFacts& facts) {
  if (facts.os == "macos") return fmt::format("macOS {}.{}", facts.macos_major, facts.macos_minor);
  return facts.os == "windows" ? "Windows" : "Linux";
}

/// What is said of the C library's version stands last: the figure that is needed follows it.
std::vector<std::string> clauses_of(unsigned obstacles, const TagFacts& facts) {
  std::vector<std::string> clauses;
  if (obstacles & kInterpreter) clauses.push_back(interpreter_clause(obstacles, facts));
  if (obstacles & kSystem) clauses.push_back("this system is " + own_system(facts));
  if (obstacles & kMachine) clauses.push_back("this machine is " + tag_machine(facts.machine));
  if (obstacles & kLibcKind)
    clauses.push_back(facts.libc == "musl" ? "this system has musl, they need glibc"
                                           : "this system has glibc, they need musl");
  if (obstacles & kLibcVersion)
    clauses.push_back(fmt::format("this system has {} {}.{}", facts.libc, facts.libc_major, facts.libc_minor));
  return clauses;
}

}  // namespace

std::string WheelObstacle::text() const {
  if (side == Side::None) return {};
  return fmt::format("has wheels for {}; {}{}", tags, here, needed.empty() ? "" : ", they need " + needed);
}

WheelObstacle wheel_obstacle(const std::vector<const std::vector<Tag>*>& wheels, const SupportedTags& supported) {
  std::vector<Judged> judged;
  for (const auto* tags : wheels)
    for (const auto& tag : *tags) judged.push_back({&tag, obstacles_of(tag, supported)});
  if (judged.empty())
    return {
        WheelObstacle::Side::Interpreter, "nothing", "no interpreter takes a wheel without a compatibility tag", {}};
  const Judged closest = *std::ranges::min_element(judged, {}, &Judged::closeness);
  if (closest.obstacles == 0) return {};

  // Of the wheels that there are, those matter that are blocked on the same side only.
  const bool interpreter_only = (closest.obstacles & ~kInterpreter) == 0;
  const bool platform_only = (closest.obstacles & kInterpreter) == 0;
  std::vector<Tag> shown;
  std::optional<LibcVersion> needed;
  for (const auto& one : judged) {
    if (interpreter_only && (one.obstacles & ~kInterpreter) != 0) continue;
    if (platform_only && (one.obstacles & kInterpreter) != 0) continue;
    shown.push_back(*one.tag);
    if (one.obstacles != kLibcVersion) continue;
    const auto version = libc_version(one.tag->platform);
    if (version && (!needed || *version < *needed)) needed = version;
  }
  const bool by_libc = (closest.obstacles & kLibcVersion) != 0 && needed;
  return {interpreter_only ? WheelObstacle::Side::Interpreter : WheelObstacle::Side::Platform, tag_summary(shown),
          text::join(clauses_of(closest.obstacles, supported.facts()), ", and "),
          by_libc ? fmt::format("{}.{} or newer", needed->major, needed->minor) : ""};
}

}  // namespace kenv::python
