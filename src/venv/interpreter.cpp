// SPDX-License-Identifier: Apache-2.0
#include "venv/interpreter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "io/files.hpp"
#include "io/process.hpp"
#include "python/executable_header.hpp"
#include "venv/environment_config.hpp"
#include "venv/interpreter_cache.hpp"
#include "venv/interpreter_script.hpp"

namespace kenv::venv {
namespace {

constexpr const char* kChooseHint = "name a working one: --python 3.12 or --python /path/to/python3";

/// How programs refuse options that they do not know, in lower case.
constexpr std::string_view kRefusals[] = {"invalid option", "illegal option",      "unknown option",
                                          "bad option",     "unrecognized option", "usage:"};

/// The line that tells most: Python's own fatal error, the end of a traceback, else the first thing that was said.
std::string telling_line(const std::string& error_output) {
  std::string_view first, last, fatal;
  for (const std::string_view line : text::lines(error_output)) {
    const std::string_view trimmed = text::trim(line);
    if (trimmed.empty()) continue;
    if (first.empty()) first = trimmed;
    if (trimmed.starts_with("Fatal Python error")) fatal = trimmed;
    last = trimmed;
  }
  const std::string_view best = !fatal.empty() ? fatal : first.starts_with("Traceback") ? last : first;
  return best.empty() ? std::string() : ": " + std::string(best.substr(0, 300));
}

void check_file(const fs::path& python) {
  if (const auto target = io::target_status(python)) {
    if (target->kind == io::FileKind::Regular) return;
    throw Error(ExitCode::Usage, "no-interpreter", fmt::format("`{}` is not a program", python.string()), kChooseHint);
  }
  const auto itself = io::status(python);
  if (!itself)
    throw Error(ExitCode::Usage, "no-interpreter", fmt::format("there is no Python at `{}`", python.string()),
                kChooseHint);
  throw Error(ExitCode::Failed, "broken-interpreter",
              fmt::format("`{}` links to `{}`, which is gone: the Python behind it was removed, moved or upgraded",
                          python.string(), io::read_link(python)),
              kChooseHint);
}

/// A program that takes our script or our options for something of its own: `ls` looks for a file of that name, `echo`
/// repeats it, most refuse the options. A Python that fails says something else, or says it in a traceback.
bool is_other_program(const io::ProcessResult& result) {
  const auto repeats_script = [](const std::string& said) { return said.find("import json, os") != std::string::npos; };
  if (result.ok()) return result.output.find(kAnswerBegins) == std::string::npos || repeats_script(result.output);
  if (result.signal != 0 || result.error_output.find("Traceback") != std::string::npos) return false;
  const std::string said = text::lower(result.error_output);
  return repeats_script(said) ||
         std::ranges::any_of(kRefusals, [&](std::string_view words) { return said.find(words) != std::string::npos; });
}

std::string ask(const fs::path& python, std::chrono::milliseconds time_limit) {
  io::Command command;
  command.arguments = {python.string(), "-I", "-S", "-c", std::string(kInterpreterScript)};
  command.time_limit = time_limit;
  command.output_limit = 1u << 20;
  const io::ProcessResult result = io::run(command);
  const std::string name = python.string();
  if (result.timed_out)
    throw Error(ExitCode::Failed, "interpreter-hangs",
                fmt::format("`{}` did not answer within {} seconds", name,
                            std::chrono::duration_cast<std::chrono::seconds>(time_limit).count()),
                kChooseHint);
  if (result.error_output.find("Unknown option: -I") != std::string::npos)
    throw Error(ExitCode::Usage, "interpreter-too-old", fmt::format("`{}` is Python 2, and kenv needs Python 3", name),
                kChooseHint);
  if (is_other_program(result))
    throw Error(ExitCode::Usage, "not-an-interpreter",
                fmt::format("`{}` does not behave like a Python interpreter", name), kChooseHint);
  if (result.ok()) return result.output;
  const std::string how = result.signal != 0 ? fmt::format("was ended by signal {}", result.signal)
                                             : fmt::format("ended with status {}", result.exit_code);
  throw Error(ExitCode::Failed, "broken-interpreter",
              fmt::format("`{}` does not start: it {}{}", name, how, telling_line(result.error_output)), kChooseHint);
}

bool is_same_file(const fs::path& one, const fs::path& other) {
  const auto first = io::target_status(one), second = io::target_status(other);
  return first && second && first->device == second->device && first->inode == second->inode;
}

/// The base interpreter's own path. Its versioned name is preferred: when the distribution moves "python3" on to the
/// next version, environments that point at "python3.11" still say what they need.
fs::path base_executable_of(const Interpreter& found) {
  fs::path base = found.is_virtual ? found.base_executable : found.executable;
  if (found.is_virtual) {
    const auto config = read_environment_config(found.prefix);
    if (config && !config->home.empty() && is_same_file(config->home / found.executable.filename(), base))
      base = config->home / found.executable.filename();
  }
  const fs::path versioned = base.parent_path() / fmt::format("python{}.{}{}", found.tags.major, found.tags.minor,
                                                              found.free_threaded ? "t" : "");
  return is_same_file(versioned, base) ? versioned : base;
}

/// PEP 668. The file may come and go with the distribution's packages, so it is looked at each time. Its "Error" key
/// may go on over indented lines.
void read_owner_notice(Interpreter& found) {
  if (found.is_virtual) return;
  const auto notice = io::read_text_if_present(found.stdlib / "EXTERNALLY-MANAGED", 1u << 20);
  found.externally_managed = notice.has_value();
  if (!notice) return;
  bool inside = false;
  for (const std::string_view line : text::lines(*notice)) {
    const bool continued = line.empty() || line.front() == ' ' || line.front() == '\t';
    if (inside && continued) {
      found.externally_managed_message += "\n" + std::string(text::trim(line));
    } else if ((inside = line.starts_with("Error=") || line.starts_with("Error ="))) {
      found.externally_managed_message = text::trim(line.substr(line.find('=') + 1));
    }
  }
  found.externally_managed_message = text::trim(found.externally_managed_message);
}

/// An interpreter whose calls follow another ABI than the wheels of its machine's name (ARM without hardware floats,
/// x32) loads none of them; its own word does not tell. The header of its file does, which is what pip and uv read.
void settle_c_library(Interpreter& found) {
  if (found.tags.os != "linux") return;
  try {
    std::array<std::byte, 4096> head;
    const auto file = io::open_for_reading(found.base_executable);
    const std::size_t length = io::read_at(file, 0, head, found.base_executable);
    const auto header = python::ExecutableHeader::read(std::span(head).first(length));
    if (header && !header->takes_wheels_for(found.tags.machine)) found.tags.libc.clear();
  } catch (const Error&) {  // it may be run but not read: then its word counts alone
  }
}

void complete(Interpreter& found) {
  found.base_executable = base_executable_of(found);
  settle_c_library(found);
  read_owner_notice(found);
}

}  // namespace

Interpreter query_interpreter(const fs::path& python, const QueryOptions& options) {
  const fs::path path = fs::absolute(python).lexically_normal();
  check_file(path);
  const std::string key = interpreter_cache_key(path);
  if (const auto kept = cached_answer(options.cache_directory, key))
    if (auto found = read_interpreter_answer(*kept)) {
      complete(*found);
      return *found;
    }
  const std::string answer = ask(path, options.time_limit);
  auto found = read_interpreter_answer(answer);
  if (!found)
    throw Error(ExitCode::Failed, "interpreter-unreadable",
                fmt::format("`{}` ran, but {}", path.string(), found.error().message), kChooseHint);
  complete(*found);
  // A shim of a version manager starts a different file each time, as variables and folders tell it: never kept.
  if (is_same_file(path, found->executable)) keep_answer(options.cache_directory, key, answer);
  return *found;
}

}  // namespace kenv::venv
