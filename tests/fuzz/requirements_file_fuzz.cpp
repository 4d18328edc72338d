// SPDX-License-Identifier: Apache-2.0
// A requirements file in pip's grammar.
#include "fuzz/targets.hpp"
#include "python/requirements_file.hpp"

namespace kenv::fuzz {

void requirements_file(std::string_view text) {
  static_cast<void>(
      python::parse_requirements_file(text, "requirements.txt", [](std::string_view) { return std::nullopt; }));
}

}  // namespace kenv::fuzz
