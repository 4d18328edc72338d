// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace kenv::archive {

/// Throws the Error (exit code VerificationFailed) with which an archive is refused as a whole: "`archive`: `why`".
/// `code` is the stable word for scripts ("wheel-unsafe-name").
[[noreturn]] void refuse_archive(std::string_view archive, std::string_view code, const std::string& why);

/// A member's name for a message: quoted, with control characters made visible and cut to a readable length.
std::string shown(std::string_view name);

}  // namespace kenv::archive
