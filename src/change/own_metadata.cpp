// SPDX-License-Identifier: Apache-2.0
#include "change/own_metadata.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "change/drop_credentials.hpp"
#include "io/files.hpp"
#include "python/location.hpp"
#include "python/metadata_difference.hpp"

namespace kenv::change {
namespace {

/// Nothing if somebody has written into the store's file since: that is found when it is placed, and fetched again.
std::optional<std::string> verified_text(const store::StoredWheel& wheel, const std::string& path) {
  const auto* member = wheel.find(path);
  const auto now = io::status(wheel.tree / path);
  if (member == nullptr || !now || now->inode != member->inode || now->size != member->size ||
      now->modified_ns != member->modified_ns)
    return std::nullopt;
  return io::read_text(wheel.tree / path);
}

python::CoreMetadata own_metadata(const std::string& text, const std::string& filename) {
  auto parsed = python::CoreMetadata::parse(text, filename + "/METADATA");
  if (!parsed) throw Error(ExitCode::VerificationFailed, "wheel-metadata", parsed.error().text(), parsed.error().hint);
  drop_credentials(parsed->requires_dist);
  return *std::move(parsed);
}

}  // namespace

std::vector<MisstatedWheel> misstated_wheels(const plan::Plan& plan, const FetchedWheels& wheels,
                                             const resolvers::Resolution& resolution,
                                             const resolvers::Request& request) {
  std::vector<MisstatedWheel> out;
  for (const auto& step : plan.steps) {
    const auto wheel = wheels.find(step.name);
    if (!step.wheel || wheel == wheels.end()) continue;
    const auto stated = resolution.metadata_of(*step.wheel);
    if (!stated) continue;  // of a lock: nothing was resolved by it
    const auto text = verified_text(*wheel->second, wheel->second->dist_info + "/METADATA");
    if (!text) continue;
    const auto& filename = step.wheel->file.filename;
    auto own = own_metadata(*text, filename);
    const auto difference = python::difference_between(stated->metadata, own, request.markers, request.python_version);
    if (!difference) continue;
    out.push_back({{stated->need, std::move(own)},
                   fmt::format("{} says that {} of {} is {}; in the wheel it is {}",
                               step.wheel->direct ? "its server" : "index " + request.shown_index(step.wheel->index),
                               difference->field, filename, python::without_secrets(difference->stated),
                               python::without_secrets(difference->own))});
  }
  return out;
}

void set_right(resolvers::Resolution& resolution, std::vector<MisstatedWheel> wheels, report::Reporter& reporter) {
  for (auto& wheel : wheels) {
    reporter.warn(wheel.what + ". The wheel counts: planning anew");
    resolution.answer(std::move(wheel.own));
  }
}

}  // namespace kenv::change
