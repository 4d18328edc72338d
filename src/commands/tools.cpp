// SPDX-License-Identifier: Apache-2.0
#include "commands/tools.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "index/local_index.hpp"
#include "io/files.hpp"
#include "io/surroundings.hpp"

namespace kenv::commands {
namespace {

/// The names of framework indexes that mean something: those of the manifests, and those built in.
std::set<std::string> known_indexes(const manifest::Catalog& catalog) {
  std::set<std::string> names;
  const auto built_in = index::read_settings({}, [](const auto&) { return std::nullopt; }, {});
  for (const auto& [name, index] : built_in.framework_indexes) names.insert(name);
  for (const auto& framework : catalog.frameworks) {
    names.insert(framework.indexes.begin(), framework.indexes.end());
    for (const auto& build : framework.builds) names.insert(build.index);
  }
  return names;
}

[[noreturn]] void refuse_name(const std::string& option, const std::string& name, const std::set<std::string>& known) {
  const std::vector<std::string> names(known.begin(), known.end());
  const auto near = text::closest(name, names);
  throw Error(ExitCode::Usage, "unknown-index", fmt::format("{}: no index is called `{}`", option, name),
              near ? fmt::format("did you mean `{}`? There are: {}", *near, text::join(names, ", ")) : "there are: " + text::join(names, ", "));
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
    if (place.origin == "--find-links") throw Error(ExitCode::Usage, "no-such-folder", message, "name a folder with wheels, or the address of a page");
    reporter.warn(message);
  }
}

}  // namespace

index::IndexSettings index_settings(const Arguments& arguments, const Services& services) {
  const auto read = [](const std::filesystem::path& path) { return io::read_text_if_present(path); };
  auto settings = index::read_settings(services.variables, read, {arguments.index, arguments.framework_indexes, arguments.find_links, arguments.offline});
  check_names(arguments, settings, services);
  check_folders(settings, services.reporter);
  return settings;
}

Tools::Tools(const Arguments& arguments, Services& services)
    : services_(services),
      settings_(index_settings(arguments, services)),
      http_(settings_.client_options()),
      index_(settings_, http_, io::cache_directory() / "index", services.reporter),
      store_(io::store_directory(), services.reporter) {}

void Tools::add_sources(resolvers::Request& request) {
  request.default_index = settings_.default_name;
  if (!settings_.find_links.empty() && !request.without_index.contains(index::kFindLinks)) {
    for (const auto& name : index_.linked_projects()) request.bound.emplace(name, index::kFindLinks);
    // Where there is no default index, the places stand in for it, also for frameworks whose indexes were left out.
    if (settings_.default_index.value.empty() || request.without_index.contains(settings_.default_name)) request.default_index = index::kFindLinks;
  }
  for (const auto& [name, url] : settings_.framework_indexes) request.framework_indexes.insert(name);
}

}  // namespace kenv::commands
