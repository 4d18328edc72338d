// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "resolvers/dependencies/wheel_choice.hpp"

namespace kenv::resolvers {

/// What keeps all wheels of a version from being used here.
struct WheelObstacle {
  std::string rule;    ///< "python" or "platform", by the wheel that comes closest
  std::string reason;  ///< empty: one of them can be used
};

/// Says which wheels there are and the one attribute that blocks: "has wheels for cp310 to cp313 on
/// manylinux_2_28_x86_64; this interpreter is cp314t: free-threaded". Attributes are Python, ABI, free-threading,
/// platform, machine, kind and version of the C library. Where even the closest wheel is blocked by several, it names
/// them all.
WheelObstacle wheel_obstacle(const std::vector<const std::vector<python::Tag>*>& wheels, const Target& target);

}  // namespace kenv::resolvers
