// SPDX-License-Identifier: Apache-2.0
// What an interpreter answers about itself.
#include "fuzz/targets.hpp"
#include "venv/interpreter.hpp"

namespace kenv::fuzz {

void interpreter(std::string_view text) { static_cast<void>(venv::read_interpreter_answer(text)); }

}  // namespace kenv::fuzz
