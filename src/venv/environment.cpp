// SPDX-License-Identifier: Apache-2.0
#include "venv/environment.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace kenv::venv {
namespace {

/// "3.12" of "python3.12", "python3.13t", "libpython3.12.so"; empty if the name tells nothing.
std::string minor_in(std::string_view name) {
  const auto at = name.find("python3.");
  if (at == std::string_view::npos) return {};
  const std::string_view digits = name.substr(at + 6);
  return std::string(digits.substr(0, digits.find_first_not_of("0123456789", 2)));
}

/// The minor version by following the links of an interpreter: "python" -> "python3" -> "/usr/bin/python3.11".
std::string minor_of_executable(fs::path python) {
  for (int step = 0; step < 16; ++step) {
    if (std::string minor = minor_in(python.filename().string()); minor.size() > 2) return minor;
    const auto status = io::status(python);
    if (!status || status->kind != io::FileKind::Symlink) return {};
    const fs::path target = io::read_link(python);
    python = target.is_absolute() ? target : python.parent_path() / target;
  }
  return {};
}

std::string first_two(const std::string& version) {
  const auto parts = text::split(version, '.');
  return parts.size() < 2 ? std::string() : fmt::format("{}.{}", parts[0], parts[1]);
}

void add_if_there(std::vector<fs::path>& folders, const fs::path& folder) {
  if (std::find(folders.begin(), folders.end(), folder) == folders.end() && io::is_directory(folder))
    folders.push_back(folder);
}

/// lib/pythonX.Y/site-packages of the environment's own version, or of the newest if that is not known. Debian's base
/// interpreter has other folders besides.
void find_site_packages(Environment& found) {
  const fs::path library = found.root / "lib";
  std::vector<std::string> folders =
      io::is_directory(library) ? io::list_directory(library) : std::vector<std::string>();
  std::erase_if(folders,
                [](const std::string& name) { return minor_in(name).size() < 3 || !name.starts_with("python3."); });
  std::stable_sort(folders.begin(), folders.end(), [](const std::string& a, const std::string& b) {
    return text::parse_unsigned(minor_in(a).substr(2)) > text::parse_unsigned(minor_in(b).substr(2));
  });
  if (found.python_minor.empty() && !folders.empty()) found.python_minor = minor_in(folders.front());
  for (const std::string& name : folders)
    if (minor_in(name) == found.python_minor) {
      add_if_there(found.site_packages, library / name / "site-packages");
      add_if_there(found.site_packages, library / name / "dist-packages");
    }
  if (found.kind == EnvironmentKind::Base && !found.python_minor.empty()) {
    add_if_there(found.site_packages, found.root / "local/lib" / ("python" + found.python_minor) / "dist-packages");
    add_if_there(found.site_packages, library / "python3" / "dist-packages");
  }
  add_if_there(found.site_packages, found.root / "Lib" / "site-packages");  // Windows trees
}

void find_interpreter_of(Environment& found, const fs::path& named) {
  std::vector<fs::path> candidates;
  if (!named.empty()) candidates.push_back(named);
  for (const char* name : {"bin/python", "bin/python3", "Scripts/python.exe", "python.exe"})
    candidates.push_back(found.root / name);
  for (const fs::path& candidate : candidates) {
    if (!io::exists(candidate)) continue;
    found.python = candidate;
    const auto target = io::target_status(candidate);
    if (!target) found.broken = fmt::format("`{}` links to a Python that is gone", candidate.string());
    break;
  }
  if (found.python.empty() && found.kind == EnvironmentKind::Virtual)
    found.broken = fmt::format("`{}` is missing", (found.root / "bin/python").string());
}

bool has_path_file(const fs::path& root) {
  const auto names = io::list_directory(root);
  return std::any_of(names.begin(), names.end(), [](const std::string& name) { return name.ends_with("._pth"); });
}

EnvironmentKind classify(const Environment& found) {
  if (found.config) return EnvironmentKind::Virtual;
  if (io::is_directory(found.root / "conda-meta")) return EnvironmentKind::Conda;
  if (has_path_file(found.root)) return EnvironmentKind::Embedded;
  const bool has_python = io::target_status(found.root / "bin/python3") ||
                          io::target_status(found.root / "bin/python") || io::target_status(found.root / "python.exe");
  return has_python ? EnvironmentKind::Base : EnvironmentKind::NotAnEnvironment;
}

/// The first folder inside that is an environment: projects keep theirs in .venv.
std::string environment_inside(const fs::path& folder) {
  for (const char* name : {".venv", "venv", "env"})
    if (io::exists(folder / name / "pyvenv.cfg")) return (folder / name).string();
  return {};
}

}  // namespace

std::string_view to_text(EnvironmentKind kind) {
  switch (kind) {
    case EnvironmentKind::Virtual:
      return "venv";
    case EnvironmentKind::Conda:
      return "conda";
    case EnvironmentKind::Base:
      return "system";
    case EnvironmentKind::Embedded:
      return "embedded";
    default:
      return "";
  }
}

Environment open_environment(const fs::path& path) {
  Environment found;
  found.root = fs::absolute(path).lexically_normal();
  if (!found.root.has_filename()) found.root = found.root.parent_path();  // "env/"
  const auto target = io::target_status(found.root);
  if (!target && !io::status(found.root)) return found;
  fs::path named;
  if (!target || target->kind != io::FileKind::Directory) {
    const std::string name = found.root.filename().string();
    found.kind = EnvironmentKind::NotAnEnvironment;
    if (!name.starts_with("python") && !name.starts_with("pypy")) return found;
    named = found.root;
    const fs::path folder = named.parent_path();
    const bool in_programs = folder.filename() == "bin" || folder.filename() == "Scripts";
    found.root = in_programs ? folder.parent_path() : folder;
  }
  found.config = read_environment_config(found.root);
  found.kind = classify(found);
  if (found.kind == EnvironmentKind::NotAnEnvironment) return found;
  find_interpreter_of(found, named);
  if (found.config) found.python_minor = first_two(found.config->version);
  if (found.python_minor.empty() && !found.python.empty()) found.python_minor = minor_of_executable(found.python);
  find_site_packages(found);
  return found;
}

void require_readable(const Environment& environment) {
  const std::string root = environment.root.string();
  if (environment.kind == EnvironmentKind::Missing)
    throw Error(ExitCode::Usage, "no-such-environment", fmt::format("there is no environment at `{}`", root),
                fmt::format("make one: kenv create '{}'", root));
  if (environment.kind != EnvironmentKind::NotAnEnvironment) return;
  const std::string inside = io::is_directory(environment.root) ? environment_inside(environment.root) : std::string();
  throw Error(ExitCode::Usage, "not-an-environment",
              fmt::format("`{}` is not a Python environment: it has no pyvenv.cfg and no interpreter", root),
              inside.empty() ? "name the folder that holds pyvenv.cfg, or make one: kenv create .venv"
                             : fmt::format("did you mean '{}'?", inside));
}

void require_changeable(const Environment& environment) {
  require_readable(environment);
  const std::string root = environment.root.string();
  if (environment.kind == EnvironmentKind::Conda)
    throw Error(ExitCode::Usage, "conda-environment",
                fmt::format("`{}` is a conda environment, and conda keeps the account of its files", root),
                fmt::format("take its packages over into a new environment: kenv create .venv --from '{}'", root));
  if (environment.kind == EnvironmentKind::Base)
    throw Error(ExitCode::Usage, "base-interpreter",
                fmt::format("`{}` is a Python installation that other programs use, not a virtual environment", root),
                fmt::format("make an environment with its packages: kenv create .venv --from '{}'", root));
  if (!environment.broken.empty())
    throw Error(ExitCode::Failed, "broken-interpreter",
                fmt::format("the interpreter of `{}` cannot run: {}", root, environment.broken),
                fmt::format("make a new one with the same packages: kenv create .venv-new --from '{}'", root));
}

}  // namespace kenv::venv
