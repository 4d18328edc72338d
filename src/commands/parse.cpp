// SPDX-License-Identifier: Apache-2.0
#include "commands/parse.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/text.hpp"
#include "commands/verb.hpp"

namespace kenv::commands {
namespace {

void add_global_options(CLI::App& app, Arguments& to) {
  app.add_flag("--json", to.json, "print one JSON document on standard output")->group("Everywhere");
  app.add_flag("-q,--quiet", to.quiet, "say nothing but results, warnings and errors")->group("Everywhere");
  app.add_flag("-v", to.verbosity, "say more; twice for everything")->group("Everywhere");
  app.add_flag("-y,--yes", to.yes, "agree to what would be asked")->group("Everywhere");
  app.add_flag("--no-input", to.no_input, "never ask")->group("Everywhere");
  app.add_flag("--offline", to.offline, "use what is at hand, never the network")->group("Everywhere");
  app.add_flag("--no-progress", to.no_progress, "no progress bar")->group("Everywhere");
  app.add_option("--color", to.color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))->type_name("WHEN")->group("Everywhere");
  app.add_option("-C", to.directory, "run as if started in DIR")->type_name("DIR")->group("Everywhere");
}

void add_fact_options(CLI::App& app, Arguments& to) {
  app.add_option("--gpu", to.gpu, "name the GPU instead of looking: \"RTX 5090\", sm_120, 12.0, several with commas")
      ->check([](const std::string& name) { return name.empty() ? std::string("an empty text names no GPU") : std::string(); })->type_name("GPU")->group("Facts");
  app.add_option("--driver", to.driver, "name the driver instead of looking: 580.65")->type_name("VERSION")->group("Facts");
  app.add_option("--facts", to.facts, "take machine facts from a snapshot file")->type_name("FILE")->group("Facts");
}

void add_source_options(CLI::App& app, Arguments& to) {
  app.add_option("--python", to.python, "interpreter: 3.12 or a path")->type_name("PYTHON")->group("Sources");
  app.add_option("--index", to.index, "default index")->type_name("URL")->group("Sources");
  app.add_option("--framework-index", to.framework_indexes, "index of a framework: NAME=URL")
      ->type_name("NAME=URL")->allow_extra_args(false)->group("Sources");
  app.add_option("--find-links", to.find_links, "folder or page with wheels")->type_name("DIR|URL")->allow_extra_args(false)->group("Sources");
  app.add_option("--without-index", to.without_indexes, "leave an index out on purpose")->type_name("NAME")->allow_extra_args(false)->group("Sources");
  app.add_option("--constraint", to.constraints, "file with version bounds")->type_name("FILE")->allow_extra_args(false)->group("Sources");
  app.add_flag("--nightly", to.nightly, "consider nightly builds")->group("Sources");
}

void add_change_options(CLI::App& app, Arguments& to) {
  app.add_flag("-n,--dry-run", to.dry_run, "show the plan only")->group("Change");
  app.add_flag("--complete", to.complete, "refuse builds that cover a GPU only partly")->group("Change");
  app.add_flag("--allow-remove", to.allow_remove, "agree to drop packages that block every build")->group("Change");
  app.add_flag("--while-running", to.while_running, "switch although programs run from the environment")->group("Change");
  app.add_flag("--keep-failed", to.keep_failed, "keep the staged tree when its launch test fails")->group("Change");
  app.add_option("--try", to.attempts, "how many candidates to try when a launch test fails")->check(CLI::Range(1, 100))->type_name("N")->group("Change");
  app.add_option("--keep", to.keep, "how many earlier generations stay as trees")->check(CLI::Range(1, 1000))->type_name("N")->group("Change");
  app.add_option("--verify", to.verify, "standard or full (RECORD digests too)")
      ->check(CLI::IsMember({"standard", "full"}))->type_name("HOW")->group("Change");
  app.add_option("--verify-with", to.verify_with, "a command of your own that must succeed before the switch")->type_name("CMD")->group("Change");
}

void add_verb_options(CLI::App& app, const Verb& verb, Arguments& to) {
  if (verb.options & kFactOptions) add_fact_options(app, to);
  if (verb.options & kSourceOptions) add_source_options(app, to);
  if (verb.options & kChangeOptions) add_change_options(app, to);
  if (verb.options & kDoctorOptions) app.add_option("--from", to.from, "diagnose a snapshot file instead of this machine")->type_name("SNAPSHOT");
  if (verb.options & kFixOptions) {
    app.add_flag("--check", to.check, "exit 10 if a repair is needed; change nothing");
    app.add_option("--from", to.from, "plan for a snapshot file (with --dry-run)")->type_name("SNAPSHOT");
  }
  if (verb.options & kCreateOptions) {
    app.add_option("-r", to.requirement_files, "requirements file")->type_name("FILE")->allow_extra_args(false);
    app.add_flag("--without-pip", to.without_pip, "do not install pip");
  }
  if (verb.options & kRollbackOptions) {
    app.add_option("--to", to.to_generation, "the generation to go back to (see `kenv history`)")->type_name("GENERATION");
    app.add_flag("-n,--dry-run", to.dry_run, "say what would be done only");
    app.add_flag("--while-running", to.while_running, "switch although programs run from the environment");
  }
}

std::string overview() {
  std::string out =
      "kenv repairs and creates Python environments whose GPU code fits the GPU that is there.\n\nUsage: kenv VERB [OPTIONS] ...\n\nVerbs:\n";
  for (const auto& verb : verbs()) {
    std::string name(verb.name);
    name.resize(std::max<std::size_t>(name.size(), 10), ' ');
    out += "  " + name + " " + std::string(verb.summary) + "\n";
  }
  return out +
         "\n`kenv VERB --help` lists the options of a verb. Exit codes: 0 ok, 1 failed and nothing changed, 2 usage,\n"
         "3 problems found, 4 no compatible build, 5 network, 6 verification failed, 7 launch test failed and nothing\n"
         "switched, 8 locked, 10 change needed, 130 interrupted.\n";
}

UsageError unknown_verb(const std::string& word) {
  std::vector<std::string> names;
  for (const auto& verb : verbs()) names.emplace_back(verb.name);
  const auto near = text::closest(word, names);
  return {"there is no verb `" + word + "`", near ? "did you mean `kenv " + *near + "`?" : "run `kenv --help` for the verbs"};
}

UsageError check_positionals(const Verb& verb, const Arguments& arguments) {
  const int count = static_cast<int>(arguments.positionals.size());
  const std::string usage = "usage: kenv " + std::string(verb.name) + " " + std::string(verb.positionals);
  if (count < verb.least) return {"`kenv " + std::string(verb.name) + "` needs more arguments", usage};
  if (verb.most >= 0 && count > verb.most)
    return {"`kenv " + std::string(verb.name) + "` does not take `" + arguments.positionals[static_cast<std::size_t>(verb.most)] + "`", usage};
  return {};
}

}  // namespace

bool json_wanted(const std::vector<std::string>& words) {
  for (const auto& word : words) {
    if (word == "--") return false;
    if (word == "--json") return true;
  }
  return false;
}

std::variant<Arguments, ShowText, UsageError> parse_arguments(const std::vector<std::string>& words) {
  // Global options may stand before the verb: the verb is the first word that is neither an option nor -C's or --color's value.
  std::size_t verb_at = 0;
  while (verb_at < words.size() && words[verb_at].starts_with("-")) verb_at += words[verb_at] == "-C" || words[verb_at] == "--color" ? 2 : 1;
  for (std::size_t i = 0; i < std::min(verb_at, words.size()); ++i) {
    if (words[i] == "-h" || words[i] == "--help") return ShowText{overview()};
    if (words[i] == "--version") return ShowText{"kenv " KENV_VERSION "\n"};
  }
  if (verb_at >= words.size()) return words.empty() ? std::variant<Arguments, ShowText, UsageError>(ShowText{overview()}) : UsageError{"no verb given", "run `kenv --help` for the verbs"};
  if (words[verb_at] == "help") return verb_at + 1 < words.size() ? parse_arguments({words[verb_at + 1], "--help"}) : ShowText{overview()};

  const Verb* verb = find_verb(words[verb_at]);
  if (verb == nullptr) return unknown_verb(words[verb_at]);

  Arguments arguments;
  arguments.verb = verb->name;
  CLI::App app{std::string(verb->summary), "kenv " + arguments.verb};
  app.add_option("arguments", arguments.positionals, "")->type_name(std::string(verb->positionals))->group(verb->positionals.empty() ? "" : "Arguments");
  add_verb_options(app, *verb, arguments);
  add_global_options(app, arguments);
  app.add_flag("--version", arguments.version)->group("");

  std::vector<std::string> rest;
  for (std::size_t i = words.size(); i-- > 0;)  // CLI11 takes its words in reverse
    if (i != verb_at) rest.push_back(words[i]);
  try {
    app.parse(rest);
  } catch (const CLI::CallForHelp&) {
    return ShowText{app.help()};
  } catch (const CLI::ParseError& failure) {
    return UsageError{failure.what(), "run `kenv " + arguments.verb + " --help` for what it takes"};
  }
  if (arguments.version) return ShowText{"kenv " KENV_VERSION "\n"};
  if (auto problem = check_positionals(*verb, arguments); !problem.message.empty()) return problem;
  return arguments;
}

}  // namespace kenv::commands
