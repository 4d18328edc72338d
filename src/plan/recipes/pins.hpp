// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/recipes/recipe.hpp"

namespace kenv::plan {

/// One package of a recipe.
struct Pin {
  std::string name, extras, version;  ///< extras with their brackets
  std::string url;                    ///< of the wheel
  std::optional<Digest> digest;       ///< one that pip and uv heed; it may be unknown
  bool requested = false;

  std::string exact() const;       ///< "minicore[color]==2.0.0"
  std::string by_address() const;  ///< "minicore[color] @ https://HOST/minicore-2.0.0-py3-none-any.whl"
  /// The same, held by its digest where that is known: "... .whl#sha256=..."
  std::string by_address_and_digest() const;
};

/// The packages that come from one list of files.
struct PinGroup {
  /// An index of a framework, the default one, the places of --find-links, wheels by themselves.
  enum class Kind { Framework, Default, Links, Addresses };
  Kind kind = Kind::Default;
  std::string name;     ///< "pytorch-cu128", "pypi"
  std::string address;  ///< of an index; empty: the installers' own default
  std::vector<Pin> pins;
};

/// All packages that the plan leaves in the environment, by index: those of frameworks first, single wheels last; no
/// group is empty. Packages of an index whose address is not known are single wheels.
std::vector<PinGroup> pin_groups(const Recipe& recipe);

/// What stands at the head of every recipe: which builds, for which GPU, Python and system, and what there is to know.
std::vector<std::string> header(const Recipe& recipe);

/// Lines as comments ("# ..."); whatever a name from outside holds, none of them can end early.
std::string comments(const std::vector<std::string>& lines);

/// A text between double quotes, as TOML, YAML and JSON agree on it.
std::string double_quoted(std::string_view text);

}  // namespace kenv::plan
