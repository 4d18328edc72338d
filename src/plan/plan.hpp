// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/compatibility.hpp"
#include "manifest/manifest.hpp"
#include "python/name.hpp"
#include "python/project_page.hpp"

// What is going to be done, as a value: it can be printed, compared, written to a file and carried out.
namespace kenv::plan {

/// How well a build serves one GPU.
struct GpuCoverage {
  int gpu = 0;
  std::string name;
  std::string status;  ///< "native", "jit", "partial", "none"
  std::string target;  ///< the code that serves it: "sm_120"
  struct Uncovered {
    std::string library;
    int containers = 0, of = 0;
  };
  std::vector<Uncovered> uncovered;
};

/// A nightly that was taken because nothing stable serves the GPUs: it is to be left as soon as something does.
struct Bridge {
  std::string built;   ///< the day, "2026-11-01", where the version tells it
  std::string reason;  ///< "no stable build serves GPU 0 (...)"
};

/// The chosen framework build.
struct Choice {
  std::string framework, version, variant, channel, index;
  std::optional<Bridge> bridge{};
  manifest::Evidence evidence;
  std::vector<GpuCoverage> coverage;
  std::string needs_driver;
};

/// Why a candidate is out.
struct Rejection {
  std::string candidate;  ///< "torch 2.15.0 (cu132, pypi)"
  std::string rule;       ///< "coverage", "driver", "python", "platform", "index", "constraint", ...
  std::optional<int> gpu;
  std::string reason;  ///< a sentence with the figure it failed on
  bool operator==(const Rejection&) const = default;
};

/// A wheel to fetch.
struct Wheel {
  python::ProjectFile file;
  std::string index;        ///< empty if `direct`
  std::string part{};       ///< of an index with one list per variant (PyTorch's): the list that it stands in, "cu128"
  bool direct = false;      ///< somebody named the file by its address
  std::string index_url{};  ///< what the index adds a project's name to, its part included; empty if there is none
  std::string requires_python{};  ///< as its METADATA has it, else its index; empty: every Python
};

struct Step {
  enum class Action { Add, Remove, Replace, Keep };
  Action action = Action::Keep;
  python::PackageName name;
  std::string from, to;        ///< versions, empty where there is none
  std::optional<Wheel> wheel;  ///< for Add and Replace
  bool requested = false;      ///< asked for by name: gets a REQUESTED file
  std::string reason{};  ///< why an installed package cannot stay as it is, where it is not itself what was to change
  std::string marker{};  ///< where it is needed; empty: everywhere
};

struct Guard {
  std::vector<std::string> constraints;  ///< lines for a constraints file
  std::vector<std::string> actors;       ///< who would undo the repair, with the line
};

struct Plan {
  std::vector<Choice> choices;  ///< the first is the plan's main framework; empty if none is involved
  std::vector<Rejection> rejections;
  std::vector<Step> steps;  ///< by name
  std::uint64_t download_bytes = 0, disk_bytes = 0;
  Guard guard;
  std::vector<std::string> notes;  ///< what the user should know: partial coverage, excluded index, ...

  bool changes_anything() const;
};

std::string_view to_text(Step::Action action);

}  // namespace kenv::plan
