// SPDX-License-Identifier: Apache-2.0
#include "commands/run_verb.hpp"

#include <filesystem>
#include <memory>
#include <new>
#include <system_error>

#include "base/embedded.hpp"
#include "commands/finish.hpp"
#include "commands/verb.hpp"
#include "io/files.hpp"
#include "io/surroundings.hpp"
#include "ui/plain_reporter.hpp"
#include "ui/question.hpp"

namespace kenv::commands {
namespace {

using Variables = std::map<std::string, std::string>;

bool in_ci(const Variables& variables) {
  const auto found = variables.find("CI");
  return found != variables.end() && !found->second.empty() && found->second != "false" && found->second != "0";
}

std::unique_ptr<report::Reporter> make_reporter(const Arguments& arguments, const Variables& variables) {
  const bool terminal = io::is_terminal(2);
  const auto loudness = arguments.quiet           ? ui::Loudness::Quiet
                        : arguments.verbosity > 0 ? ui::Loudness::Verbose
                                                  : ui::Loudness::Normal;
  const ui::Style style(ui::wants_color(arguments.color, variables, terminal));
  if (terminal && !arguments.no_progress && !arguments.quiet && !in_ci(variables))
    return std::make_unique<ui::TerminalReporter>(loudness, style);
  return std::make_unique<ui::PlainReporter>(loudness, style);
}

ui::Question make_question(const Arguments& arguments, const Variables& variables) {
  if (arguments.yes) return ui::Question(ui::Question::Mode::Yes);
  const bool can_ask = !arguments.no_input && !in_ci(variables) && io::is_terminal(0) && io::is_terminal(2);
  return ui::Question(can_ask ? ui::Question::Mode::Ask : ui::Question::Mode::Refuse);
}

void enter(const std::string& directory) {
  try {
    io::enter_directory(directory);
  } catch (const io::FileError& failure) {
    throw Error(ExitCode::Usage, "bad-directory", std::string("-C: ") + failure.what(), "name a folder that exists");
  }
}

Outcome run_guarded(const Arguments& arguments, Services& services) {
  try {
    if (!arguments.directory.empty()) {
      enter(arguments.directory);
      services.variables["PWD"] = io::current_directory().string();
    }
    return find_verb(arguments.verb)->run(arguments, services);
  } catch (const Interrupted&) {
    return failed(ExitCode::Interrupted, "interrupted", "interrupted; the environment is as it was", "");
  } catch (const Error& error) {
    return failed(error.exit_code(), error.code(), error.what(), error.hint());
  } catch (const std::filesystem::filesystem_error& error) {
    return failed(ExitCode::Failed, "file-system", error.what(), "");
  } catch (const std::bad_alloc&) {
    return failed(ExitCode::Failed, "out-of-memory", "not enough memory; the environment is as it was", "");
  } catch (const std::exception& error) {
    return failed(ExitCode::Failed, "internal", std::string("this should not happen: ") + error.what(),
                  "please report it together with the command line");
  }
}

}  // namespace

int run_verb(const Arguments& arguments, Variables variables) {
  auto catalog = manifest::read_catalog(manifests::embedded_files());
  if (!catalog) return finish(arguments, failed(ExitCode::Failed, "manifest", catalog.error().front().text(), ""), 0);
  const auto reporter = make_reporter(arguments, variables);
  auto question = make_question(arguments, variables);
  Services services{*catalog, *reporter, question, std::move(variables)};
  const Outcome outcome = run_guarded(arguments, services);
  return finish(arguments, outcome, io::seconds_since_start());
}

}  // namespace kenv::commands
