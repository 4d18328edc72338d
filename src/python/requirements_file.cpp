// SPDX-License-Identifier: Apache-2.0
#include "python/requirements_file.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "python/location.hpp"
#include "python/scanner.hpp"
#include "python/wheel_name.hpp"

namespace kenv::python {
namespace {

using Option = RequirementsOption;

constexpr const char* kBuildWheel =
    "build a wheel of it (pip wheel --no-deps -w wheels SOURCE) and name that wheel, or install it with pip afterwards";

/// "path[extra]; marker" taken apart. After an address the semicolon needs a space before it, since it may be part of
/// one.
struct LocationText {
  std::string location, extras, marker;
};

LocationText split_location(std::string_view text) {
  auto semicolon = text.find(has_scheme(text) ? " ;" : ";");
  LocationText parts;
  if (semicolon != std::string_view::npos) {
    parts.marker = text::trim(text.substr(text.find(';', semicolon) + 1));
    text = text.substr(0, semicolon);
  } else if (has_scheme(text) && text.find("; ") != std::string_view::npos) {
    semicolon = text.find("; ");
    parts.marker = text::trim(text.substr(semicolon + 1));
    text = text.substr(0, semicolon);
  }
  text = text::trim(text);
  if (const auto bracket = text.rfind('['); text.ends_with(']') && bracket != std::string_view::npos) {
    parts.extras = text.substr(bracket);
    text = text.substr(0, bracket);
  }
  parts.location = text;
  return parts;
}

/// Sees to the address of a requirement: it must be a wheel's; its digest becomes one that is vouched for.
Result<PlacedRequirement> finish(PlacedRequirement placed, const std::string& location) {
  const LocationKind kind = kind_of(location);
  if (kind != LocationKind::Wheel)
    return refuse(excerpt(without_secrets(location)) + " " + why_not_installed(kind), {}, kBuildWheel);
  auto digests = digests_in(location);
  if (!digests) return tl::unexpected(std::move(digests.error()));
  placed.hashes = digests->all();
  placed.requirement.url = has_scheme(location) ? location.substr(0, location.find('#')) : location;
  const auto wheel = WheelName::parse(file_name_of(location));
  if (!wheel) return tl::unexpected(wheel.error());
  if (placed.requirement.name.empty()) placed.requirement.name = wheel->name;
  if (placed.requirement.name != wheel->name)
    return refuse(excerpt(file_name_of(location)) + " is a wheel of " + wheel->name.text() + ", not of " +
                  placed.requirement.name.text());
  return placed;
}

Result<PlacedRequirement> parse_location(std::string_view text) {
  const LocationText parts = split_location(text);
  PlacedRequirement placed;
  if (!parts.extras.empty()) {
    auto extras = Requirement::parse("x" + parts.extras);
    if (!extras) return refuse("expected the names of extras in " + excerpt(parts.extras));
    placed.requirement.extras = std::move(extras->extras);
  }
  if (!parts.marker.empty()) {
    auto marker = Marker::parse(parts.marker);
    if (!marker) return tl::unexpected(Problem{marker.error().message, {}, marker.error().hint});
    placed.requirement.marker = *std::move(marker);
  }
  return finish(std::move(placed), parts.location);
}

/// Where the options of a line begin: at the first word with a hyphen in front that is not in a marker's quotes.
std::size_t options_start(std::string_view line) {
  if (line.starts_with('-')) return 0;
  bool in_marker = false;
  char quote = 0;
  for (std::size_t at = 1; at < line.size(); ++at) {
    const char c = line[at];
    if (quote != 0)
      quote = c == quote ? '\0' : quote;
    else if (in_marker && (c == '"' || c == '\''))
      quote = c;
    else if (c == '-' && is_ascii_space(line[at - 1]))
      return at;
    in_marker = in_marker || c == ';';
  }
  return line.size();
}

class Reading {
 public:
  Reading(std::string_view file, RequirementsFile& out) : file_(file), out_(out) {}

  void read(const LogicalLine& line) {
    const std::string_view text = line.text();
    const std::size_t start = options_start(text);
    auto options = parse_options(text.substr(start));
    if (!options) return report(line, start, options.error());
    for (auto& option : *options) {
      option.at += start;
      option.value_at += start;
    }
    if (start == 0)
      for (const auto& option : *options) take(line, option);
    else
      take_requirement(line, text::trim(text.substr(0, start)), *options);
  }

 private:
  /// A problem whose column counts from `start` in the logical line.
  void report(const LogicalLine& line, std::size_t start, const Problem& problem) {
    const auto column = static_cast<std::size_t>(std::max(problem.where.column - 1, 0));
    std::string unset;
    for (const auto& name : line.unset()) unset += "; the variable " + name + " is not set";
    out_.problems.push_back({without_secrets(problem.message) + unset, line.place(start + column, file_),
                             unset.empty() ? problem.hint : "set it: " + line.unset().front() + "=... kenv ..."});
  }
  void refuse_option(const LogicalLine& line, const OptionOnLine& option, const std::string& why, std::string hint) {
    out_.problems.push_back({option.name + " " + excerpt(without_secrets(option.value)) + " " + why,
                             line.place(option.at, file_), std::move(hint)});
  }
  void note(const LogicalLine& line, const OptionOnLine& option, const std::string& why) {
    out_.notes.push_back({option.name + (option.value.empty() ? "" : " " + without_secrets(option.value)) + " " + why,
                          line.place(option.at, file_),
                          {}});
  }

  void take_requirement(const LogicalLine& line, std::string_view text, const std::vector<OptionOnLine>& options) {
    auto placed = parse_placed_requirement(text);
    if (!placed) return report(line, 0, placed.error());
    placed->where = line.place(0, file_);
    for (const auto& option : options) {
      if (option.option == Option::Hash) {
        placed->hash_option = true;
        auto digest = parse_hash_option(option.value);
        if (digest)
          placed->hashes.push_back(*std::move(digest));
        else
          report(line, option.value_at, digest.error());
      } else if (option.option == Option::ConfigSettings || option.option == Option::BuildOption) {
        note(line, option, "has no effect: it concerns how a wheel is built, and kenv installs wheels that are built");
      } else {
        refuse_option(line, option, "may not stand behind a requirement", "write it on a line of its own");
      }
    }
    out_.requirements.push_back(*std::move(placed));
  }

  void take(const LogicalLine& line, const OptionOnLine& option) {
    const Position where = line.place(option.at, file_);
    switch (option.option) {
      case Option::Requirement:
      case Option::Constraint:
        out_.nested.push_back({where, option.value, option.option == Option::Constraint});
        break;
      case Option::IndexUrl:
      case Option::ExtraIndexUrl:
      case Option::NoIndex:
      case Option::FindLinks:
      case Option::TrustedHost:
      case Option::Pre:
      case Option::AllReleases:
      case Option::RequireHashes:
      case Option::NoRequireHashes:
        out_.options.push_back({where, option.option, option.value});
        break;
      case Option::Editable:
        refuse_option(
            line, option, "is an editable installation; kenv installs wheels and builds nothing",
            "take the line out, and afterwards run: pip install --no-deps -e " + without_secrets(option.value));
        break;
      case Option::NoBinary:
        if (option.value != ":none:")
          refuse_option(line, option, "asks for a build from source; kenv installs wheels and builds nothing",
                        kBuildWheel);
        break;
      case Option::OnlyBinary:
      case Option::PreferBinary:
        break;  // what kenv does anyway
      case Option::OnlyFinal:
        note(line, option, "has no effect: kenv takes a pre-release only where it is asked for or nothing else fits");
        break;
      case Option::UseFeature:
        note(line, option, "has no effect: it concerns pip itself");
        break;
      case Option::BuildOption:
      case Option::ConfigSettings:
        note(line, option, "has no effect: it concerns how a wheel is built, and kenv installs wheels that are built");
        break;
      case Option::Hash:
        refuse_option(line, option, "stands without a requirement",
                      "write it on the line of its requirement; a backslash at the end of a line joins the next one");
        break;
    }
  }

  std::string_view file_;
  RequirementsFile& out_;
};

}  // namespace

Result<PlacedRequirement> parse_placed_requirement(std::string_view text) {
  if (is_location(text)) return parse_location(text);
  auto requirement = Requirement::parse(text);
  if (!requirement) return tl::unexpected(std::move(requirement.error()));
  PlacedRequirement placed{{}, *std::move(requirement)};
  if (placed.requirement.url.empty()) return placed;
  const std::string location = placed.requirement.url;
  return finish(std::move(placed), location);
}

RequirementsFile parse_requirements_file(std::string_view text, std::string_view file, const VariableLookup& variable) {
  RequirementsFile out;
  Reading reading(file, out);
  for (const LogicalLine& line : logical_lines(text, variable)) reading.read(line);
  return out;
}

std::string why_no_constraint(const Requirement& requirement) {
  return requirement.extras.empty() ? "" : "a constraint may not ask for extras";
}

}  // namespace kenv::python
