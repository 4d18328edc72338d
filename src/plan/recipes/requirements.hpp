// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "plan/recipes/recipe.hpp"

namespace kenv::plan {

/// What a requirements file says, before it is written down.
struct RequirementsFile {
  struct Line {
    std::string comment;  ///< may be empty
    std::string requirement;
    std::string digest;  ///< "sha256:HEX"; empty if digests are left out
  };
  std::vector<std::string> notes;
  std::vector<std::string> options;  ///< "--index-url https://HOST/simple"
  std::vector<Line> lines;           ///< by name
};

/// The list of indexes of a requirements file holds for all its lines, and pip merges what stands in it. So but one
/// source is named there, the default index where anything comes from it, and the wheels of others stand by address.
/// pip checks the digests of all lines or of none: if one of them is unknown they are left out, and a note names it.
RequirementsFile requirements_file(const Recipe& recipe);

}  // namespace kenv::plan
