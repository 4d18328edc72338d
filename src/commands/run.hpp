// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "commands/arguments.hpp"
#include "commands/options.hpp"
#include "commands/outcome.hpp"
#include "commands/services.hpp"

// The verbs; each has a file of its own, with the options that only it takes.
namespace kenv::commands {

Outcome run_completions(const Arguments&, Services&);

void config_options(OptionList&, Arguments&);
Outcome run_config(const Arguments&, Services&);

void create_options(OptionList&, Arguments&);
Outcome run_create(const Arguments&, Services&);

void doctor_options(OptionList&, Arguments&);
Outcome run_doctor(const Arguments&, Services&);

void fix_options(OptionList&, Arguments&);
Outcome run_fix(const Arguments&, Services&);

Outcome run_help(const Arguments&, Services&);
Outcome run_history(const Arguments&, Services&);
void install_options(OptionList&, Arguments&);
Outcome run_install(const Arguments&, Services&);

Outcome run_inspect(const Arguments&, Services&);
void lock_options(OptionList&, Arguments&);
Outcome run_lock(const Arguments&, Services&);

Outcome run_manifest(const Arguments&, Services&);
Outcome run_probe(const Arguments&, Services&);

void resolve_options(OptionList&, Arguments&);
Outcome run_resolve(const Arguments&, Services&);

void remove_options(OptionList&, Arguments&);
Outcome run_remove(const Arguments&, Services&);

void rollback_options(OptionList&, Arguments&);
Outcome run_rollback(const Arguments&, Services&);

}  // namespace kenv::commands
