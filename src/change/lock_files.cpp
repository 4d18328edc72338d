// SPDX-License-Identifier: Apache-2.0
#include "change/lock_files.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "change/bridges.hpp"
#include "change/prove.hpp"

namespace kenv::change {
namespace {

/// name==version -> wheel, as the lock of the generation before states them. One that cannot be read says nothing.
std::map<std::string, plan::LockedWheel> earlier_wheels(const std::map<std::string, std::string>& files) {
  std::map<std::string, plan::LockedWheel> wheels;
  const auto found = files.find(kLockFile);
  if (found == files.end()) return wheels;
  const auto lock = plan::read_lock(found->second);
  if (!lock) return wheels;
  for (const auto& target : lock->targets)
    for (const auto& package : target.packages)
      if (package.wheel) wheels[package.name.text() + "==" + package.version] = *package.wheel;
  return wheels;
}

std::optional<plan::LockedWheel> wheel_of(const plan::Step& step,
                                          const std::map<std::string, plan::LockedWheel>& earlier) {
  if (step.wheel) {
    const auto& file = step.wheel->file;
    if (file.digests().empty() || file.url.empty()) return std::nullopt;
    return plan::LockedWheel{file.filename,     file.url,
                             file.digests(),    step.wheel->index,
                             file.size,         step.wheel->index_url,
                             file.upload_time,  step.wheel->requires_python,
                             step.wheel->direct};
  }
  const auto found = earlier.find(step.name.text() + "==" + step.to);
  return found == earlier.end() ? std::nullopt : std::optional(found->second);
}

std::string why_unknown(const plan::Step& step, const std::string& not_fetched) {
  return step.wheel ? no_digest_text(step.wheel->direct, step.wheel->file.size, not_fetched)
                    : "it is not known which wheel it came from";
}

}  // namespace

std::string no_digest_text(bool direct, std::optional<std::uint64_t> size, const std::string& not_fetched) {
  std::string out = direct ? "nobody states a digest of the wheel" : "its index states no digest of the wheel";
  if (!not_fetched.empty())
    out +=
        fmt::format(", and {} forbids to fetch it{}", not_fetched, size ? " (" + text::human_bytes(*size) + ")" : "");
  return direct ? out + ": add #sha256=DIGEST to its address" : out;
}

bool is_tool(const std::string& package) { return package == "pip"; }

plan::LockTarget lock_target(const plan::Plan& plan, const resolvers::Request& request,
                             const std::map<std::string, std::string>& previous_files, const std::string& not_fetched) {
  const auto earlier = earlier_wheels(previous_files);
  plan::LockTarget target;
  target.os = request.os;
  target.machine = request.machine;
  target.python = request.python_version.text();
  if (const auto name = request.markers.fields.find("implementation_name"); name != request.markers.fields.end())
    target.implementation = name->second;
  for (const auto& gpu : request.gpus) target.gpus.push_back({gpu.name, gpu.capability});
  target.name = plan::target_name(target.gpus);
  target.choices = plan.choices;
  target.of_extras = request.of_extras;
  target.of_groups = request.of_groups;
  target.bridges = bridges_after(plan, previous_files);
  if (!plan.choices.empty()) target.needs_driver = plan.choices.front().needs_driver;
  for (const auto& step : plan.steps) {
    if (step.action == plan::Step::Action::Remove || is_tool(step.name.text())) continue;
    plan::LockedPackage package{step.name, step.to.empty() ? step.from : step.to, wheel_of(step, earlier), ""};
    package.marker = step.marker;
    if (!package.wheel) package.unknown = why_unknown(step, not_fetched);
    target.packages.push_back(std::move(package));
  }
  return target;
}

std::map<std::string, std::string> lock_files(const LockedState& state) {
  auto target = lock_target(state.plan, state.request, state.previous_files);
  target.probe = to_json(state.probe).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::map<std::string, std::string> files;
  if (target.complete() && !target.packages.empty()) {
    target.file = "pylock.toml";
    files[target.file] = python::render_pylock(plan::to_pylock(target));
  }
  files[kLockFile] = plan::render_lock({{std::move(target)}});
  if (!state.plan.guard.constraints.empty())
    files["constraints.txt"] = text::join(state.plan.guard.constraints, "\n") + "\n";
  return files;
}

}  // namespace kenv::change
