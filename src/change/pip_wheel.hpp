// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "plan/plan.hpp"
#include "report/reporter.hpp"
#include "store/store.hpp"
#include "venv/interpreter.hpp"

namespace kenv::change {

/// pip for a new environment, as `python -m venv` gives it: the wheel that the interpreter carries. None if the plan
/// brings pip itself, or if the interpreter carries none (said aloud).
std::shared_ptr<const store::StoredWheel> pip_wheel(const venv::Interpreter& interpreter, const plan::Plan& plan,
                                                    store::Store& store, report::Reporter& reporter);

}  // namespace kenv::change
