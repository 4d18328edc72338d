// SPDX-License-Identifier: Apache-2.0
#include "native_probe/document.hpp"

#include <nlohmann/json.hpp>

namespace native_probe {
namespace {

using Json = nlohmann::ordered_json;
constexpr auto kSchema = "kenv-native-probe/1";

std::string text(const Json& document) { return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json render(const Check& check) {
  Json out{{"framework", "driver"}, {"check", check.check}, {"status", check.status}};
  out["error"] = check.error.empty() ? Json(nullptr) : Json(check.error);
  out["symbol"] = check.symbol.empty() ? Json(nullptr) : Json(check.symbol);
  out["ms"] = check.milliseconds;
  return out;
}

}  // namespace

std::string render(const Report& report) {
  Json document{{"schema", kSchema}};
  document["cuda"] = {{"version", std::to_string(report.driver_version / 1000) + "." +
                                      std::to_string(report.driver_version % 1000 / 10)}};
  document["gpus"] = Json::array();
  for (const GpuReport& gpu : report.gpus) {
    Json out{{"index", gpu.index},
             {"name", gpu.name},
             {"uuid", gpu.uuid},
             {"compute_capability", gpu.capability},
             {"memory_bytes", gpu.memory_bytes},
             {"free_bytes", gpu.free_bytes},
             {"checks", Json::array()}};
    for (const Check& check : gpu.checks) out["checks"].push_back(render(check));
    document["gpus"].push_back(out);
  }
  return text(document);
}

std::string render_error(const std::string& error) { return text({{"schema", kSchema}, {"error", error}}); }

}  // namespace native_probe
