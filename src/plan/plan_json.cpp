// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_json.hpp"

#include <nlohmann/json.hpp>

#include "python/location.hpp"

namespace kenv::plan {
namespace {

using Json = nlohmann::ordered_json;

Json coverage_json(const GpuCoverage& coverage) {
  Json out = {{"gpu", coverage.gpu}, {"name", coverage.name}, {"status", coverage.status}, {"target", coverage.target}};
  out["uncovered"] = Json::array();
  for (const auto& hole : coverage.uncovered)
    out["uncovered"].push_back({{"library", hole.library}, {"containers", hole.containers}, {"of", hole.of}});
  return out;
}

Json step_json(const Step& step) {
  Json out = {{"action", to_text(step.action)}, {"name", step.name.text()}};
  out["from"] = step.from.empty() ? Json(nullptr) : Json(step.from);
  out["to"] = step.to.empty() ? Json(nullptr) : Json(step.to);
  if (!step.reason.empty()) out["reason"] = step.reason;
  if (step.wheel) {
    const auto& file = step.wheel->file;
    out["wheel"] = {{"filename", file.filename},
                    {"sha256", file.sha256 ? Json(file.sha256->hex()) : Json(nullptr)},
                    {"size", file.size ? Json(*file.size) : Json(nullptr)},
                    {"index", step.wheel->index}};
    if (step.wheel->direct) out["wheel"]["url"] = python::without_secrets(file.url);
  }
  return out;
}

}  // namespace

Json to_json(const manifest::Evidence& evidence) {
  if (evidence.kind == manifest::Evidence::Kind::Measured)
    return {{"kind", "measured"}, {"sha256", evidence.sha256 ? evidence.sha256->hex() : ""}};
  return {{"kind", "declared"}, {"source", evidence.source}};
}

Json to_json(const Rejection& rejection) {
  return {{"candidate", rejection.candidate},
          {"rule", rejection.rule},
          {"gpu", rejection.gpu ? Json(*rejection.gpu) : Json(nullptr)},
          {"reason", rejection.reason}};
}

Json to_json(const Choice& choice) {
  Json out = {{"framework", choice.framework}, {"version", choice.version}, {"variant", choice.variant},
              {"channel", choice.channel},     {"index", choice.index},     {"evidence", to_json(choice.evidence)}};
  out["coverage"] = Json::array();
  for (const auto& coverage : choice.coverage) out["coverage"].push_back(coverage_json(coverage));
  out["needs_driver"] = choice.needs_driver;
  out["bridge"] =
      choice.bridge ? Json{{"built", choice.bridge->built}, {"reason", choice.bridge->reason}} : Json(nullptr);
  return out;
}

Json to_json(const Plan& plan) {
  Json out = Json::object();
  out["choice"] = plan.choices.empty() ? Json(nullptr) : to_json(plan.choices.front());
  out["choices"] = Json::array();
  for (const auto& choice : plan.choices) out["choices"].push_back(to_json(choice));
  out["rejections"] = Json::array();
  for (const auto& rejection : plan.rejections) out["rejections"].push_back(to_json(rejection));
  out["steps"] = Json::array();
  for (const auto& step : plan.steps) out["steps"].push_back(step_json(step));
  out["download_bytes"] = plan.download_bytes;
  out["disk_bytes"] = plan.disk_bytes;
  out["guard"] = {{"constraints", plan.guard.constraints}, {"actors", plan.guard.actors}};
  out["notes"] = plan.notes;
  return out;
}

}  // namespace kenv::plan
