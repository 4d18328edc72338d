// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "plan/plan.hpp"

namespace kenv::change {

/// What direct_url.json says of a wheel that somebody named by its address (packaging specifications, "Recording the
/// Direct URL Origin"; PEP 610); empty for a wheel of an index, which has no such file.
std::string direct_url_json(const plan::Wheel& wheel);

}  // namespace kenv::change
