// SPDX-License-Identifier: Apache-2.0
#include "venv/skeleton.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "io/files.hpp"
#include "python/wheel_name.hpp"
#include "venv/activators.hpp"

namespace kenv::venv {
namespace {

void refuse_line_breaks(const std::string& text, const char* what) {
  if (text.find_first_of("\r\n") != std::string::npos)
    throw Error(ExitCode::Usage, "line-break", fmt::format("{} holds a line break, which pyvenv.cfg cannot hold", what),
                "choose another one");
}

std::string configuration(const Interpreter& base, const SkeletonOptions& options) {
  const fs::path& executable = base.base_executable;
  refuse_line_breaks(executable.string(), "the path of the base interpreter");
  refuse_line_breaks(options.prompt, "the prompt");
  std::string text = fmt::format(
      "home = {}\ninclude-system-site-packages = {}\nversion = {}\npython-version = {}.{}\nexecutable = {}\n"
      "kenv = {}\n",
      executable.parent_path().string(), options.system_site_packages, base.version_text, base.tags.major,
      base.tags.minor, executable.string(), KENV_VERSION);
  if (!options.prompt.empty()) text += fmt::format("prompt = {}\n", options.prompt);
  return text;
}

}  // namespace

std::vector<store::TreeEntry> environment_skeleton(const Interpreter& base, const fs::path& final_root,
                                                   const SkeletonOptions& options) {
  using namespace store;
  const std::string prompt = options.prompt.empty() ? final_root.filename().string() : options.prompt;
  const std::string minor =
      fmt::format("bin/python{}.{}{}", base.tags.major, base.tags.minor, base.free_threaded ? "t" : "");
  const std::string& purelib = base.environment_purelib;
  const std::string library = purelib.substr(0, purelib.find_last_of('/'));

  std::vector<TreeEntry> tree = {
      {"pyvenv.cfg", 0644, Generated{configuration(base, options)}},
      {".gitignore", 0644, Generated{"*\n"}},
      {"bin", 0755, DirectoryHere{}},
      {"bin/python", 0777, LinkTo{base.base_executable.string()}},
      {"bin/python3", 0777, LinkTo{"python"}},
      {minor, 0777, LinkTo{"python"}},
      {"lib", 0755, DirectoryHere{}},
      {library, 0755, DirectoryHere{}},
      {purelib, 0755, DirectoryHere{}},
      {"include", 0755, DirectoryHere{}},
      {"include/" + fs::path(library).filename().string(), 0755, DirectoryHere{}},
  };
  // Some distributions look for compiled modules in lib64; one folder behind both names is what venv makes, too.
  if (base.is_64_bit && base.tags.os == "linux") tree.push_back({"lib64", 0777, LinkTo{"lib"}});
  for (const Activator& activator : activators(final_root, prompt))
    tree.push_back({"bin/" + activator.file_name, 0644, Generated{activator.text}});
  return tree;
}

std::optional<fs::path> bundled_pip_wheel(const Interpreter& interpreter) {
  std::optional<fs::path> best;
  std::optional<python::Version> best_version;
  for (const fs::path& folder :
       {interpreter.stdlib / "ensurepip" / "_bundled", interpreter.base_prefix / "share" / "python-wheels"}) {
    if (!io::is_directory(folder)) continue;
    for (const std::string& file : io::list_directory(folder)) {
      const auto name = python::WheelName::parse(file);
      if (!name || name->name.text() != "pip" || (best_version && !(*best_version < name->version))) continue;
      best = folder / file;
      best_version = name->version;
    }
  }
  return best;
}

}  // namespace kenv::venv
