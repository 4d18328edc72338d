// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.hpp"
#include "python/requirement.hpp"
#include "python/requirements_lines.hpp"
#include "python/requirements_options.hpp"

namespace kenv::python {

/// A requirement with the place where it is written and what its line adds to it.
struct PlacedRequirement {
  Position where;
  /// A wheel that is named by its path or address alone has the name that its file name states; `url` is then the path
  /// or address as written, its digest taken off.
  Requirement requirement;
  std::vector<Digest> hashes{};  ///< of --hash and of the address's fragment; of each algorithm one has to be right
  bool hash_option = false;      ///< the line has a --hash
};

/// Another file that is to be read: "-r base.txt", "-c constraints.txt".
struct NestedFile {
  Position where;
  std::string path;  ///< as written: a path, or an address
  bool constraint = false;
};

/// An option that concerns the whole request: IndexUrl, ExtraIndexUrl, NoIndex, FindLinks, TrustedHost, Pre,
/// AllReleases, RequireHashes, NoRequireHashes.
struct GlobalOption {
  Position where;
  RequirementsOption option{};
  std::string value;
};

/// What a requirements or constraints file says.
struct RequirementsFile {
  std::vector<PlacedRequirement> requirements;
  std::vector<NestedFile> nested;
  std::vector<GlobalOption> options;
  std::vector<Problem>
      problems;                ///< lines that cannot be read, and what kenv cannot do; with any of them nothing counts
  std::vector<Problem> notes;  ///< lines without effect in kenv, and why
};

/// A file in pip's format, decoded (source_encoding.hpp). `file` is what places call it.
RequirementsFile parse_requirements_file(std::string_view text, std::string_view file, const VariableLookup& variable);

/// One requirement as a command line or a file has it: "numpy>=2", "name @ URL", "./x.whl[extra]; marker".
Result<PlacedRequirement> parse_placed_requirement(std::string_view text);

/// Why this may not stand among constraints, by pip's rules; empty if it may.
std::string why_no_constraint(const Requirement& requirement);

}  // namespace kenv::python
