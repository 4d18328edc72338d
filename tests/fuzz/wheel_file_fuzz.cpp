// SPDX-License-Identifier: Apache-2.0
// The WHEEL file of a wheel.
#include "fuzz/targets.hpp"
#include "python/wheel_file.hpp"

namespace kenv::fuzz {

void wheel_file(std::string_view text) { static_cast<void>(python::WheelFile::parse(text)); }

}  // namespace kenv::fuzz
