// SPDX-License-Identifier: Apache-2.0
#include "transaction/history.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "change/environment_facts.hpp"
#include "commands/run.hpp"
#include "io/files.hpp"

namespace kenv::commands {
namespace {

using Json = nlohmann::ordered_json;

/// A generation says "not-run" where no launch test was recorded with it.
Json probe_json(const transaction::Generation& generation) {
  auto probe = Json::parse(generation.probe.empty() ? "{}" : generation.probe, nullptr, false);
  if (probe.is_discarded() || !probe.is_object()) probe = Json::object();
  if (!probe.contains("status")) probe["status"] = "not-run";
  if (!probe.contains("reason")) probe["reason"] = generation.probe.empty() ? "no launch test was made" : "";
  if (!probe.contains("gpus")) probe["gpus"] = Json::array();
  return probe;
}

Json generation_json(const transaction::Generation& generation, int current) {
  Json out = {{"id", generation.id},
              {"parent", generation.parent},
              {"created", generation.created},
              {"command", generation.command},
              {"reason", generation.reason},
              {"current", generation.id == current},
              {"kept_as_tree", generation.has_tree}};
  out["changes"] = Json::array();
  for (const auto& change : generation.changes)
    out["changes"].push_back({{"name", change.name},
                              {"from", change.from.empty() ? Json(nullptr) : Json(change.from)},
                              {"to", change.to.empty() ? Json(nullptr) : Json(change.to)}});
  out["probe"] = probe_json(generation);
  out["bytes"] = generation.bytes;
  return out;
}

std::string change_text(const transaction::PackageChange& change) {
  if (change.from.empty()) return "+" + change.name + " " + change.to;
  if (change.to.empty()) return "-" + change.name + " " + change.from;
  return change.name + " " + change.from + " -> " + change.to;
}

std::string generation_text(const transaction::Generation& generation, int current) {
  const auto probe = probe_json(generation);
  std::string out = fmt::format("{} {:>3}  {}  {:>9}  probe {:<8} {}\n", generation.id == current ? "*" : " ",
                                generation.id, generation.created, text::human_bytes(generation.bytes),
                                probe.value("status", ""), generation.reason);
  constexpr std::size_t kShown = 4;
  std::string changes;
  for (std::size_t i = 0; i < std::min(kShown, generation.changes.size()); ++i)
    changes += (i > 0 ? ", " : "") + change_text(generation.changes[i]);
  if (generation.changes.size() > kShown) changes += fmt::format(" and {} more", generation.changes.size() - kShown);
  if (!changes.empty()) out += "       " + changes + "\n";
  return out;
}

}  // namespace

Outcome run_history(const Arguments& arguments, Services& services) {
  const auto environment = change::chosen_environment(arguments.positionals.empty() ? "" : arguments.positionals[0],
                                                      services.variables, arguments.verb);
  if (!io::exists(environment) && !transaction::has_state(environment))
    throw Error(ExitCode::Usage, "no-environment", "there is nothing at " + environment,
                "name an environment: kenv history PATH");
  const auto history = transaction::read_history(environment);
  Outcome outcome;
  outcome.document["environment"] = environment;
  outcome.document["generations"] = Json::array();
  for (const auto& generation : history.generations) {
    outcome.document["generations"].push_back(generation_json(generation, history.current));
    outcome.text += generation_text(generation, history.current);
  }
  if (history.generations.empty()) outcome.text = "kenv has not changed " + environment + " yet: no generations\n";
  return outcome;
}

}  // namespace kenv::commands
