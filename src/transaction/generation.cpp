// SPDX-License-Identifier: Apache-2.0
#include "transaction/generation.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/surroundings.hpp"
#include "transaction/seal_text.hpp"

namespace kenv::transaction {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::uint64_t number_of(const Json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_number_unsigned() ? at->get<std::uint64_t>() : 0;
}

bool is_file_name(std::string_view name) { return is_inner_path(name) && name.find('/') == std::string_view::npos; }

}  // namespace

std::string to_text(const Generation& generation) {
  Json changes = Json::array();
  for (const auto& change : generation.changes)
    changes.push_back({{"name", change.name}, {"from", change.from}, {"to", change.to}});
  Json json = {{"schema", "kenv-generation/1"},
               {"id", generation.id},
               {"parent", generation.parent},
               {"created", generation.created},
               {"command", generation.command},
               {"reason", generation.reason},
               {"changes", changes},
               {"bytes", generation.bytes}};
  if (Json probe = Json::parse(generation.probe, nullptr, false); !probe.is_discarded())
    json["probe"] = std::move(probe);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Generation> parse_generation(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || text_of(json, "schema") != "kenv-generation/1")
    return refuse("this is no description of a generation");
  Generation generation;
  if (number_of(json, "id") > 1'000'000'000 || number_of(json, "parent") > 1'000'000'000)
    return refuse("a number is too large");
  generation.id = static_cast<int>(number_of(json, "id"));
  generation.parent = static_cast<int>(number_of(json, "parent"));
  generation.created = text_of(json, "created");
  generation.command = text_of(json, "command");
  generation.reason = text_of(json, "reason");
  generation.bytes = number_of(json, "bytes");
  if (const auto changes = json.find("changes"); changes != json.end() && changes->is_array()) {
    for (const auto& change : *changes) {
      if (change.is_object())
        generation.changes.push_back({text_of(change, "name"), text_of(change, "from"), text_of(change, "to")});
    }
  }
  if (const auto probe = json.find("probe"); probe != json.end()) generation.probe = probe->dump();
  return generation;
}

Generation read_generation(const StateFolder& folder, int id) {
  const auto text = io::read_text_if_present(folder.info(id));
  if (!text) {
    throw Error(ExitCode::Usage, "no-such-generation",
                fmt::format("{} has no generation {}", folder.environment.string(), id),
                fmt::format("kenv history '{}'", folder.environment.string()));
  }
  auto generation = parse_generation(*text);
  if (!generation || generation->id != id) {
    throw Error(ExitCode::Failed, "state-damaged", fmt::format("{} cannot be read", folder.info(id).string()),
                fmt::format("give this generation up: rm -r '{}'", folder.generation(id).string()));
  }
  const fs::path files = folder.generation(id) / "files";
  if (io::is_directory(files)) {
    for (const auto& name : io::list_directory(files)) generation->files.emplace(name, files / name);
  }
  return std::move(*generation);
}

void write_generation(const StateFolder& folder, int id, int parent, const NewGeneration& about, const Seal& seal) {
  Generation generation;
  generation.id = id;
  generation.parent = parent;
  generation.created = io::utc_now();
  generation.command = about.command;
  generation.reason = about.reason;
  generation.changes = about.changes;
  generation.probe = about.probe;
  generation.bytes = seal.bytes();
  io::remove_tree(folder.generation(id));  // left by an attempt that failed: no journal entry ever named it
  io::make_directory(folder.generation(id));
  if (!about.files.empty()) io::make_directory(folder.generation(id) / "files");
  for (const auto& [name, text] : about.files) {
    if (!is_file_name(name))
      throw Error(ExitCode::Failed, "bad-file-name", "a generation cannot keep a file named " + name);
    io::write_text(folder.generation(id) / "files" / name, text);
  }
  io::write_text(folder.seal(id), to_text(seal));
  io::write_text(folder.info(id), to_text(generation));
}

}  // namespace kenv::transaction
