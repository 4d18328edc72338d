// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "document/toml_table.hpp"
#include "manifest/manifest.hpp"

namespace kenv::manifest {

using document::TomlTable;

/// Reads a file of schema "kenv-framework/1"; problems go to the table's list.
Framework read_framework(TomlTable& file);

}  // namespace kenv::manifest
