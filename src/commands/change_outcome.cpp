// SPDX-License-Identifier: Apache-2.0
#include "commands/change_outcome.hpp"

#include <fmt/format.h>

#include "base/shell_word.hpp"
#include "change/prove.hpp"
#include "change/stage.hpp"
#include "commands/facts_text.hpp"
#include "commands/finish.hpp"
#include "plan/plan_json.hpp"

namespace kenv::commands {
namespace {

using Json = nlohmann::ordered_json;

void add(Outcome& outcome, const Json& document) {
  for (const auto& [key, value] : document.items()) outcome.document[key] = value;
}

Outcome failed_like(const Error& error) { return failed(error.exit_code(), error.code(), error.what(), error.hint()); }

}  // namespace

Outcome with_plan_in_failures(const std::function<Outcome()>& work) {
  try {
    return work();
  } catch (const change::NoPlan& none) {
    Outcome outcome = failed_like(none);
    outcome.document["rejections"] = Json::array();
    for (const auto& rejection : none.none.rejections)
      outcome.document["rejections"].push_back(plan::to_json(rejection));
    outcome.document["explanation"] = none.none.explanation;
    outcome.document["offers"] = Json::array();
    for (const auto& offer : none.none.offers)
      outcome.document["offers"].push_back({{"kind", offer.kind}, {"text", offer.text}, {"commands", offer.commands}});
    outcome.text = rejections_text(none.none.rejections);
    return outcome;
  } catch (const change::LaunchFailed& launch) {
    Outcome outcome = failed_like(launch);
    add(outcome, plan::to_json(launch.plan));
    outcome.document["probe"] = change::to_json(launch.probe);
    outcome.text = "plan that was tried:\n" + plan_text(launch.plan);
    return outcome;
  }
}

Outcome planned(const plan::Plan& plan, const std::string& environment, bool creates) {
  Outcome outcome;
  outcome.status = plan.changes_anything() || creates ? "ok" : "nothing-to-do";
  outcome.document["environment"] = environment;
  add(outcome, plan::to_json(plan));
  outcome.text = creates                   ? "would make " + environment + ":\n" + plan_text(plan)
                 : plan.changes_anything() ? "would change:\n" + plan_text(plan)
                                           : "nothing to do\n";
  return outcome;
}

Outcome changed(const change::ChangeResult& result, const std::string& environment) {
  Outcome outcome;
  outcome.document["environment"] = environment;
  add(outcome, plan::to_json(result.plan));
  if (result.declined) {
    outcome.exit = ExitCode::Failed;
    outcome.status = "failed";
    outcome.document["error"] = {{"code", "declined"}, {"message", "not agreed to; nothing was changed"}, {"hint", ""}};
    return outcome;
  }
  outcome.changed = result.generation != 0;
  outcome.status = outcome.changed ? "ok" : "nothing-to-do";
  outcome.document["generation"] = outcome.changed ? Json(result.generation) : Json(nullptr);
  outcome.document["probe"] = change::to_json(result.probe);
  if (!outcome.changed) {
    outcome.text = "nothing to do\n";
    return outcome;
  }
  outcome.text = fmt::format("{}: generation {}\n{}", environment, result.generation, plan_text(result.plan));
  outcome.text += fmt::format("  launch test: {}{}{}\n", probe::to_text(result.probe.status),
                              result.probe.reason.empty() ? "" : ": ", result.probe.reason);
  if (!result.plan.guard.constraints.empty())
    outcome.text += fmt::format("  to keep it so: pip install -c {} ...\n",
                                text::shell_word(environment + "/" + change::kConstraintsFile));
  for (const auto& note : result.notes) outcome.text += "  note: " + note + "\n";
  return outcome;
}

}  // namespace kenv::commands
