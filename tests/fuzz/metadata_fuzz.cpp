// SPDX-License-Identifier: Apache-2.0
// A METADATA file.
#include "fuzz/targets.hpp"
#include "python/metadata.hpp"

namespace kenv::fuzz {

void metadata(std::string_view text) {
  static_cast<void>(python::CoreMetadata::parse(text));
  static_cast<void>(python::parse_requires_python(text));
}

}  // namespace kenv::fuzz
