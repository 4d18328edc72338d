// SPDX-License-Identifier: Apache-2.0
// A configuration file of pip.
#include "fuzz/targets.hpp"
#include "index/pip_configuration.hpp"

namespace kenv::fuzz {

void pip_configuration(std::string_view text) { static_cast<void>(index::parse_pip_file(text)); }

}  // namespace kenv::fuzz
