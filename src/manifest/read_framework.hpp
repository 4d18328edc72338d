// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "manifest/manifest.hpp"
#include "manifest/toml_table.hpp"

namespace kenv::manifest {

/// Reads a file of schema "kenv-framework/1"; problems go to the table's list.
Framework read_framework(TomlTable& file);

}  // namespace kenv::manifest
