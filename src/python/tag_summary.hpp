// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "python/tag.hpp"

namespace kenv::python {

/// The first part of a tag taken apart: "cp312" is ("cp", 3, 12), "py3" is ("py", 3, -1).
struct InterpreterTag {
  std::string_view implementation;
  int major = 0, minor = -1;

  static InterpreterTag parse(std::string_view tag);
};

/// Tags for people: "cp310 to cp313, py3 on manylinux_2_28_x86_64, win_amd64".
std::string tag_summary(const std::vector<Tag>& tags);

}  // namespace kenv::python
