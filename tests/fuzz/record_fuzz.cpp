// SPDX-License-Identifier: Apache-2.0
// A RECORD file.
#include "fuzz/targets.hpp"
#include "python/record.hpp"

namespace kenv::fuzz {

void record(std::string_view text) {
  const auto entries = python::parse_record(text);
  if (!entries) return;
  const auto again = python::parse_record(python::render_record(*entries));
  must(again && *again == *entries, "a RECORD reads back as itself");
}

}  // namespace kenv::fuzz
