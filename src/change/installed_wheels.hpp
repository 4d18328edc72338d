// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "change/workshop.hpp"
#include "plan/lock.hpp"
#include "resolvers/request.hpp"
#include "venv/installed.hpp"

namespace kenv::change {

using WheelOrError = tl::expected<plan::LockedWheel, std::string>;  ///< the wheel, or why it is not known
inline WheelOrError unknown(std::string why) { return tl::unexpected<std::string>(std::move(why)); }

/// Looks the wheels of installed packages up where a resolution would look for them, and takes one for the wheel that
/// is installed if its RECORD says so: that an index lists the same name, version and METADATA proves nothing about the
/// code. `variant` is that of the framework beside them. All are asked for at once.
std::vector<WheelOrError> find_wheels(std::span<const venv::InstalledDistribution* const> packages,
                                      const std::string& variant, const resolvers::Request& request,
                                      const Workshop& workshop);

}  // namespace kenv::change
