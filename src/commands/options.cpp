// SPDX-License-Identifier: Apache-2.0
#include "commands/options.hpp"

namespace kenv::commands {

void options_everywhere(OptionList& options, Arguments& to) {
  options.heading("Everywhere");
  options.flag("--json", to.json, "print one JSON document on standard output");
  options.flag("-q,--quiet", to.quiet, "say nothing but results, warnings and errors");
  options.count("-v,--verbose", to.verbosity, "say more; twice for everything");
  options.flag("-y,--yes", to.yes, "agree to what would be asked");
  options.flag("--no-input", to.no_input, "never ask");
  options.flag("--offline", to.offline, "use what is at hand, never the network");
  options.flag("--no-progress", to.no_progress, "no progress bar");
  options.choice("--color", "WHEN", {"auto", "always", "never"}, to.color, "when to use colour");
  options.value("-C", "DIR", to.directory, "run as if started in DIR");
  options.flag("--version", to.version, "print the version");
}

void fact_options(OptionList& options, Arguments& to) {
  options.heading("Facts");
  options.value("--gpu", "GPU", to.gpu,
                "name the GPU instead of looking: \"RTX 5090\", sm_120, 12.0, several with commas");
  options.value("--driver", "VERSION", to.driver, "name the driver instead of looking: 580.65");
  options.value("--facts", "FILE", to.facts, "take machine facts from a snapshot file");
}

void index_options(OptionList& options, Arguments& to) {
  options.heading("Sources");
  options.value("--index", "URL", to.index, "default index");
  options.list("--framework-index", "NAME=URL", to.framework_indexes, "index of a framework");
  options.list("--find-links", "DIR|FILE|URL", to.find_links,
               "a folder of wheels, one wheel, or a page that lists some");
}

void source_options(OptionList& options, Arguments& to) {
  index_options(options, to);
  options.flag("--refresh", to.refresh, "ask the indexes, also for pages that are still fresh in the cache");
  options.list("--without-index", "NAME", to.without_indexes, "leave an index out on purpose");
  options.list("-c,--constraint", "FILE", to.constraints, "file with version bounds");
  options.list("--override", "FILE", to.overrides,
               "file whose requirements take the place of every other one on their packages");
  options.flag("--nightly", to.nightly, "consider nightly builds");
}

void input_options(OptionList& options, Arguments& to) {
  options.heading("Inputs");
  options.list("-r,--requirement", "FILE", to.requirement_files,
               "requirements.txt, pyproject.toml, pylock.toml or a script; an address; - for standard input");
  options.list("--group", "[FILE:]NAME", to.groups, "dependency group of ./pyproject.toml or of another one");
  options.list("--extra", "NAME", to.extras, "extra of the project or lock that -r names");
  options.flag("--all-extras", to.all_extras, "all of them");
  options.flag("--require-hashes", to.require_hashes, "use only files whose digest an input states");
  options.flag("--pre", to.prereleases, "pre-releases count like other versions");
}

void interpreter_options(OptionList& options, Arguments& to) {
  options.heading("Interpreter");
  options.value("--python", "PYTHON", to.python, "3.12, a command's name or a path");
}

void change_options(OptionList& options, Arguments& to) {
  options.heading("Change");
  options.flag("-n,--dry-run", to.dry_run, "show the plan only");
  options.flag("--complete", to.complete, "refuse builds that cover a GPU only partly");
  options.flag("--allow-remove", to.allow_remove,
               "agree to drop what blocks every build, and to remove what others need");
  options.flag("--while-running", to.while_running, "switch although programs run from the environment");
  options.flag("--keep-failed", to.keep_failed, "keep the staged tree when its launch test fails");
  options.number("--try", 1, 100, to.attempts, "how many candidates to try when a launch test fails");
  options.number("--keep", 1, 1000, to.keep, "how many earlier generations stay as trees");
  options.choice("--verify", "HOW", {"standard", "full"}, to.verify, "full: RECORD digests too");
  options.value("--verify-with", "CMD", to.verify_with, "a command of your own that must succeed before the switch");
}

}  // namespace kenv::commands
