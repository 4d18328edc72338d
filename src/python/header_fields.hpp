// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace kenv::python {

/// One field of an e-mail-like header section (RFC 822), the form of METADATA and WHEEL files.
struct HeaderField {
  std::string name;   ///< in lower case
  std::string value;  ///< continuation lines joined with "\n", white space around each removed
  int line = 0;       ///< where it begins, from 1
  int column = 0;     ///< where its value begins in that line, from 1

  /// The value as one line, as RFC 822 unfolds it: with a space for each line end, so that columns stay the same.
  std::string unfolded() const;
  /// The place in `file` that the `column` of a problem of the value means. Line breaks are counted; the indentation of
  /// continuation lines is not known any more, so that their column is 0.
  Position position(std::string_view file, int column_in_value = 1) const;
};

/// The fields up to the first empty line; what follows is the body. As in Python's own reader, which pip uses, a line
/// that is neither a field nor a continuation begins the body too.
std::vector<HeaderField> read_header_fields(std::string_view text);

}  // namespace kenv::python
