// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "manifest/manifest.hpp"

namespace kenv::plan {

/// The answer to "why this package?" or "why not that one?", in sentences and as facts.
struct Explanation {
  std::string question;  ///< "why", "why-not"
  std::string subject;   ///< as it was asked: "torch", "cu126", "torch==2.15.0+cu126"
  /// What it comes to: "chosen", "rejected" (a rule speaks against it), "conflict" (it does not go with the rest),
  /// "outranked" (it would do, another comes first), "not-involved" (nothing asks for it), "does-not-exist",
  /// "unsolved".
  std::string answer;
  std::vector<std::string> sentences;

  /// What speaks about one candidate, or about several in the same way.
  struct Verdict {
    std::string candidate;  ///< "torch 2.14.0, 2.13.0 (cu126, pytorch)"
    std::string answer;     ///< as above, for these alone
    std::string rule;       ///< of "rejected": "coverage", "driver", "python", ...
    std::optional<int> gpu;
    std::string reason;
    std::vector<manifest::Evidence> evidence;  ///< what it rests on; empty where no build fact is involved
    int builds = 1;                            ///< how many candidates it speaks about
  };
  std::vector<Verdict> verdicts;

  /// Who asks for the package, or bounds it: "torchvision 0.29.2", "torch>=2.14.0".
  struct Demand {
    std::string by, requirement;
  };
  std::vector<Demand> demands;
};

nlohmann::ordered_json to_json(const Explanation& explanation);

/// "measured in the wheel with sha256 4ba1c0ffee12…", "declared by SOURCE"
std::string to_text(const manifest::Evidence& evidence);

}  // namespace kenv::plan
