// SPDX-License-Identifier: Apache-2.0
#include "plan/explanation.hpp"

#include <nlohmann/json.hpp>

#include "plan/plan_json.hpp"

namespace kenv::plan {
namespace {

using Json = nlohmann::ordered_json;

Json verdict_json(const Explanation::Verdict& verdict) {
  Json evidence = Json::array();
  for (const auto& one : verdict.evidence) evidence.push_back(to_json(one));
  return {{"candidate", verdict.candidate},
          {"builds", verdict.builds},
          {"answer", verdict.answer},
          {"rule", verdict.rule},
          {"gpu", verdict.gpu ? Json(*verdict.gpu) : Json(nullptr)},
          {"reason", verdict.reason},
          {"evidence", evidence}};
}

}  // namespace

Json to_json(const Explanation& explanation) {
  Json out = {{"question", explanation.question},
              {"subject", explanation.subject},
              {"answer", explanation.answer},
              {"sentences", explanation.sentences}};
  out["verdicts"] = Json::array();
  for (const auto& verdict : explanation.verdicts) out["verdicts"].push_back(verdict_json(verdict));
  out["demands"] = Json::array();
  for (const auto& demand : explanation.demands)
    out["demands"].push_back({{"by", demand.by}, {"requirement", demand.requirement}});
  return out;
}

std::string to_text(const manifest::Evidence& evidence) {
  if (evidence.kind == manifest::Evidence::Kind::Declared) return "declared by " + evidence.source;
  if (!evidence.sha256) return "measured";
  return "measured in the wheel with sha256 " + evidence.sha256->hex().substr(0, 12) + "…";
}

}  // namespace kenv::plan
