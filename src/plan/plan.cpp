// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.hpp"

#include <algorithm>

namespace kenv::plan {

bool Plan::changes_anything() const {
  return std::any_of(steps.begin(), steps.end(), [](const Step& step) { return step.action != Step::Action::Keep; });
}

std::string_view to_text(Step::Action action) {
  switch (action) {
    case Step::Action::Add:
      return "add";
    case Step::Action::Remove:
      return "remove";
    case Step::Action::Replace:
      return "replace";
    case Step::Action::Keep:
      return "keep";
  }
  return "keep";
}

}  // namespace kenv::plan
