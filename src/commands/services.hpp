// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <string>

#include "manifest/manifest.hpp"
#include "report/reporter.hpp"
#include "ui/question.hpp"

namespace kenv::commands {

/// What main builds and only commands may see as a whole; everything below gets just what it uses.
struct Services {
  const manifest::Catalog& catalog;
  report::Reporter& reporter;
  ui::Question& question;
  std::map<std::string, std::string> variables;  ///< the process's environment
};

}  // namespace kenv::commands
