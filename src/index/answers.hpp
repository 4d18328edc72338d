// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <variant>

#include "python/metadata.hpp"
#include "python/project_page.hpp"

namespace kenv::index {

/// A project's page on an index; `variant` is the part of a framework index (cu128), empty elsewhere.
struct PageRequest {
  std::string index, variant;
  python::PackageName name;
};

struct MetadataRequest {
  std::string index;
  python::ProjectFile file;
};

/// Nobody answered, or not in a form that can be used: whether something is there is not known.
struct Unreachable {
  std::string index, code, reason, hint;
  /// The server answered HTTP 403. PyTorch's says so of what it does not have, a proxy of what is there: who knows what
  /// ought to be there decides, and for others the project is absent.
  bool refused = false;
};

/// The file is there, but what it says of itself cannot be had or is damaged. One that an index lists and its server
/// does not have is Unreachable: it may be there tomorrow, and pip would stop too.
struct UnusableMetadata {
  std::string reason;
};

/// Unreachable::code of a file that is listed and not there.
inline constexpr const char* kFileMissing = "file-missing";

/// The text of a member of a wheel.
using MemberText = std::variant<std::string, UnusableMetadata, Unreachable>;
/// A project that the index does not know has a page without files.
using PageAnswer = std::variant<python::ProjectPage, Unreachable>;
using MetadataAnswer = std::variant<python::CoreMetadata, UnusableMetadata, Unreachable>;

}  // namespace kenv::index
