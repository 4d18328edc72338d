// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.hpp"
#include "plan/recipes/formats.hpp"
#include "plan/recipes/pins.hpp"
#include "plan/recipes/pip.hpp"
#include "plan/recipes/python_release.hpp"
#include "python/file_url.hpp"
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
  const bool gpu =
      std::ranges::any_of(recipe.plan.choices, [](const auto& choice) { return !choice.coverage.empty(); });
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

/// Wheels of this machine that were named one by one, by their paths; in the image they have others.
std::vector<std::string> moved_files(Plan& plan) {
  std::vector<std::string> paths;
  for (auto& step : plan.steps) {
    if (!step.wheel || !step.wheel->direct) continue;
    auto& file = step.wheel->file;
    const std::string path = python::path_of_file_url(file.url);
    if (path.empty()) continue;
    paths.push_back(path);
    file.url = std::string("file://") + kWheelsInImage + file.url.substr(file.url.rfind('/'));
  }
  return paths;
}

/// Folders of wheels are outside of the build context: they have to be copied into it first.
std::string copied_wheels(Plan& plan, RecipeSources& sources) {
  const std::vector<std::string> files = moved_files(plan);
  std::vector<std::string> folders;
  std::erase_if(sources.find_links, [&](const std::string& place) {
    const bool folder = place.starts_with('/') || place.starts_with("file:");
    if (folder) folders.push_back(place);
    return folder;
  });
  if (folders.empty() && files.empty()) return {};
  if (!folders.empty()) sources.find_links.emplace_back(kWheelsInImage);
  std::string all = folders.empty() ? "" : "the wheels of " + text::join(folders, " and ");
  if (!files.empty()) all += (all.empty() ? "" : " and ") + text::join(files, " and ");
  return comments({"put " + all + " into the folder wheels of the build context"}) + "COPY wheels/ " + kWheelsInImage +
         "/\n";
}

}  // namespace

std::string dockerfile_recipe(const Recipe& recipe) {
  Plan plan = recipe.plan;
  Recipe inside{plan, recipe.sources, recipe.target};
  const std::string copied = copied_wheels(plan, inside.sources);
  std::string out = comments(header(recipe)) + comments(base_image_notes(recipe));
  out += "FROM " + image_of(recipe.target) + "\n" + copied;
  for (const auto& command : pip_commands(inside, "pip install --no-cache-dir")) out += "RUN " + command;
  return out + "RUN pip check\n";
}

}  // namespace kenv::plan
