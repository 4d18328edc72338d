// SPDX-License-Identifier: Apache-2.0
#include "commands/change_setup.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "change/fetch.hpp"
#include "commands/change_outcome.hpp"
#include "commands/facts_text.hpp"
#include "python/location.hpp"

namespace kenv::commands {
namespace {

/// Shows a plan and asks; what `ChangeRequest::agree` is.
std::function<bool(const plan::Plan&)> agreement(Services& services, const store::Store& store,
                                                 const std::string& question) {
  return [&services, &store, question](const plan::Plan& plan) {
    services.reporter.phase("Plan");
    const std::string shown = plan_text(plan);
    for (const auto line : text::lines(shown)) services.reporter.note(text::trim(line));
    services.reporter.note("to download now: " + to_text(change::to_download(plan, store)));
    return services.question.confirm(question);
  };
}

}  // namespace

change::RequestOptions request_options(const Arguments& arguments) {
  return {arguments.without_indexes, arguments.nightly, arguments.complete, arguments.allow_remove};
}

change::ChangeRequest change_for(const Arguments& arguments, const TargetMachine& target,
                                 const venv::Interpreter& interpreter, Tools& tools) {
  change::ChangeRequest change;
  change.interpreter = interpreter;
  change.gpus = target.gpus;
  change.named = target.named;
  change.command = command_line(arguments);
  change.verify_record_digests = arguments.verify == "full";
  change.keep_failed = arguments.keep_failed;
  change.while_running = arguments.while_running;
  change.attempts = arguments.attempts;
  change.keep_trees = arguments.keep;
  change.verify_with = arguments.verify_with;
  change.request = change::request_for(target.machine, target.gpus, interpreter);
  change::add_options(change.request, request_options(arguments));
  tools.add_sources(change.request);
  return change;
}

Outcome plan_or_carry_out(change::ChangeRequest& change, const std::string& question, const Arguments& arguments,
                          Services& services, Tools& tools) {
  change.reason = python::without_secrets(change.reason);  // it holds requirements as they were typed
  change.agree = agreement(services, tools.store(), question);
  return with_plan_in_failures([&] {
    if (!arguments.dry_run) return changed(change::carry_out(change, tools.workshop()), change.environment);
    resolvers::Resolution resolution(change.request, services.catalog);
    return planned(change::make_plan(resolution, tools.workshop()), change.environment,
                   change.request.purpose == resolvers::Request::Purpose::Create);
  });
}

}  // namespace kenv::commands
