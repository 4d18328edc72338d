// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/text.hpp"
#include "io/files.hpp"
#include "io/surroundings.hpp"
#include "venv/interpreter.hpp"
#include "venv/version_request.hpp"

namespace kenv::venv {
namespace {

std::vector<fs::path> search_path() {
  std::vector<fs::path> folders;
  const std::string path = io::variable("PATH").value_or("/usr/local/bin:/usr/bin:/bin");
  for (const std::string_view folder : text::split(path, ':'))
    if (!folder.empty()) folders.emplace_back(folder);
  return folders;
}

/// A folder of somebody else's home, as under `su`, may not be looked into: then there is nothing in it for this user.
std::vector<std::string> readable_names_in(const fs::path& folder) {
  try {
    return io::is_directory(folder) ? io::list_directory(folder) : std::vector<std::string>();
  } catch (const io::FileError&) {
    return {};
  }
}

/// Interpreters that version managers and uv keep outside of PATH, newest first: those whose folder names this version.
std::vector<fs::path> kept_interpreters(std::string_view wanted) {
  const fs::path home = io::home_directory();
  const fs::path pyenv = io::variable("PYENV_ROOT").value_or((home / ".pyenv").string());
  const fs::path data = io::variable("XDG_DATA_HOME").value_or((home / ".local/share").string());
  std::vector<std::pair<python::Version, fs::path>> found;
  for (const fs::path& root : {pyenv / "versions", data / "uv" / "python"}) {
    for (const std::string& name : readable_names_in(root)) {
      const auto digits = name.find_first_of("0123456789");
      if (digits == std::string::npos) continue;
      const std::string text = name.substr(digits, name.find_first_not_of("0123456789.", digits) - digits);
      if (!text.starts_with(wanted) && !wanted.starts_with(text)) continue;
      if (const auto version = python::Version::parse(text))
        found.emplace_back(*version, root / name / "bin" / "python3");
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return b.first < a.first; });
  std::vector<fs::path> paths;
  for (const auto& [version, path] : found) paths.push_back(path);
  return paths;
}

/// Tries candidates one by one and remembers what became of them, for the message.
class Search {
 public:
  explicit Search(const QueryOptions& options) : options_(options) {}

  std::optional<Interpreter> attempt(const fs::path& candidate, const VersionRequest* wanted) {
    try {
      if (!io::target_status(candidate) || !seen_.insert(candidate).second) return std::nullopt;
      Interpreter found = query_interpreter(candidate, options_);
      if (!wanted || wanted->accepts(found)) return found;
      tried_.push_back(fmt::format("`{}` is Python {}{}", candidate.string(), found.version_text,
                                   found.free_threaded ? " (free-threaded)" : ""));
    } catch (const Error& error) {
      tried_.push_back(error.what());
    }
    return std::nullopt;
  }

  [[noreturn]] void give_up(const std::string& what) const {
    throw Error(ExitCode::Usage, "no-interpreter",
                fmt::format("{} was not found{}{}", what, tried_.empty() ? "" : "; tried: ", text::join(tried_, "; ")),
                "install it, or name one by its path: --python /path/to/python3");
  }

 private:
  const QueryOptions& options_;
  std::set<fs::path> seen_;
  std::vector<std::string> tried_;
};

Interpreter find_on_path(const std::vector<std::string>& names, const VersionRequest* wanted, const std::string& what,
                         const QueryOptions& options) {
  Search search(options);
  for (const std::string& name : names)
    for (const fs::path& folder : search_path())
      if (auto found = search.attempt(folder / name, wanted)) return *found;
  if (wanted)
    for (const fs::path& path : kept_interpreters(wanted->digits))
      if (auto found = search.attempt(path, wanted)) return *found;
  search.give_up(what);
}

}  // namespace

Interpreter find_interpreter(std::string_view request, const QueryOptions& options) {
  request = text::trim(request);
  const std::string asked(request);
  if (request.empty()) return find_on_path({"python3", "python"}, nullptr, "a working Python 3", options);
  if (request.find('/') != std::string_view::npos) {
    // An environment's folder means its interpreter.
    if (io::is_directory(asked)) return query_interpreter(fs::path(asked) / "bin" / "python", options);
    return query_interpreter(asked, options);
  }
  if (const auto wanted = VersionRequest::parse(request))
    return find_on_path(wanted->names(), &*wanted, "Python " + asked, options);
  return find_on_path({asked}, nullptr, "the interpreter `" + asked + "`", options);
}

}  // namespace kenv::venv
