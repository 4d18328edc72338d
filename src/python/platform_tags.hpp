// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "python/tag.hpp"

namespace kenv::python {

/// The platform tags of that machine, best first, without "any" (PEP 600, 656; "Platform compatibility tags").
std::vector<std::string> platform_tags(const TagFacts& facts);

/// The machine's name as tags spell it: Windows says AMD64 where the tag says x86_64.
std::string tag_machine(const std::string& machine);

}  // namespace kenv::python
