// SPDX-License-Identifier: Apache-2.0
#include "transaction/running.hpp"

#include <cstdlib>

#include "base/text.hpp"

namespace kenv::transaction {
namespace {

namespace fs = std::filesystem;

/// Empty where it may not be read or is gone: processes come and go while we look.
std::string text_of(const fs::path& file) {
  try {
    return io::read_text(file);
  } catch (const io::FileError&) {
    return {};
  }
}

std::string link_of(const fs::path& file) {
  try {
    return io::read_link(file);
  } catch (const io::FileError&) {
    return {};
  }
}

/// A file below `root`, in a line of /proc/PID/maps: the path is the last field, after a blank.
bool maps_a_file_below(std::string_view maps, const std::string& root) {
  return maps.find(" " + root + "/") != std::string_view::npos;
}

bool has_variable(std::string_view variables, const std::string& wanted) {
  for (const auto variable : text::split(variables, '\0')) {
    if (variable == wanted) return true;
  }
  return false;
}

bool runs_from(const fs::path& process, const std::string& executable, const std::string& root) {
  if (executable.starts_with(root + "/")) return true;
  const std::string arguments = text_of(process / "cmdline");
  if (arguments.starts_with(root + "/")) return true;  // bin/python is a link: what it leads to lies elsewhere
  const bool is_python = fs::path(executable).filename().string().starts_with("py");
  if (is_python && has_variable(text_of(process / "environ"), "VIRTUAL_ENV=" + root)) return true;
  return maps_a_file_below(text_of(process / "maps"), root);
}

}  // namespace

std::vector<RunningProgram> running_from(const fs::path& environment, const fs::path& proc) {
  const std::string root = io::resolved(environment).string();
  const std::string ourselves = link_of(proc / "self");
  std::vector<RunningProgram> found;
  if (!io::is_directory(proc)) return found;
  for (const auto& name : io::list_directory(proc)) {
    const auto pid = text::parse_unsigned(name);
    if (!pid || name == ourselves) continue;
    const fs::path process = proc / name;
    const std::string executable = link_of(process / "exe");
    if (executable.empty() || !runs_from(process, executable, root)) continue;
    const std::string called = text_of(process / "comm");
    found.push_back({static_cast<int>(*pid),
                     std::string(text::trim(called.empty() ? fs::path(executable).filename().string() : called))});
  }
  return found;
}

}  // namespace kenv::transaction
