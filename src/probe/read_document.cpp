// SPDX-License-Identifier: Apache-2.0
#include "probe/read_document.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.hpp"

namespace kenv::probe {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLongestText = 4000;

std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>().substr(0, kLongestText)
                                                     : std::string();
}

std::optional<double> number_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  const double value = found->get<double>();
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<int> index_of(const Json& object, const char* key) {
  const auto value = number_of(object, key);
  if (!value || *value < 0 || *value > 1e6 || *value != std::floor(*value)) return std::nullopt;
  return static_cast<int>(*value);
}

Check read_check(const Json& object) {
  Check check{text_of(object, "framework"), text_of(object, "check")};
  check.error = text_of(object, "error");
  check.symbol = text_of(object, "symbol");
  check.max_error = number_of(object, "max_error");
  check.milliseconds = number_of(object, "ms").value_or(0);
  const std::string status = text_of(object, "status");
  if (status == "passed") {
    check.status = CheckStatus::Passed;
  } else if (status == "skipped") {
    check.status = CheckStatus::Skipped;
  } else if (status != "failed") {
    check.error = fmt::format("the probe's document has no status for this check, but \"{}\"", status);
  }
  return check;
}

/// None if it is no list of objects.
std::optional<std::vector<Check>> read_checks(const Json& object) {
  const auto found = object.find("checks");
  if (found == object.end() || !found->is_array()) return std::nullopt;
  std::vector<Check> checks;
  for (const Json& entry : *found) {
    if (!entry.is_object()) return std::nullopt;
    checks.push_back(read_check(entry));
  }
  return checks;
}

std::optional<GpuResult> read_gpu(const Json& object) {
  if (!object.is_object()) return std::nullopt;
  const auto index = index_of(object, "index");
  // kenv-probe --list has no checks
  auto checks = object.contains("checks") ? read_checks(object) : std::vector<Check>{};
  if (!index || !checks) return std::nullopt;
  return GpuResult{*index, text_of(object, "name"), text_of(object, "compute_capability"), text_of(object, "uuid"),
                   *std::move(checks)};
}

Result<std::vector<GpuResult>> read_gpus(const Json& document) {
  const auto found = document.find("gpus");
  if (found == document.end() || !found->is_array()) return refuse("the probe's document has no list of GPUs");
  std::vector<GpuResult> gpus;
  for (const Json& entry : *found) {
    auto gpu = read_gpu(entry);
    if (!gpu) return refuse("the probe's document has a GPU without an index or a list of checks");
    gpus.push_back(*std::move(gpu));
  }
  return gpus;
}

Result<Json> parse(std::string_view text, std::string_view schema) {
  Json document = Json::parse(text, nullptr, false);
  if (!document.is_object()) return refuse("the probe's document is not a JSON object");
  if (text_of(document, "schema") != schema)
    return refuse(
        fmt::format("the probe's document has the schema \"{}\", not \"{}\"", text_of(document, "schema"), schema));
  return document;
}

Result<ProbeDocument> read_framework_document(std::string_view text) {
  const auto json = parse(text, "kenv-framework-probe/1");
  if (!json) return tl::unexpected(json.error());
  auto checks = read_checks(*json);
  if (!checks) return refuse("the probe's document has no list of checks");
  auto gpus = read_gpus(*json);
  if (!gpus) return tl::unexpected(gpus.error());
  return ProbeDocument{*std::move(checks), *std::move(gpus), {}};
}

std::optional<BegunCheck> read_begun(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  return BegunCheck{index_of(json, "gpu"), text_of(json, "framework"), text_of(json, "check")};
}

}  // namespace

ProbeOutput read_framework_output(std::string_view output, std::string_view marker) {
  ProbeOutput result;
  result.problem = "the probe printed no result";
  for (std::string_view line : text::lines(output)) {
    if (!line.starts_with(marker)) continue;
    line = text::trim(line.substr(marker.size()));
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) continue;
    const std::string_view kind = line.substr(0, blank), content = line.substr(blank + 1);
    if (kind == "begin") {
      if (auto begun = read_begun(content)) result.begun = std::move(begun);
    } else if (kind == "document") {
      auto document = read_framework_document(content);
      result.document = document ? std::optional(*std::move(document)) : std::nullopt;
      result.problem = document ? std::string() : document.error().message;
    }
  }
  return result;
}

Result<ProbeDocument> read_native_output(std::string_view output) {
  const auto json = parse(output, "kenv-native-probe/1");
  if (!json) return tl::unexpected(json.error());
  if (std::string error = text_of(*json, "error"); !error.empty()) return ProbeDocument{{}, {}, std::move(error)};
  auto gpus = read_gpus(*json);
  if (!gpus) return tl::unexpected(gpus.error());
  return ProbeDocument{{}, *std::move(gpus), {}};
}

}  // namespace kenv::probe
