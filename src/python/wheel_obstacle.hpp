// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "python/tag.hpp"

namespace kenv::python {

/// What keeps all wheels of a version from being used here.
struct WheelObstacle {
  enum class Side { None, Interpreter, Platform };
  Side side = Side::None;  ///< by the wheel that comes closest; None: it can be used
  std::string tags;        ///< the wheels that there are: "cp310 to cp313 on manylinux_2_28_x86_64"
  std::string here;        ///< what about this machine blocks them: "this interpreter is cp314t: free-threaded"
  std::string needed;      ///< where that is a figure, the least that would do: "2.34 or newer"

  /// "has wheels for cp311 on manylinux_2_34_x86_64; this system has glibc 2.31, they need 2.34 or newer"; empty if one
  /// can be used.
  std::string text() const;
};

/// Says which wheels there are and the one attribute that blocks. Attributes are Python, ABI, free-threading, platform,
/// machine, kind and version of the C library. Where even the closest wheel is blocked by several, it names them all.
WheelObstacle wheel_obstacle(const std::vector<const std::vector<Tag>*>& wheels, const SupportedTags& supported);

}  // namespace kenv::python
