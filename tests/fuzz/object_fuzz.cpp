// SPDX-License-Identifier: Apache-2.0
// The text that describes an object of the store.
#include "fuzz/targets.hpp"
#include "store/object_text.hpp"

namespace kenv::fuzz {

void object(std::string_view text) {
  const auto wheel = store::parse_object(text);
  if (wheel) must(store::parse_object(store::render_object(*wheel)).has_value(), "an object reads back");
}

}  // namespace kenv::fuzz
