// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"
#include "commands/completion_scripts.hpp"
#include "commands/help.hpp"
#include "commands/run.hpp"

namespace kenv::commands {

Outcome run_help(const Arguments& arguments, Services&) {
  Outcome outcome;
  if (arguments.positionals.empty()) {
    outcome.text = overview();
  } else {
    const std::string& name = arguments.positionals[0];
    const Verb* verb = find_verb(name);
    if (verb == nullptr) {
      const auto near = text::closest(name, verb_names());
      throw Error(ExitCode::Usage, "unknown-verb", "there is no verb `" + name + "`",
                  near ? "did you mean `kenv help " + *near + "`?" : "run `kenv help` for the verbs");
    }
    outcome.text = help_of(*verb);
  }
  outcome.document["text"] = outcome.text;
  return outcome;
}

}  // namespace kenv::commands
