// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/digest.hpp"
#include "plan/plan.hpp"

// direct_url.json (packaging specifications, "Recording the Direct URL Origin of installed distributions", PEP 610).
namespace kenv::change {

/// The text for an installed wheel; empty for wheels of an index.
std::string direct_url_json(const plan::Wheel& wheel);

/// What an installed package came from. Some tools leave a password in the address; here it has none.
struct DirectUrl {
  enum class Kind { Archive, Repository, Folder };
  Kind kind = Kind::Archive;
  std::string url;       ///< without credentials and fragment
  std::string filename;  ///< the last name of its path, percent codes undone
  Digests digests;

  bool is_wheel() const { return kind == Kind::Archive && filename.ends_with(".whl"); }
};

/// Nothing, if the text is not what the specification describes.
std::optional<DirectUrl> read_direct_url(std::string_view text);

/// Why what this text describes cannot be installed again as a wheel; empty if it can, or if there is no such text:
/// then the package came from an index.
std::string why_no_wheel_again(std::string_view text);

}  // namespace kenv::change
