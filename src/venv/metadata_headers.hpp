// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace kenv::venv {

/// The headers of a METADATA or PKG-INFO file that say what is installed, as written. Unlike python::CoreMetadata this
/// accepts a file that no installer should have accepted: it is there, and a diagnosis has to work with it.
struct MetadataHeaders {
  std::string name, version, requires_python;
  std::vector<std::string> requires_dist;
  bool complete = false;  ///< the blank line that ends the headers was seen
};

MetadataHeaders read_metadata_headers(std::string_view text);

/// requires.txt of an egg-info as Requires-Dist lines: sections name extras and markers.
std::vector<std::string> requirements_of_egg(std::string_view requires_txt);

}  // namespace kenv::venv
