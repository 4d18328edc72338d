// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/result.hpp"

namespace kenv::change {

/// The Error for inputs that cannot be used: every problem on a line of its own, the first hint as the hint,
/// one for the kind of file if none has any.
Error input_error(const std::string& code, const std::vector<Problem>& problems);

/// Throws it if there are any.
void throw_if_any(const std::string& code, const std::vector<Problem>& problems);

}  // namespace kenv::change
