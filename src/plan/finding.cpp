// SPDX-License-Identifier: Apache-2.0
#include "plan/finding.hpp"

#include <nlohmann/json.hpp>

namespace kenv::plan {

nlohmann::ordered_json to_json(const Finding& finding) {
  using Json = nlohmann::ordered_json;
  Json out = {{"code", finding.code},       {"severity", finding.severity}, {"subject", finding.subject},
              {"summary", finding.summary}, {"gpus", finding.gpus},         {"evidence", Json::array()}};
  for (const auto& one : finding.evidence) out["evidence"].push_back({{"what", one.what}, {"where", one.where}});
  const auto& remedy = finding.remedy;
  out["remedy"] = {{"kind", remedy.kind},
                   {"packages", remedy.packages},
                   {"settings", Json::object()},
                   {"commands", remedy.commands},
                   {"text", remedy.text}};
  for (const auto& [name, value] : remedy.settings) out["remedy"]["settings"][name] = value;
  if (!finding.caused_by.empty()) out["caused_by"] = finding.caused_by;
  return out;
}

}  // namespace kenv::plan
