// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "plan/plan.hpp"

namespace kenv::plan {

/// The keys of the plan document (docs/schemas/plan.schema.json): choice, rejections, steps, download_bytes, ...
nlohmann::ordered_json to_json(const Plan& plan);
nlohmann::ordered_json to_json(const Choice& choice);
nlohmann::ordered_json to_json(const Rejection& rejection);
nlohmann::ordered_json to_json(const manifest::Evidence& evidence);

}  // namespace kenv::plan
