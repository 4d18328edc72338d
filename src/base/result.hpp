// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

namespace kenv {

/// A place in a text that somebody can open in an editor. Lines and columns count from 1; 0 means unknown.
struct Position {
  std::string file;
  int line = 0;
  int column = 0;

  bool operator==(const Position&) const = default;
};

/// Why a text or value was refused: what is wrong, where, and what to do. An answer, not an accident.
struct Problem {
  std::string message;
  Position where{};
  std::string hint{};

  /// "file:line:column: message", as far as the place is known.
  std::string text() const;

  bool operator==(const Problem&) const = default;
};

/// A value, or the reason why there is none. Parsers and other pure code answer with it and never throw.
template <class T>
using Result = tl::expected<T, Problem>;

/// The failing branch of a Result.
inline tl::unexpected<Problem> refuse(std::string message, Position where = {}, std::string hint = {}) {
  return tl::unexpected<Problem>(Problem{std::move(message), std::move(where), std::move(hint)});
}

}  // namespace kenv
