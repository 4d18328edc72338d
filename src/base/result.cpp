// SPDX-License-Identifier: Apache-2.0
#include "base/result.hpp"

namespace kenv {

std::string Problem::text() const {
  std::string out;
  if (!where.file.empty()) out += where.file + ":";
  if (where.line > 0) out += std::to_string(where.line) + ":";
  if (where.line > 0 && where.column > 0) out += std::to_string(where.column) + ":";
  if (!out.empty()) out += " ";
  return out + message;
}

}  // namespace kenv
