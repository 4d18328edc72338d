// SPDX-License-Identifier: Apache-2.0
// The metadata block of a script (PEP 723).
#include "fuzz/targets.hpp"
#include "python/script_metadata.hpp"

namespace kenv::fuzz {

void script_metadata(std::string_view text) {
  static_cast<void>(python::read_script_metadata(text, "script.py"));
  static_cast<void>(python::unclosed_script_block(text));
}

}  // namespace kenv::fuzz
