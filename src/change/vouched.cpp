// SPDX-License-Identifier: Apache-2.0
#include "change/vouched.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace kenv::change {

const std::set<Digest>* vouched_of(const plan::Step& step, const VouchedDigests& vouched) {
  const auto found = vouched.find(step.name);
  return found == vouched.end() ? nullptr : &found->second;
}

void require_vouched(const plan::Step& step, const VouchedDigests& vouched, const Digests& of_file) {
  const auto* allowed = vouched_of(step, vouched);
  if (allowed == nullptr || vouched_for(*allowed, of_file) == Vouched::Yes) return;
  std::string found;
  for (const auto& digest : of_file.all())
    if (!allowed->contains(digest))
      found += (found.empty() ? "" : ", ") + std::string(to_text(digest.algorithm)) + " is " + digest.hex;
  throw Error(ExitCode::VerificationFailed, "hash-mismatch",
              fmt::format("{}: {}, which is none of the digests that the requirements state for {}",
                          step.wheel->file.filename, found, step.name.text()),
              fmt::format("if this file is meant, state it: {}=={} --hash=sha256:{}", step.name.text(), step.to,
                          of_file.sha256 ? of_file.sha256->hex() : "DIGEST"));
}

}  // namespace kenv::change
