// SPDX-License-Identifier: Apache-2.0
// A wheel's file name and its tags.
#include "fuzz/targets.hpp"
#include "python/wheel_name.hpp"
#include "python/wheel_obstacle.hpp"

namespace kenv::fuzz {

void wheel_name(std::string_view text) {
  const auto ordinary = python::WheelName::parse(text), any = python::WheelName::parse_with_variant(text);
  must(!ordinary || any, "every wheel name is one of a wheel or a variant");
  static_cast<void>(python::Tag::parse_set(text));
  static const auto supported = python::SupportedTags::for_interpreter({});
  if (any) static_cast<void>(python::wheel_obstacle({&any->tags}, supported));
}

}  // namespace kenv::fuzz
