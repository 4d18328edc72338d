// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace kenv::ui {

/// How a change is agreed to: asked on a terminal, given by --yes, refused where nobody can answer.
class Question {
 public:
  enum class Mode { Ask, Yes, Refuse };
  explicit Question(Mode mode) : mode_(mode) {}

  /// True if the user agrees. Without a terminal and without --yes: Error(Usage) that names the option to add.
  bool confirm(std::string_view what) const;
  Mode mode() const { return mode_; }

 private:
  Mode mode_;
};

}  // namespace kenv::ui
