// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace kenv::python {

/// One field of an e-mail-like header section (RFC 822), the form of METADATA and WHEEL files.
struct HeaderField {
  std::string name;   ///< in lower case
  std::string value;  ///< continuation lines joined with "\n", white space around it removed
  int line = 0;       ///< where it begins, from 1
};

/// The fields up to the first empty line; what follows is the body. As in Python's own reader, which pip uses, a line
/// that is neither a field nor a continuation begins the body too.
std::vector<HeaderField> read_header_fields(std::string_view text);

}  // namespace kenv::python
