// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "python/marker.hpp"
#include "python/tag.hpp"
#include "python/version.hpp"

namespace kenv::venv {
namespace fs = std::filesystem;

/// What a Python interpreter says about itself. Its word decides, never a file name: "python3.12" may be anything.
struct Interpreter {
  fs::path executable;       ///< sys.executable, absolute
  fs::path base_executable;  ///< what a virtual environment made from it points at; the same unless it is in one itself
  fs::path prefix, base_prefix;
  std::string version_text;    ///< "3.12.3", "3.13.0b1"
  std::string implementation;  ///< "cpython", "pypy"
  std::string cache_tag;       ///< in the names of bytecode files: "cpython-312"
  python::Version version;
  python::MarkerEnvironment markers;
  python::TagFacts tags;
  fs::path purelib, platlib, scripts, data, include, stdlib;
  std::vector<fs::path> base_site_packages;  ///< of the base interpreter, also where this one is in an environment
  fs::path user_site;                        ///< of this user; it need not exist
  std::string environment_purelib;           ///< in an environment made from it: "lib/python3.12/site-packages"
  std::string environment_headers;           ///< likewise: "include/site/python3.12"
  bool externally_managed = false;           ///< PEP 668; never true of a virtual environment
  std::string externally_managed_message;    ///< what its owner wants users to read
  bool free_threaded = false;
  bool is_virtual = false;
  bool is_64_bit = true;
  bool described = false;  ///< not installed: only version, markers and tags are known (find_or_describe_interpreter)
};

struct QueryOptions {
  fs::path cache_directory{};                    ///< empty: nothing is remembered
  std::chrono::milliseconds time_limit{20'000};  ///< cold network file systems need seconds
};

/// Asks the interpreter, by one start of it, isolated from the user's variables and packages; an answer is remembered
/// until the file, an environment around it or the running kernel is another. Throws Error if it is missing, dangling,
/// hangs, dies, is too old, or says something that cannot be understood.
Interpreter query_interpreter(const fs::path& python, const QueryOptions& options = {});

/// The answer of the probe script as an Interpreter. Output around the answer (noisy start files) does not matter.
Result<Interpreter> read_interpreter_answer(std::string_view output);

/// The interpreter that `request` means: a path, a command name, a version ("3", "3.12", "3.12.4", "3.13t"), or empty
/// for the default: the first python3 on PATH that works (shims of version managers may not). Throws Error(Usage) that
/// lists what was tried.
Interpreter find_interpreter(std::string_view request, const QueryOptions& options = {});

/// The same for those who only want to know what would be chosen: a version of Python 3 that is not installed ("3.9",
/// "3.14.2", "3.14t") is described, as the CPython of that version would answer on the platform of the default
/// interpreter. Of "3.9" the first release is meant, since what is resolved for it holds for all later ones.
Interpreter find_or_describe_interpreter(std::string_view request, const QueryOptions& options = {});

}  // namespace kenv::venv
