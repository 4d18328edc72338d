// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "change/inputs.hpp"

// Where inputs lie, and what they name relative to themselves.
namespace kenv::change {

/// The place that `reference`, written in the file at `base`, means for -r and -c: beside that file, on its server if
/// it came from one.
std::string nested_place(const std::string& base, const std::string& reference);
/// The same for a wheel or a --find-links folder. As with pip these are looked for from the current folder; unlike with
/// pip also beside the file, if they are only there.
std::string named_place(const std::string& base, const std::string& reference);
/// One spelling for each place, to notice files that include themselves.
std::string identity_of(const std::string& place);

/// The bytes there: a file, an address, "-" for standard input. Throws Error(Usage) if there is no such file.
std::string read_place(const std::string& place, const InputDoors& doors);

}  // namespace kenv::change
