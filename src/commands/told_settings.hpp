// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "change/inputs.hpp"
#include "index/settings.hpp"
#include "report/reporter.hpp"

namespace kenv::commands {

/// Says which settings of pip and uv, and which sources that files name, have a say in what is chosen or would with
/// them: nothing that decides is heeded, or dropped, without a word.
void tell_settings(const index::IndexSettings& settings, const change::Inputs& inputs, report::Reporter& reporter);

}  // namespace kenv::commands
