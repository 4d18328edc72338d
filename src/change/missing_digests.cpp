// SPDX-License-Identifier: Apache-2.0
#include "change/missing_digests.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace kenv::change {
namespace {

void tell(const plan::Plan& unstated, const Workshop& workshop) {
  std::vector<std::string> names;
  for (const auto& step : unstated.steps) names.push_back(step.wheel->file.filename);
  workshop.reporter.note(
      fmt::format("a lock states a digest of every wheel, and nobody states one of {}", text::join(names, ", ")));
  workshop.reporter.note("to fetch for that: " + to_text(to_download(unstated, workshop.store)));
}

}  // namespace

FetchedWheels add_missing_digests(plan::Plan& plan, const Workshop& workshop, const FetchOptions& options) {
  plan::Plan unstated;
  for (const auto& step : plan.steps)
    if (step.wheel && step.wheel->file.digests().empty()) unstated.steps.push_back(step);
  if (unstated.steps.empty()) return {};
  tell(unstated, workshop);
  auto wheels = fetch(unstated, workshop.store, workshop.http, workshop.reporter, options);
  for (auto& step : plan.steps)
    for (const auto& fetched : unstated.steps)
      if (fetched.name == step.name) step.wheel = fetched.wheel;
  return wheels;
}

}  // namespace kenv::change
