// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "commands/arguments.hpp"
#include "commands/outcome.hpp"
#include "commands/services.hpp"

// One function per verb; each has a file of its own.
namespace kenv::commands {

Outcome run_create(const Arguments&, Services&);
Outcome run_doctor(const Arguments&, Services&);
Outcome run_fix(const Arguments&, Services&);
Outcome run_history(const Arguments&, Services&);
Outcome run_inspect(const Arguments&, Services&);
Outcome run_manifest(const Arguments&, Services&);
Outcome run_probe(const Arguments&, Services&);
Outcome run_resolve(const Arguments&, Services&);
Outcome run_rollback(const Arguments&, Services&);

}  // namespace kenv::commands
