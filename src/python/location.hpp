// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.hpp"
#include "base/result.hpp"

// Where a requirement points that names a file or an address instead of a version: "./x.whl", "https://HOST/x.whl",
// "git+https://HOST/repository".
namespace kenv::python {

enum class LocationKind { Wheel, SourceArchive, Repository, Other };

/// Whether a text is a path or an address rather than a project's name: it begins with a scheme or a dot, has a slash
/// in its first word, or ends like an archive.
bool is_location(std::string_view text);
LocationKind kind_of(std::string_view location);
/// Whether it is an address: "https:", "file:", "git+ssh:". "C:\x" is a path.
bool has_scheme(std::string_view location);
/// The last name of its path, query and fragment left out, percent codes of an address undone.
std::string file_name_of(std::string_view location);
/// The digests in a fragment "#sha256=...", which pip heeds too; all of them have to be right. Refuses a digest of the
/// wrong form, and algorithms that do not vouch for a file unless one stands beside that does.
Result<Digests> digests_in(std::string_view location);
/// "algorithm:digest" as --hash has it.
Result<Digest> parse_hash_option(std::string_view text);
/// For messages and the history: "****" in place of user and password, wherever an address stands in the text, also one
/// that lacks its scheme ("user:password@host/simple"), and in place of a query, which may be a signature
/// ("https://host/x.whl?****"). What cannot be told apart from a password is taken for one.
std::string without_secrets(std::string_view text);

/// What to do about something that kenv does not install, as a sentence; empty for wheels.
std::string why_not_installed(LocationKind kind);

}  // namespace kenv::python
