// SPDX-License-Identifier: Apache-2.0
#include "change/vouched.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace kenv::change {

void require_vouched(const plan::Plan& plan, const resolvers::Request& request) {
  for (const auto& step : plan.steps) {
    const auto allowed = request.hashes.find(step.name);
    if (!step.wheel || !step.wheel->file.sha256 || allowed == request.hashes.end()) continue;
    const auto& digest = *step.wheel->file.sha256;
    if (allowed->second.contains(digest)) continue;
    throw Error(ExitCode::VerificationFailed, "hash-mismatch",
                fmt::format("{}: sha256 is {}, which is none of the digests that the requirements state for {}", step.wheel->file.filename, digest.hex(), step.name.text()),
                fmt::format("if this file is meant, state it: {}=={} --hash=sha256:{}", step.name.text(), step.to, digest.hex()));
  }
}

}  // namespace kenv::change
