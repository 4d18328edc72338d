// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "resolvers/explain/grounds.hpp"
#include "resolvers/request.hpp"

namespace kenv::resolvers {

/// What a user can do about a failure, in one line, by what its proof rests on.
struct Advice {
  std::string text;
  bool look_elsewhere = false;  ///< a project was not where it was looked for: where that was is worth saying
};
Advice advice(const Grounds& grounds, const Request& request);

}  // namespace kenv::resolvers
