// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string_view>

namespace kenv::base {

/// A data file compiled into the program; `name` is its path below the folder that embeds it.
struct EmbeddedFile {
  std::string_view name;
  std::string_view content;
};

}  // namespace kenv::base

namespace kenv::manifests {
std::span<const base::EmbeddedFile> embedded_files();
}
