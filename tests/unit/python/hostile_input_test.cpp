// SPDX-License-Identifier: Apache-2.0
// Names, metadata and file names come from strangers. Whatever they hold, a parser answers; it never crashes or hangs,
// and what it accepts is written so that it reads back as the same value.
#include <fstream>
#include <iterator>
#include <random>

#include "base/text.hpp"
#include "python/entry_points.hpp"
#include "python/metadata.hpp"
#include "python/pylock_selection.hpp"
#include "python/pyproject.hpp"
#include "python/record.hpp"
#include "python/script_metadata.hpp"
#include "python/source_encoding.hpp"
#include "python/wheel_file.hpp"
#include "python/wheel_name.hpp"
#include "support/catch.hpp"

using namespace kenv::python;

namespace {

std::string seed_file(const std::string& name) {
  std::ifstream stream(std::string(KENV_SOURCE_DIR) + "/tests/fuzz/seeds/python/" + name, std::ios::binary);
  REQUIRE(stream);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Changes, removes, doubles or inserts a few bytes.
std::string mutate(std::string text, std::mt19937& random) {
  using namespace std::string_view_literals;
  constexpr auto kAwkward = "\0\n\r\t ,;:=!~<>()[]{}'\"\\./-_+*#@09aAzZ\x7f\x80\xff"sv;
  const auto below = [&](std::size_t limit) { return random() % limit; };
  for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
    const std::size_t at = below(text.size() + 1);
    const char byte = kAwkward[below(kAwkward.size())];
    switch (below(4)) {
      case 0:
        text.insert(at, 1, byte);
        break;
      case 1:
        text.erase(at, 1 + below(3));
        break;
      case 2:
        text.insert(at, text.substr(at, 1 + below(8)));
        break;
      default:
        if (at < text.size()) text[at] = byte;
    }
  }
  return text;
}

void parse_as_version(const std::string& text) {
  if (const auto version = Version::parse(text)) {
    INFO(version->text());
    CHECK(Version::parse(version->text()).value() == *version);
  }
}

void parse_as_specifiers(const std::string& text) {
  if (const auto set = SpecifierSet::parse(text)) {
    INFO(set->to_text());
    CHECK(SpecifierSet::parse(set->to_text()).value().to_text() == set->to_text());
  }
}

void parse_as_marker(const std::string& text) {
  if (const auto marker = Marker::parse(text)) {
    INFO(marker->to_text());
    CHECK(Marker::parse(marker->to_text()).value().to_text() == marker->to_text());
    static_cast<void>(marker->evaluate({}, {"a"}));
  }
}

void parse_as_requirement(const std::string& text) {
  if (const auto requirement = Requirement::parse(text)) {
    INFO(requirement->to_text());
    CHECK(Requirement::parse(requirement->to_text()).value().to_text() == requirement->to_text());
  }
}

void parse_as_record(const std::string& text) {
  if (const auto entries = parse_record(text)) CHECK(parse_record(render_record(*entries)).value() == *entries);
}

void parse_as_metadata(const std::string& text) { static_cast<void>(CoreMetadata::parse(text)); }
void parse_as_wheel_file(const std::string& text) { static_cast<void>(WheelFile::parse(text)); }
void parse_as_wheel_name(const std::string& text) { static_cast<void>(WheelName::parse(text)); }
void parse_as_entry_points(const std::string& text) { static_cast<void>(parse_entry_points(text)); }

void parse_as_requirements_file(const std::string& bytes) {
  const auto text = decode_source(bytes, "f");
  if (!text) return;
  const auto file =
      parse_requirements_file(*text, "f", [](std::string_view) { return std::optional<std::string>("x"); });
  for (const auto& problem : file.problems) CHECK(problem.where.line > 0);
}

void parse_as_pyproject(const std::string& text) {
  const auto project = parse_pyproject(text, "f");
  if (!project) return;
  static_cast<void>(project_requirements(*project, {}, true, {}));
  for (const auto& group : project->groups.names()) static_cast<void>(project->groups.requirements(group));
}

void parse_as_pylock(const std::string& text) {
  const auto lock = read_pylock(text, "f");
  if (!lock) return;
  static_cast<void>(select(*lock, {{}, Version::parse("3.12").value(), SupportedTags::for_interpreter({})}, "f"));
  // kenv's own writer knows wheels only, but what it writes is TOML whatever stands in it.
  CHECK(render_pylock(*lock).starts_with("lock-version"));
}

void parse_as_script(const std::string& text) { static_cast<void>(read_script_metadata(text, "f")); }

using Parser = void (*)(const std::string&);

/// Files whose every line is one input, and files that are one input.
const std::pair<const char*, Parser> kLineSeeds[] = {{"versions.txt", parse_as_version},
                                                     {"specifiers.txt", parse_as_specifiers},
                                                     {"markers.txt", parse_as_marker},
                                                     {"requirements.txt", parse_as_requirement},
                                                     {"wheel_names.txt", parse_as_wheel_name}};
const std::pair<const char*, Parser> kFileSeeds[] = {{"metadata.txt", parse_as_metadata},
                                                     {"wheel.txt", parse_as_wheel_file},
                                                     {"record.txt", parse_as_record},
                                                     {"entry_points.txt", parse_as_entry_points},
                                                     {"requirements_file.txt", parse_as_requirements_file},
                                                     {"pyproject.txt", parse_as_pyproject},
                                                     {"script.txt", parse_as_script},
                                                     {"pylock.txt", parse_as_pylock}};

std::string repeated(std::string_view text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("damaged copies of real input are answered, and what is accepted reads back as itself") {
  std::mt19937 random(20260101);  // the same damage in every run
  for (const auto& [file, parse] : kLineSeeds) {
    const std::string seeds = seed_file(file);
    for (const auto line : kenv::text::lines(seeds))
      for (int i = 0; i < 500; ++i) parse(mutate(std::string(line), random));
  }
  for (const auto& [file, parse] : kFileSeeds) {
    const std::string seed = seed_file(file);
    for (int i = 0; i < 1000; ++i) parse(mutate(seed, random));
  }
}

TEST_CASE("every parser is given every seed of the others") {
  for (const auto* seeds : {&kLineSeeds[0], &kFileSeeds[0]}) {
    const std::size_t count = seeds == &kLineSeeds[0] ? std::size(kLineSeeds) : std::size(kFileSeeds);
    for (std::size_t i = 0; i < count; ++i) {
      const std::string text = seed_file(seeds[i].first);
      for (const auto& [unused, parse] : kLineSeeds) parse(text);
      for (const auto& [unused, parse] : kFileSeeds) parse(text);
    }
  }
}

TEST_CASE("very long and very deep input is answered without exhausting stack or memory") {
  constexpr std::size_t kMany = 100'000;
  CHECK(Version::parse(repeated("1.", kMany) + "0"));
  CHECK(Version::parse(repeated("\u3000", kMany) + "1.0"));
  CHECK(!Version::parse(repeated("1.", kMany)));
  CHECK(!Version::parse("1.0" + repeated("a", kMany)));
  CHECK(SpecifierSet::parse(repeated(">=1,", kMany)).value().clauses.size() == kMany);
  CHECK(!Marker::parse(repeated("(", kMany)));
  CHECK(!Marker::parse(repeated("(", kMany) + "os_name == 'a'" + repeated(")", kMany)));
  CHECK(Marker::parse(repeated("(", 60) + "os_name == 'a'" + repeated(")", 60)).value().to_text() ==
        "os_name == \"a\"");
  CHECK(Marker::parse(repeated("os_name == 'a' or ", kMany) + "os_name == 'a'"));
  CHECK(Requirement::parse("a[" + repeated("b,", kMany) + "b]").value().extras.size() == 1);
  CHECK(!Requirement::parse(repeated("a", kMany) + "-"));
  CHECK(CoreMetadata::parse("Name: a\nVersion: 1\nSummary: x\n" + repeated(" y\n", kMany)));
  CHECK(parse_record(repeated("a,,\n", kMany)).value().size() == kMany);
  CHECK(!parse_record(repeated(",", kMany)));
  CHECK(!parse_record(repeated("\"\"", kMany) + "\""));
  CHECK(!WheelName::parse(repeated("a-", kMany) + ".whl"));
  parse_as_requirements_file(repeated("${X}", kMany) + "\n" + repeated("a\\\n", kMany) + repeated(" --hash", kMany));
  parse_as_requirements_file(repeated("# coding:", kMany));
  parse_as_pyproject("[dependency-groups]\na = [" + repeated("{include-group = 'a'},", kMany) + "]");
  std::string doubling = "[dependency-groups]\n";
  for (int i = 0; i < 60; ++i)
    doubling +=
        "g" + std::to_string(i) + " = [" + repeated("{include-group = 'g" + std::to_string(i + 1) + "'},", 2) + "]\n";
  CHECK_FALSE(parse_pyproject(doubling + "g60 = []\n", "f")->groups.requirements("g0"));
  parse_as_script("# /// script\n" + repeated("# ///\n", kMany));
  parse_as_script(repeated("# /// script\n", kMany));
  CHECK(!WheelName::parse("a-1-" + repeated("py3.", kMany) + "py3-none-any.whl"));
}
