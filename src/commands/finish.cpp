// SPDX-License-Identifier: Apache-2.0
#include "commands/finish.hpp"

#include <cstdio>

#include "base/printable.hpp"

namespace kenv::commands {
namespace {

using Json = nlohmann::ordered_json;

void print_error(const Json& error) {
  std::fprintf(stderr, "error: %s\n", text::printable(error.value("message", "")).c_str());
  if (const std::string hint = error.value("hint", ""); !hint.empty())
    std::fprintf(stderr, "hint: %s\n", text::printable(hint).c_str());
}

int print(const std::string& text, ExitCode exit, bool changed) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written)
    std::fprintf(stderr, "error: standard output could not be written%s\n",
                 changed ? "; the change itself is done" : "");
  // Exit code 1 promises that nothing was changed.
  if (!written && exit == ExitCode::Ok && !changed) return static_cast<int>(ExitCode::Failed);
  return static_cast<int>(exit);
}

}  // namespace

Outcome failed(ExitCode exit, const std::string& code, const std::string& message, const std::string& hint) {
  Outcome outcome;
  outcome.exit = exit;
  outcome.status = "failed";
  outcome.document["error"] = {{"code", code}, {"message", message}, {"hint", hint}};
  return outcome;
}

int finish(const Arguments& arguments, const Outcome& outcome, double elapsed_seconds) {
  if (!arguments.json) {
    const int exit = print(text::printable(outcome.text), outcome.exit, outcome.changed);
    if (outcome.document.contains("error")) print_error(outcome.document.at("error"));
    return exit;
  }
  const std::string verb = arguments.verb.empty() ? "usage" : arguments.verb;
  Json document = {{"schema", "kenv-" + verb + "/1"},
                   {"command", verb},
                   {"status", outcome.status},
                   {"exit_code", static_cast<int>(outcome.exit)},
                   {"changed", outcome.changed}};
  document["findings"] = Json::array();
  for (const auto& [key, value] : outcome.document.items()) document[key] = value;
  document["elapsed_ms"] = static_cast<long>(elapsed_seconds * 1000);
  return print(document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n", outcome.exit, outcome.changed);
}

int finish_text(const ShowText& show, bool json) {
  Arguments arguments;
  arguments.verb = show.command;
  arguments.json = json;
  Outcome outcome;
  outcome.text = show.text;
  if (show.command == "version")
    outcome.document["version"] = KENV_VERSION;
  else
    outcome.document["text"] = show.text;
  return finish(arguments, outcome, 0);
}

int finish_usage_error(const UsageError& error, bool json) {
  Arguments arguments;
  arguments.verb = error.verb;
  arguments.json = json;
  return finish(arguments, failed(ExitCode::Usage, "usage", error.message, error.hint), 0);
}

}  // namespace kenv::commands
