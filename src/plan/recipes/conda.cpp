// SPDX-License-Identifier: Apache-2.0
#include "plan/recipes/formats.hpp"
#include "plan/recipes/pins.hpp"
#include "plan/recipes/python_release.hpp"
#include "plan/recipes/requirements.hpp"

namespace kenv::plan {

std::string conda_recipe(const Recipe& recipe) {
  const auto file = requirements_file(recipe);
  std::string out = comments(file.notes);
  out += comments(
      {"the pip section holds the wheels that kenv chose: conda's packages of the same names are other builds"});
  out += "name: kenv\nchannels:\n  - conda-forge\ndependencies:\n";
  out += "  - python=" + release_line(recipe.target.python) + "\n";
  if (recipe.target.free_threaded) out += "  - python-freethreading\n";
  out += "  - pip\n  - pip:\n";
  // conda writes the entries into a requirements file, one a line.
  for (const auto& option : file.options) out += "      - " + double_quoted(option) + "\n";
  for (const auto& line : file.lines) {
    if (!line.comment.empty()) out += "      " + comments({line.comment});
    const std::string digest = line.digest.empty() ? "" : " --hash=" + line.digest;
    out += "      - " + double_quoted(line.requirement + digest) + "\n";
  }
  return out;
}

}  // namespace kenv::plan
