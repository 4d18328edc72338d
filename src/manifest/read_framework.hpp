// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "document/toml_table.hpp"
#include "manifest/manifest.hpp"

namespace kenv::manifest {

using document::TomlTable;

/// Reads a file of schema "kenv-framework/1"; problems go to the table's list.
Framework read_framework(TomlTable& file);

/// An extension and the framework that it belongs to, which may stand in a file that is read later.
struct Extension {
  std::string framework;
  Companion companion;
  Position where;
};
/// Reads a file of schema "kenv-extensions/1".
std::vector<Extension> read_extensions(TomlTable& file);

}  // namespace kenv::manifest
