// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.hpp"
#include "plan/recipes/formats.hpp"
#include "plan/recipes/pins.hpp"
#include "plan/recipes/pip.hpp"
#include "plan/recipes/python_release.hpp"
#include "python/version.hpp"

namespace kenv::plan {
namespace {

constexpr const char* kWheelsInImage = "/wheels";

/// The official images name pre-releases so: python:3.15-rc-slim.
std::string image_of(const RecipeTarget& target) {
  const auto version = python::Version::parse(target.python);
  return "python:" + release_line(target.python) + (version && version->is_prerelease() ? "-rc" : "") + "-slim";
}

std::string platform_of(const RecipeTarget& target) {
  return "linux/" + (target.machine == "x86_64" ? "amd64" : target.machine == "aarch64" ? "arm64" : target.machine);
}

std::vector<std::string> base_image_notes(const Recipe& recipe) {
  std::vector<std::string> lines;
  const bool gpu = std::ranges::any_of(recipe.plan.choices, [](const auto& choice) { return !choice.coverage.empty(); });
  if (gpu) {
    std::string driver;
    for (const auto& choice : recipe.plan.choices)
      if (driver.empty() && !choice.needs_driver.empty()) driver = ", here " + choice.needs_driver + " or newer";
    lines.push_back("the wheels bring the CUDA libraries that they need: no CUDA image is needed, and no toolkit");
    lines.push_back("the driver is the host's" + driver + "; the container gets it with: docker run --gpus all");
  }
  lines.push_back("docker build --platform " + platform_of(recipe.target) + " .");
  if (recipe.target.free_threaded)
    lines.push_back("note: this image's Python is not free-threaded; put one that is in its place");
  return lines;
}

/// Folders of wheels are outside of the build context: they have to be copied into it first.
std::string copied_wheels(RecipeSources& sources) {
  std::vector<std::string> folders;
  std::erase_if(sources.find_links, [&](const std::string& place) {
    const bool folder = place.starts_with('/') || place.starts_with("file:");
    if (folder) folders.push_back(place);
    return folder;
  });
  if (folders.empty()) return {};
  sources.find_links.emplace_back(kWheelsInImage);
  return comments({"put the wheels of " + text::join(folders, " and ") + " into the folder wheels of the build context"}) +
         "COPY wheels/ " + kWheelsInImage + "/\n";
}

}  // namespace

std::string dockerfile_recipe(const Recipe& recipe) {
  Recipe inside = recipe;
  const std::string copied = copied_wheels(inside.sources);
  std::string out = comments(header(recipe)) + comments(base_image_notes(recipe));
  out += "FROM " + image_of(recipe.target) + "\n" + copied;
  for (const auto& command : pip_commands(inside, "pip install --no-cache-dir")) out += "RUN " + command;
  return out + "RUN pip check\n";
}

}  // namespace kenv::plan
