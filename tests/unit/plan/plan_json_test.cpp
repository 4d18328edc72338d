// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_json.hpp"

#include <nlohmann/json.hpp>

#include "plan/finding.hpp"
#include "support/catch.hpp"

using namespace kenv;

TEST_CASE("a plan's document has the keys that scripts rely on, and null where something is not known", "[plan]") {
  plan::Plan plan;
  plan::Choice choice{
      .framework = "torch", .version = "2.15.0", .variant = "cu132", .channel = "stable", .index = "pypi"};
  choice.evidence.source = "somebody";
  choice.coverage = {{0, "RTX 2080", "partial", "sm_75", {{"libtorch_cuda_linalg.so", 32, 33}}}};
  plan.choices = {choice};
  plan.rejections = {{"torch 2.6.0 (cu124, pypi)", "coverage", 0, "has nothing for 12.0"},
                     {"torch 1.0 (pypi)", "python", {}, "no wheel"}};
  plan::Step step{.action = plan::Step::Action::Add, .name = python::PackageName::from_normal("torch"), .to = "2.15.0"};
  step.wheel = plan::Wheel{{.filename = "torch.whl", .url = "u"}, "pypi"};
  plan.steps = {step};
  const auto json = plan::to_json(plan);
  CHECK(json.at("choice").at("evidence").at("kind") == "declared");
  CHECK(json.at("choice").at("coverage").at(0).at("uncovered").at(0).at("of") == 33);
  CHECK(json.at("rejections").at(0).at("gpu") == 0);
  CHECK(json.at("rejections").at(1).at("gpu").is_null());
  CHECK(json.at("steps").at(0).at("action") == "add");
  CHECK(json.at("steps").at(0).at("from").is_null());
  CHECK(json.at("steps").at(0).at("wheel").at("sha256").is_null());
  CHECK(plan::to_json(plan::Plan{}).at("choice").is_null());
  CHECK(plan.changes_anything());
  CHECK_FALSE(plan::Plan{}.changes_anything());
}

TEST_CASE("a finding's document states every part of its remedy", "[plan]") {
  plan::Finding finding{.code = "driver-too-old", .subject = "driver 470", .gpus = {0, 1}};
  finding.remedy = {"change-driver", {}, {{"X", "1"}}, {"do this"}, "text"};
  const auto json = plan::to_json(finding);
  CHECK(json.at("remedy").at("settings").at("X") == "1");
  CHECK(json.at("gpus").size() == 2);
  CHECK_FALSE(json.contains("caused_by"));
}
