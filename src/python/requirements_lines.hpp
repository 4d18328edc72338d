// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace kenv::python {

/// The value of an environment variable; none if it is not set. Passed in, since parsers read no environment.
using VariableLookup = std::function<std::optional<std::string>(std::string_view name)>;

/// One line of a requirements file as it counts: continuations joined, the comment taken off, variables put in. Knows
/// for each of its characters where in the file it was written.
class LogicalLine {
 public:
  const std::string& text() const { return text_; }
  /// The place of text()[at] in the file; that of the end for a larger one.
  Position place(std::size_t at, std::string_view file) const;
  /// Variables that the line names and that are not set: they stand there as written.
  const std::vector<std::string>& unset() const { return unset_; }

 private:
  friend std::vector<LogicalLine> logical_lines(std::string_view, const VariableLookup&);
  struct Place {
    int line = 0, column = 0;
  };

  void add(std::string_view piece, int line, int column);
  void drop_comment();
  void trim();
  void insert_variables(const VariableLookup& variable);

  std::string text_;
  std::vector<Place> places_;
  std::vector<std::string> unset_;
};

/// The lines of a requirements file, empty ones left out. A backslash at the end of a line joins the next one to it,
/// which a line that is only a comment ends; " #" begins a comment; "${NAME}", upper case only, is a variable and stays
/// as written where none is set.
std::vector<LogicalLine> logical_lines(std::string_view text, const VariableLookup& variable);

}  // namespace kenv::python
