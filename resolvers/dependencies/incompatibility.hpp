// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "resolvers/dependencies/state_set.hpp"

namespace kenv::resolvers {

using PackageId = std::size_t;  ///< a (name, extra) of one run of the solver; 0 is the request itself

/// "This package is in one of these states."
struct Term {
  PackageId package = 0;
  StateSet states;
};

/// A set of terms that must not all hold at once. Everything that the solver knows has this form: "a 1.0 depends on
/// b >=2" is {a in {1.0}, b not in >=2}.
struct Incompatibility {
  enum class Cause {
    Request,      ///< the request itself must be met
    Dependency,   ///< terms: the dependent, then what it depends on (missing where no state is right)
    Bound,        ///< a companion rule or a constraint: forbids states, asks for nothing
    Unavailable,  ///< candidates that cannot be used; `text` says why
    Derived,      ///< follows from two others
  };

  std::vector<Term> terms;  ///< at most one per package
  Cause cause = Cause::Derived;
  std::size_t left = 0, right = 0;  ///< of Derived: the incompatibilities it follows from
  std::string text{};               ///< of the others, for people: "b>=2", "has no wheel for Python 3.12"
  PackageId needed = 0;             ///< of Dependency and Bound: of whom; no term names it where nothing of it would do
  PackageId pivot = 0;              ///< of Derived: the package that the two disagree about
};

}  // namespace kenv::resolvers
