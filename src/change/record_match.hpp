// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "venv/installed.hpp"

namespace kenv::change {

/// What shows that a package was not installed from the wheel with this RECORD: "RECORD of that wheel states another
/// digest of demo/__init__.py". Nothing if it was: every file of the wheel is in the installed RECORD with its digest,
/// and nothing else but what installers add. METADATA is compared as it lies there, since plans are made by it. Nothing
/// is fetched.
std::optional<std::string> unlike_installed(std::string_view wheel_record,
                                            const venv::InstalledDistribution& distribution);

}  // namespace kenv::change
