// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "python/requirements_file.hpp"

namespace kenv::python {

/// What a single-file script states about itself in a comment block "# /// script" (packaging specifications, "Inline
/// script metadata"; PEP 723).
struct ScriptMetadata {
  std::vector<PlacedRequirement> dependencies;
  SpecifierSet requires_python;
  Position requires_python_at;
  std::vector<Problem> problems, notes;
};

/// Nothing if there is no such block; one that is not closed is none. Refuses two of them and a block that is no TOML.
Result<std::optional<ScriptMetadata>> read_script_metadata(std::string_view text, std::string_view file);

/// The line, from 1, of a "# /// script" that no "# ///" closes: to readers of the standard it is a comment, to people
/// most likely a slip.
std::optional<int> unclosed_script_block(std::string_view text);

}  // namespace kenv::python
