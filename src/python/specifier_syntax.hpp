// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "python/scanner.hpp"
#include "python/specifier.hpp"

namespace kenv::python {

std::string_view specifier_operator_text(SpecifierOperator op);

/// Reads clauses with commas between them up to the end, a ";" or a ")". There may be none, and empty ones are left
/// out:
/// "", ">=1," and ">=1,,<2" are all served as Requires-Python.
Result<SpecifierSet> read_specifiers(Scanner& scan);

/// The same by the grammar of requirements: only a last comma may be one too many.
Result<SpecifierSet> read_requirement_specifiers(Scanner& scan);

}  // namespace kenv::python
