// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "change/inputs.hpp"
#include "index/settings.hpp"
#include "report/reporter.hpp"

namespace kenv::commands {

/// Says which settings of pip and uv, and which sources that files name, have a say in what is chosen or would with
/// them: nothing that decides is heeded, or dropped, without a word.
void tell_settings(const index::IndexSettings& settings, const change::Inputs& inputs, report::Reporter& reporter);

/// Says which of the requirements that were typed ask for nothing under these markers.
void tell_what_does_not_apply(const change::Inputs& inputs, const python::MarkerEnvironment& markers,
                              report::Reporter& reporter);

}  // namespace kenv::commands
