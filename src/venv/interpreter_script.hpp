// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace kenv::venv {

/// The Python text that makes an interpreter describe itself as JSON between the two marks.
extern const std::string_view kInterpreterScript;
inline constexpr std::string_view kAnswerBegins = "<<kenv-interpreter>>";
inline constexpr std::string_view kAnswerEnds = "<<kenv-interpreter-end>>";

}  // namespace kenv::venv
