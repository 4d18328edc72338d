// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "python/marker.hpp"
#include "python/metadata.hpp"

namespace kenv::python {

/// A field in which two METADATA of one file mean different things, and what each says in it.
struct MetadataDifference {
  std::string field, stated, own;
};

/// Compares what counts for an installation into one interpreter: the version, whether that Python will do, and what is
/// required there, with no extra and with each. Order, spelling, descriptions and what holds elsewhere only do not
/// count: indexes serve METADATA that builders have rewritten since.
std::optional<MetadataDifference> difference_between(const CoreMetadata& stated, const CoreMetadata& own,
                                                     const MarkerEnvironment& environment, const Version& python);

}  // namespace kenv::python
