// SPDX-License-Identifier: Apache-2.0
#include "change/pip_wheel.hpp"

#include <algorithm>

#include "io/files.hpp"
#include "venv/skeleton.hpp"

namespace kenv::change {

std::shared_ptr<const store::StoredWheel> pip_wheel(const venv::Interpreter& interpreter, const plan::Plan& plan,
                                                    store::Store& store, report::Reporter& reporter) {
  const bool planned = std::any_of(plan.steps.begin(), plan.steps.end(),
                                   [](const plan::Step& step) { return step.name.text() == "pip"; });
  if (planned) return nullptr;
  const auto wheel = venv::bundled_pip_wheel(interpreter);
  if (!wheel) {
    reporter.note("this interpreter carries no pip; name pip among the requirements to have one, or use uv pip");
    return nullptr;
  }
  return store.add(*wheel, sha256(io::read_text(*wheel)), {wheel->filename().string(), "", ""});
}

}  // namespace kenv::change
