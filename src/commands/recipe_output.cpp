// SPDX-License-Identifier: Apache-2.0
#include "commands/recipe_output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.hpp"
#include "change/file_digest.hpp"
#include "http/mirrors.hpp"
#include "http/url.hpp"
#include "index/index_client.hpp"
#include "index/local_index.hpp"
#include "index/setting_sources.hpp"

namespace kenv::commands {
namespace {

using plan::RecipeFormat;

/// A folder by its absolute path, as an address if the path holds what a file of options could not say.
std::string place_of(const std::string& place, const std::vector<http::Mirror>& mirrors) {
  const auto path = index::local_path(place);
  if (!path) return http::without_credentials(http::mirrored(place, mirrors));
  return text::shell_word(path->string()) == path->string() ? path->string() : index::file_url(*path);
}

/// Other installers know nothing of kenv's mirrors: they are given the mirror's address itself.
std::string address_of(const std::string& address, const std::vector<http::Mirror>& mirrors) {
  const auto path = index::local_path(address);
  return path ? index::file_url(*path) : http::without_credentials(http::mirrored(address, mirrors));
}

void note_what_installers_add(plan::RecipeSources& sources, const index::IndexSettings& settings,
                              const index::Variables& variables) {
  for (const auto& extra : settings.unused)
    if (extra.name == index::kExtraIndex)
      sources.notes.push_back(
          fmt::format("{} names the further index {}, which kenv did not ask; pip merges it with the others, so switch "
                      "it off for this",
                      extra.origin, extra.value));
  if (const auto backend = variables.find("UV_TORCH_BACKEND"); backend != variables.end() && !backend->second.empty())
    sources.notes.push_back(
        fmt::format("UV_TORCH_BACKEND={} makes uv choose another build: unset it for this", backend->second));
}

void note_login(plan::RecipeSources& sources, const index::IndexSettings& settings, const std::string& address) {
  if (address.empty() || http::credentials_for(settings.credentials, address) == nullptr) return;
  sources.notes.push_back(
      fmt::format("{} asks for a login, which is left out here: put it into ~/.netrc or a keyring", address));
}

/// Whether a place of --find-links is needed: of a page on a server that is not known.
bool may_serve(const std::string& place, const plan::Plan& plan) {
  const auto folder = index::local_path(place);
  return !folder || std::ranges::any_of(plan.steps, [&](const plan::Step& step) {
    const auto path = step.wheel ? index::local_path(step.wheel->file.url) : std::nullopt;
    return path && path->parent_path() == *folder;
  });
}

/// Digests are printed by the formats that have a place for them.
bool holds_digests(RecipeFormat format) { return format != RecipeFormat::Pip && format != RecipeFormat::Uv; }

plan::RecipeTarget target_of(const resolvers::Request& request) {
  plan::RecipeTarget target{
      request.python_version.text(), request.tags.free_threaded, request.os, request.machine, {}, {}, {}};
  for (const auto& one : request.overrides) target.overridden.insert(one.name.text());
  for (const auto& gpu : request.gpus) target.gpus.push_back(gpu.name);
  for (const auto& root : request.roots)
    if (!root.extras.empty()) target.extras[root.name.text()].insert(root.extras.begin(), root.extras.end());
  return target;
}

/// The addresses of the settings as a recipe shows them: without credentials, folders as installers take them, the
/// default index only if it is another than the built-in one.
plan::RecipeSources recipe_sources(const index::IndexSettings& settings, const index::Variables& variables) {
  plan::RecipeSources sources;
  const auto mirrors = settings.client_options().mirrors;
  const auto& [standard, origin] = settings.default_index;
  const std::string address = standard.empty() ? "" : address_of(standard, mirrors);
  sources.default_name = settings.default_name;
  if (origin != index::kBuiltIn || address != standard) sources.default_address = address;
  for (const auto& [name, index] : settings.framework_indexes)
    sources.framework_addresses[name] = address_of(index.value, mirrors);
  sources.links_name = index::kFindLinks;
  for (const auto& place : settings.find_links) sources.find_links.push_back(place_of(place.value, mirrors));
  note_what_installers_add(sources, settings, variables);
  note_login(sources, settings, sources.default_address);
  for (const auto& [name, shown] : sources.framework_addresses) note_login(sources, settings, shown);
  for (const auto& place : sources.find_links) note_login(sources, settings, place);
  return sources;
}

}  // namespace

Outcome with_recipe(Outcome outcome, RecipeFormat format, plan::Plan plan, const resolvers::Request& request,
                    const index::IndexSettings& settings, const index::Variables& variables) {
  const auto mirrors = settings.client_options().mirrors;
  auto sources = recipe_sources(settings, variables);
  if (holds_digests(format)) change::add_digests_of_local_wheels(plan, request.hashes);
  for (auto& step : plan.steps) {
    if (!step.wheel) continue;
    // What the source does not state and the user does has to bind the other installer too.
    if (const auto* vouched = change::vouched_of(step, request.hashes); vouched && step.wheel->file.digests().empty())
      step.wheel->file.take(unambiguous(*vouched));
    step.wheel->file.url = http::without_credentials(http::mirrored(step.wheel->file.url, mirrors));
    if (step.wheel->direct) note_login(sources, settings, step.wheel->file.url);
  }
  std::erase_if(sources.find_links, [&](const std::string& place) { return !may_serve(place, plan); });
  outcome.text = plan::render_recipe(format, {plan, std::move(sources), target_of(request)});
  outcome.document["recipe"] = {{"format", plan::to_text(format)}, {"text", outcome.text}};
  return outcome;
}

}  // namespace kenv::commands
