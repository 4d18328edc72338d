// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace kenv::python {

/// The options that may stand in a requirements file (pip's documentation, "Requirements File Format"), and those that
/// once could.
enum class RequirementsOption {
  Requirement,
  Constraint,
  Editable,
  IndexUrl,
  ExtraIndexUrl,
  NoIndex,
  FindLinks,
  TrustedHost,
  NoBinary,
  OnlyBinary,
  PreferBinary,
  Pre,
  AllReleases,
  OnlyFinal,
  RequireHashes,
  NoRequireHashes,
  UseFeature,
  Hash,
  ConfigSettings,
  BuildOption,
};

/// One word of a line, as a shell would take it: quotes and backslashes undone. `at` is where it begins.
struct ShellWord {
  std::string text;
  std::size_t at = 0;
};
/// Refuses a quote without its partner; the problem's column is the place of the quote, from 1.
Result<std::vector<ShellWord>> shell_words(std::string_view text);

/// An option with its value, as it stands in a line.
struct OptionOnLine {
  RequirementsOption option{};
  std::string name;   ///< as written: "-r"
  std::string value;  ///< empty for options that take none
  std::size_t at = 0, value_at = 0;
};

/// The options of a line: "-r FILE", "-rFILE", "--requirement FILE", "--requirement=FILE", and the beginning of a long
/// name where only one option begins so. A problem's column is the place in `text`, from 1.
Result<std::vector<OptionOnLine>> parse_options(std::string_view text);

}  // namespace kenv::python
