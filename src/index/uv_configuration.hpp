// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "index/settings.hpp"

namespace kenv::index {

/// What the user's and the system's uv.toml say. A project's own (uv.toml or [tool.uv] beside it) is not read: kenv
/// works on environments, not projects.
struct UvConfiguration {
  /// "default-index" and "index" are entries of [[index]], as NAME=URL if they have a name. Lists give an entry each.
  struct Entry {
    std::string key, value, origin;
    bool operator==(const Entry&) const = default;
  };
  std::vector<Entry> entries;           ///< the weakest file first
  std::vector<UnusedSetting> unusable;  ///< files that are no valid TOML
};

/// As uv: UV_CONFIG_FILE takes the place of all others, UV_NO_CONFIG switches them off.
UvConfiguration read_uv_configuration(const Variables& variables, const FileReader& read_file);

}  // namespace kenv::index
