// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "python/record.hpp"
#include "venv/installed.hpp"

namespace kenv::change {

/// RECORD of an installed distribution, and its files where RECORD does not say enough. Digests are as RECORD writes
/// them: "sha256=", then base64url.
class InstalledRecord {
 public:
  InstalledRecord(const venv::InstalledDistribution& distribution, const std::vector<python::RecordEntry>& rows);

  /// Whether the file at that path among the packages has that digest. Of METADATA the file itself is asked.
  bool has(const std::string& path, const std::string& hash) const;
  /// The same of a file outside of the packages ("../../../bin/demo"), by the end of its path. Of a script also as it
  /// was before its first line came to name an interpreter.
  bool has_outside(const std::string& rest, const std::string& hash, bool script) const;
  /// A file among the packages that neither `wheel` has nor an installer makes.
  std::optional<std::string> more_than(const std::set<std::string>& wheel) const;

 private:
  const venv::InstalledDistribution& distribution_;
  std::map<std::string, std::string> hashes_;
  std::multimap<std::string, std::string> outside_;  ///< every end of a path -> the path
};

}  // namespace kenv::change
