// SPDX-License-Identifier: Apache-2.0
// What the probes print.
#include "fuzz/targets.hpp"
#include "probe/read_document.hpp"

namespace kenv::fuzz {

void probe(std::string_view text) {
  static_cast<void>(probe::read_native_output(text));
  static_cast<void>(probe::read_framework_output(text, "<<kenv>>"));
}

}  // namespace kenv::fuzz
