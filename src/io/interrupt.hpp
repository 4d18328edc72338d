// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kenv::io {

/// SIGINT, SIGTERM and SIGHUP set a flag; long work looks at it between steps. A second one of them ends the process
/// at once: everything kenv does survives that.
void catch_signals();
bool interrupt_requested();
/// Throws Interrupted if one of them came.
void throw_if_interrupted();

}  // namespace kenv::io
