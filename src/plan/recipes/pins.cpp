// SPDX-License-Identifier: Apache-2.0
#include "plan/recipes/pins.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/text.hpp"

namespace kenv::plan {
namespace {

/// Of all algorithms pip and uv take these in --hash.
std::optional<Digest> digest_for_others(const Digests& digests) {
  const auto all = digests.all();
  for (const auto algorithm : {DigestAlgorithm::Sha256, DigestAlgorithm::Sha512, DigestAlgorithm::Sha384})
    if (const auto found = std::ranges::find(all, algorithm, &Digest::algorithm); found != all.end()) return *found;
  return std::nullopt;
}

Pin pin_of(const Step& step, const RecipeTarget& target) {
  Pin pin{.name = step.name.text(), .version = step.to, .requested = step.requested};
  if (const auto found = target.extras.find(pin.name); found != target.extras.end() && !found->second.empty()) {
    const std::vector<std::string> extras(found->second.begin(), found->second.end());
    pin.extras = "[" + text::join(extras, ",") + "]";
  }
  if (!step.wheel) return pin;
  pin.url = step.wheel->file.url;
  pin.digest = digest_for_others(step.wheel->file.digests());
  return pin;
}

/// The group that a step belongs to, still without pins.
PinGroup group_of(const Step& step, const RecipeSources& sources) {
  if (!step.wheel || step.wheel->index == sources.default_name)
    return {PinGroup::Kind::Default, sources.default_name, sources.default_address, {}};
  if (step.wheel->direct) return {PinGroup::Kind::Addresses, "", "", {}};
  const std::string& index = step.wheel->index;
  const std::string& part = step.wheel->part;
  if (index == sources.links_name && !sources.find_links.empty()) return {PinGroup::Kind::Links, index, "", {}};
  const auto found = sources.framework_addresses.find(index);
  if (found == sources.framework_addresses.end()) return {PinGroup::Kind::Addresses, "", "", {}};
  if (part.empty()) return {PinGroup::Kind::Framework, index, found->second, {}};
  return {PinGroup::Kind::Framework, index + "-" + part, found->second + "/" + part, {}};
}

}  // namespace

std::string Pin::exact() const { return name + extras + "==" + version; }
std::string Pin::by_address() const { return name + extras + " @ " + url; }
std::string Pin::by_address_and_digest() const {
  return digest ? by_address() + "#" + std::string(to_text(digest->algorithm)) + "=" + digest->hex : by_address();
}

std::vector<PinGroup> pin_groups(const Recipe& recipe) {
  std::map<std::pair<PinGroup::Kind, std::string>, PinGroup> groups;
  for (const auto& step : recipe.plan.steps) {
    if (step.action == Step::Action::Remove) continue;
    PinGroup group = group_of(step, recipe.sources);
    auto& place = groups.try_emplace({group.kind, group.name}, group).first->second;
    place.pins.push_back(pin_of(step, recipe.target));
  }
  std::vector<PinGroup> out;
  for (auto& [key, group] : groups) out.push_back(std::move(group));
  return out;
}

std::vector<std::string> header(const Recipe& recipe) {
  std::vector<std::string> lines;
  for (const auto& choice : recipe.plan.choices) {
    std::string line = "kenv chose " + choice.framework + " " + choice.version + " (";
    if (!choice.variant.empty()) line += choice.variant + ", ";
    line += choice.channel + ", " + choice.index + ")";
    for (const auto& one : choice.coverage)
      line += ", " + one.name + ": " + one.status + (one.target.empty() ? "" : " " + one.target);
    if (!choice.needs_driver.empty()) line += ", driver " + choice.needs_driver + " or newer";
    lines.push_back(std::move(line));
  }
  const auto& target = recipe.target;
  lines.push_back("for a new environment of Python " + target.python +
                  (target.free_threaded ? " (free-threaded)" : "") + " on " + target.os + " " + target.machine +
                  (target.gpus.empty() ? "" : " with " + text::join(target.gpus, ", ")));
  for (const auto* notes : {&recipe.plan.notes, &recipe.sources.notes})
    for (const auto& note : *notes) lines.push_back("note: " + note);
  return lines;
}

std::string comments(const std::vector<std::string>& lines) {
  std::string out;
  for (const auto& line : lines) {
    out += "# ";
    for (const char c : line) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    out += "\n";
  }
  return out;
}

std::string double_quoted(std::string_view text) {
  return nlohmann::json(std::string(text)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace kenv::plan
