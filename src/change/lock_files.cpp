// SPDX-License-Identifier: Apache-2.0
#include "change/lock_files.hpp"

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "change/prove.hpp"
#include "plan/plan_json.hpp"
#include "python/pylock.hpp"

namespace kenv::change {
namespace {

using Json = nlohmann::ordered_json;

/// Installers leave the tool that runs them alone; like them kenv does not count pip among what an environment is for.
bool is_tool(const std::string& name) { return name == "pip"; }

struct LockedWheel {
  std::string filename, url, sha256, index;
  std::optional<std::uint64_t> size;
};

Json wheel_json(const LockedWheel& wheel) {
  return {{"filename", wheel.filename}, {"url", wheel.url}, {"sha256", wheel.sha256}, {"index", wheel.index},
          {"size", wheel.size ? Json(*wheel.size) : Json(nullptr)}};
}

/// name==version -> wheel, as the lock of the generation before states them.
std::map<std::string, LockedWheel> earlier_wheels(const std::map<std::string, std::string>& files) {
  std::map<std::string, LockedWheel> wheels;
  const auto found = files.find("kenv.lock");
  if (found == files.end()) return wheels;
  const auto document = Json::parse(found->second, nullptr, false);
  if (document.is_discarded() || !document.contains("packages")) return wheels;
  for (const auto& package : document.at("packages")) try {
    if (!package.contains("wheel") || !package.at("wheel").is_object()) continue;
    const auto& wheel = package.at("wheel");
    LockedWheel one{wheel.value("filename", ""), wheel.value("url", ""), wheel.value("sha256", ""), wheel.value("index", ""), {}};
    if (wheel.contains("size") && wheel.at("size").is_number_unsigned()) one.size = wheel.at("size").get<std::uint64_t>();
    wheels[package.value("name", "") + "==" + package.value("version", "")] = one;
  } catch (const Json::exception&) {
    continue;  // a row of the wrong form says nothing
  }
  return wheels;
}

std::optional<LockedWheel> wheel_of(const plan::Step& step, const std::map<std::string, LockedWheel>& earlier) {
  if (step.wheel) {
    const auto& file = step.wheel->file;
    if (!file.sha256 || file.url.empty()) return std::nullopt;
    return LockedWheel{file.filename, file.url, file.sha256->hex(), step.wheel->index, file.size};
  }
  const auto found = earlier.find(step.name.text() + "==" + step.to);
  return found == earlier.end() ? std::nullopt : std::optional(found->second);
}

python::PylockPackage pylock_package(const plan::Step& step, const LockedWheel& wheel) {
  python::PylockPackage package;
  package.name = step.name;
  if (auto version = python::Version::parse(step.to)) package.version = *std::move(version);
  package.wheels.push_back({wheel.filename, wheel.url, wheel.size, {{"sha256", wheel.sha256}}});
  return package;
}

Json target_json(const resolvers::Request& request) {
  Json out = {{"os", request.os}, {"machine", request.machine}, {"python", request.python_version.text()}};
  out["gpus"] = Json::array();
  for (const auto& gpu : request.gpus) out["gpus"].push_back({{"name", gpu.name}, {"compute_capability", gpu.capability.text()}});
  return out;
}

}  // namespace

std::map<std::string, std::string> lock_files(const LockedState& state) {
  const auto earlier = earlier_wheels(state.previous_files);
  python::Pylock pylock;
  pylock.requires_python = ">=" + state.request.python_version.release_at(0).text() + "." + state.request.python_version.release_at(1).text();
  Json packages = Json::array(), missing = Json::array();
  for (const auto& step : state.plan.steps) {
    if (step.action == plan::Step::Action::Remove || is_tool(step.name.text())) continue;
    const std::string version = step.to.empty() ? step.from : step.to;
    Json package = {{"name", step.name.text()}, {"version", version}};
    if (const auto wheel = wheel_of(step, earlier)) {
      package["wheel"] = wheel_json(*wheel);
      pylock.packages.push_back(pylock_package(step, *wheel));
    } else {
      missing.push_back({{"name", step.name.text()}, {"version", version}, {"reason", "it is not known which wheel it came from"}});
    }
    packages.push_back(std::move(package));
  }
  Json lock = {{"schema", "kenv-lock/1"}, {"complete", missing.empty()}, {"missing", missing}, {"target", target_json(state.request)}};
  const Json plan = plan::to_json(state.plan);
  lock["choices"] = plan.at("choices");
  lock["needs_driver"] = state.plan.choices.empty() ? "" : state.plan.choices.front().needs_driver;
  lock["probe"] = to_json(state.probe);
  lock["packages"] = packages;

  std::map<std::string, std::string> files;
  files["kenv.lock"] = lock.dump(1) + "\n";
  if (missing.empty() && !pylock.packages.empty()) files["pylock.toml"] = python::render_pylock(pylock);
  if (!state.plan.guard.constraints.empty()) files["constraints.txt"] = text::join(state.plan.guard.constraints, "\n") + "\n";
  return files;
}

}  // namespace kenv::change
