// SPDX-License-Identifier: Apache-2.0
#include "commands/tools.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "commands/told_settings.hpp"
#include "commands/verb.hpp"
#include "index/local_index.hpp"
#include "index/setting_sources.hpp"
#include "io/files.hpp"
#include "io/surroundings.hpp"

namespace kenv::commands {
namespace {

constexpr std::uint64_t kLargestInput = 16u << 20;

std::optional<std::string> read_if_present(const std::filesystem::path& path) { return io::read_text_if_present(path); }

/// The names of framework indexes that mean something: those of the manifests, and those built in.
std::set<std::string> known_indexes(const manifest::Catalog& catalog) {
  std::set<std::string> names;
  const auto built_in = index::read_settings({}, [](const auto&) { return std::nullopt; }, {});
  for (const auto& [name, index] : built_in.framework_indexes) names.insert(name);
  for (const auto& framework : catalog.frameworks) {
    names.insert(framework.indexes.begin(), framework.indexes.end());
    names.insert(framework.nightly_indexes.begin(), framework.nightly_indexes.end());
    for (const auto& build : framework.builds) names.insert(build.index);
  }
  return names;
}

[[noreturn]] void refuse_name(const std::string& option, const std::string& name, const std::set<std::string>& known) {
  const std::vector<std::string> names(known.begin(), known.end());
  const auto near = text::closest(name, names);
  throw Error(ExitCode::Usage, "unknown-index", fmt::format("{}: no index is called `{}`", option, name),
              near ? fmt::format("did you mean `{}`? There are: {}", *near, text::join(names, ", "))
                   : "there are: " + text::join(names, ", "));
}

/// A slip of the pen must not look as if it had been heeded: an index left out that never was in, one that nobody asks.
void check_names(const Arguments& arguments, const index::IndexSettings& settings, const Services& services) {
  auto known = known_indexes(services.catalog);
  for (const auto& [name, index] : settings.framework_indexes) {
    if (known.contains(name)) continue;
    if (index.origin == "--framework-index") refuse_name(index.origin, name, known);
    services.reporter.warn(fmt::format("{}: no manifest knows an index `{}`; it is never asked", index.origin, name));
  }
  known.insert(settings.default_name);
  known.insert(index::kFindLinks);
  for (const auto& name : arguments.without_indexes)
    if (!known.contains(name)) refuse_name("--without-index", name, known);
}

void check_folders(const index::IndexSettings& settings, report::Reporter& reporter) {
  for (const auto& place : settings.find_links) {
    const auto path = index::local_path(place.value);
    if (!path || io::exists(*path)) continue;
    const std::string message = fmt::format("{}: there is nothing at {}", place.origin, path->string());
    if (place.origin == "--find-links")
      throw Error(ExitCode::Usage, "no-such-folder", message, "name a folder with wheels, or the address of a page");
    reporter.warn(message);
  }
}

http::ClientOptions client_options(const index::IndexSettings& settings, report::Reporter& reporter) {
  auto options = settings.client_options();
  options.announce = [&reporter](const std::string& line) { reporter.note(line); };
  return options;
}

std::string fetch_text(const std::string& url, index::IndexSettings settings, report::Reporter& reporter) {
  if (const auto credentials = http::credentials_in(url))
    settings.credentials[http::without_credentials(url)] = {*credentials, "the address itself"};
  http::Client client(client_options(settings, reporter));
  http::Request request;
  request.url = http::without_credentials(url);
  request.body_limit = kLargestInput;
  auto response = client.fetch(request);
  if (!response.ok()) throw http::unexpected_status(response);
  return std::move(response.body);
}

index::IndexSettings settings_of(const Arguments& arguments, const Services& services, const change::Inputs& inputs) {
  auto settings = index::read_settings(services.variables, read_if_present,
                                       {arguments.index, arguments.framework_indexes, arguments.find_links,
                                        arguments.offline, arguments.refresh, inputs.sources});
  for (const auto& [address, credentials] : inputs.credentials) settings.credentials.emplace(address, credentials);
  return settings;
}

/// What is set for all commands, as far as the verb has options of that meaning. uv's variables stand for its options
/// and give way to them; pip adds to its own what the command line says.
index::InputSettings input_settings(const Arguments& arguments, const Services& services) {
  const Verb* verb = find_verb(arguments.verb);
  const auto takes = [&](AddOptions options) {
    return verb != nullptr && std::ranges::find(verb->options, options) != std::end(verb->options);
  };
  if (!takes(source_options)) return {};
  auto set = index::read_input_settings(services.variables, read_if_present);
  const auto of_uv = [](const auto& setting) { return setting.origin.starts_with("UV_"); };
  if (!arguments.constraints.empty()) std::erase_if(set.constraints, of_uv);
  if (!arguments.overrides.empty()) std::erase_if(set.overrides, of_uv);
  if (!takes(input_options)) set.prereleases = set.require_hashes = {};
  return set;
}

}  // namespace

change::Inputs inputs_of(const Arguments& arguments, Services& services, std::vector<std::string> requirements,
                         index::InputSettings set) {
  change::InputOptions options{std::move(requirements), arguments.requirement_files,
                               arguments.constraints,   arguments.overrides,
                               arguments.groups,        arguments.extras,
                               arguments.all_extras,    arguments.require_hashes,
                               arguments.prereleases,   std::move(set)};
  const change::InputDoors doors{
      [&](std::string_view name) {
        const auto found = services.variables.find(std::string(name));
        return found == services.variables.end() ? std::nullopt : std::optional(found->second);
      },
      [&](const std::string& url) { return fetch_text(url, settings_of(arguments, services, {}), services.reporter); },
      [] { return io::read_text("/dev/stdin", kLargestInput); }};
  auto inputs = change::load_inputs(options, doors);
  for (const auto& note : inputs.notes) services.reporter.warn(note);
  return inputs;
}

index::IndexSettings index_settings(const Arguments& arguments, const Services& services,
                                    const change::Inputs& inputs) {
  auto settings = settings_of(arguments, services, inputs);
  check_names(arguments, settings, services);
  check_folders(settings, services.reporter);
  return settings;
}

Tools::Tools(const Arguments& arguments, Services& services, std::vector<std::string> requirements)
    : services_(services),
      inputs_(inputs_of(arguments, services, std::move(requirements), input_settings(arguments, services))),
      settings_(index_settings(arguments, services, inputs_)),
      http_(client_options(settings_, services.reporter)),
      index_(settings_, http_, io::cache_directory() / "index", services.reporter),
      store_(io::store_directory(), services.reporter) {}

void Tools::add_sources(resolvers::Request& request) {
  request.default_index = settings_.default_name;
  if (!settings_.find_links.empty() && !request.without_index.contains(index::kFindLinks)) {
    for (const auto& name : index_.linked_projects()) request.bound.emplace(name, index::kFindLinks);
    // Where there is no default index, the places stand in for it, also for frameworks whose indexes were left out.
    if (settings_.default_index.value.empty() || request.without_index.contains(settings_.default_name))
      request.default_index = index::kFindLinks;
  }
  if (settings_.default_index.value.empty())
    request.without_index.insert(settings_.default_name);
  else if (settings_.default_index.origin != index::kBuiltIn)
    request.index_addresses[settings_.default_name] = settings_.default_index.value;
  for (const auto& [name, url] : settings_.framework_indexes) request.framework_indexes.insert(name);
}

void Tools::add_inputs(resolvers::Request& request) {
  const bool told = std::exchange(told_, true);
  if (!told) tell_settings(settings_, inputs_, services_.reporter);
  change::add_inputs(request, inputs_, settings_);
  if (!told) tell_what_does_not_apply(inputs_, request.markers, services_.reporter);
}

}  // namespace kenv::commands
