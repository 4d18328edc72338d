// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace kenv::document {

struct ReadableToml {
  std::string text;
  std::vector<Position> escaped;  ///< characters that are longer here than in the document, in its order

  /// Where something is in the document that the library found there in `text`.
  Position in_document(Position found) const;
};

/// The document as the library can read it, or why no TOML 1.0 document can have these characters where they stand: all
/// is UTF-8, control characters are tabs and line ends only, others than those of bare keys, numbers and punctuation
/// stand in strings and comments, strings end, and nothing is nested beyond kMaximalDepth. Looked at before the library
/// reads it: it takes each part of a dotted key for a level and descends them without a limit, so that a long key
/// overflows the stack; and releases up to 3.3 assume of characters beyond ASCII that they do not come where they look
/// for blanks, which is undefined behaviour wherever a compiler believes it. In a string they do that behind a
/// backslash, so there such a character is given as its escape.
Result<ReadableToml> readable_toml(std::string_view text, std::string_view file);

/// TOML sets no limit; nobody writes by hand, and no tool does, what is nested deeper.
constexpr int kMaximalDepth = 256;

}  // namespace kenv::document
