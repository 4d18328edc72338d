// SPDX-License-Identifier: Apache-2.0
#include "commands/tools.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "commands/facts_text.hpp"
#include "io/surroundings.hpp"

namespace kenv::commands {
namespace {

index::IndexSettings settings_for(const Arguments& arguments, const Services& services) {
  const auto read = [](const std::filesystem::path& path) { return io::read_text_if_present(path); };
  return index::read_settings(services.variables, read, {arguments.index, arguments.framework_indexes, arguments.find_links, arguments.offline});
}

}  // namespace

Tools::Tools(const Arguments& arguments, Services& services)
    : services_(services),
      settings_(settings_for(arguments, services)),
      http_(settings_.client_options()),
      index_(settings_, http_, io::cache_directory() / "index", services.reporter),
      store_(io::store_directory(), services.reporter) {}

void Tools::add_sources(resolvers::Request& request) const {
  request.default_index = settings_.default_name;
  for (const auto& [name, url] : settings_.framework_indexes) request.framework_indexes.insert(name);
}

change::RequestOptions request_options(const Arguments& arguments, std::vector<std::string> requirements) {
  return {std::move(requirements), arguments.requirement_files, arguments.constraints, arguments.without_indexes,
          arguments.nightly,       arguments.complete,          arguments.allow_remove};
}

std::string command_line(const Arguments& arguments) {
  std::string out = "kenv " + arguments.verb;
  for (const auto& word : arguments.positionals) out += " " + shell_word(word);
  return out + fact_flags(arguments);
}

void apply_change_options(change::ChangeRequest& change, const Arguments& arguments) {
  change.command = command_line(arguments);
  change.verify_record_digests = arguments.verify == "full";
  change.keep_failed = arguments.keep_failed;
  change.while_running = arguments.while_running;
  change.attempts = arguments.attempts;
  change.keep_trees = arguments.keep;
  change.verify_with = arguments.verify_with;
  change.with_pip = !arguments.without_pip;
}

std::function<bool(const plan::Plan&)> agreement(Services& services, const store::Store& store, std::string what) {
  return [&services, &store, what = std::move(what)](const plan::Plan& plan) {
    services.reporter.phase("Plan");
    const std::string shown = plan_text(plan);
    for (const auto line : text::lines(shown)) services.reporter.note(text::trim(line));
    const auto missing = change::bytes_to_download(plan, store);
    services.reporter.note(fmt::format("to download now: {}", text::human_bytes(missing)));
    return services.question.confirm(what);
  };
}

}  // namespace kenv::commands
