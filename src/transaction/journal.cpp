// SPDX-License-Identifier: Apache-2.0
#include "transaction/journal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "transaction/seal_text.hpp"

namespace kenv::transaction {
namespace {

template <class Number>
bool read(const nlohmann::json& object, const char* key, Number& value) {
  const auto at = object.find(key);
  if (at == object.end() || !at->is_number_unsigned()) return false;
  const auto number = at->get<std::uint64_t>();
  if (number > static_cast<std::uint64_t>(std::numeric_limits<Number>::max())) return false;
  value = static_cast<Number>(number);
  return true;
}

bool read(const nlohmann::json& object, const char* key, std::string& value) {
  const auto at = object.find(key);
  if (at == object.end() || !at->is_string()) return false;
  value = at->get<std::string>();
  return true;
}

bool read(const nlohmann::json& object, const char* key, bool& value) {
  const auto at = object.find(key);
  if (at == object.end() || !at->is_boolean()) return false;
  value = at->get<bool>();
  return true;
}

}  // namespace

std::string to_text(const Journal& journal) {
  nlohmann::json json = {{"schema", "kenv-journal/1"}, {"current", journal.current}, {"last", journal.last}};
  if (const auto& pending = journal.pending) {
    json["pending"] = {{"from", pending->from},         {"to", pending->to},
                       {"last", pending->last},         {"staged", pending->staged},
                       {"old_root", pending->old_root}, {"new_root", pending->new_root},
                       {"durable", pending->durable},   {"boot", pending->boot}};
  }
  return json.dump(2) + "\n";
}

Result<Journal> parse_journal(std::string_view text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  std::string schema;
  Journal journal;
  if (!json.is_object() || !read(json, "schema", schema)) return refuse("this is no journal");
  if (schema != "kenv-journal/1") return refuse("the journal was written by another version of kenv (" + schema + ")");
  if (!read(json, "current", journal.current) || !read(json, "last", journal.last))
    return refuse("a number is missing");
  if (const auto at = json.find("pending"); at != json.end()) {
    Pending pending;
    const bool complete = at->is_object() && read(*at, "from", pending.from) && read(*at, "to", pending.to) &&
                          read(*at, "last", pending.last) && read(*at, "staged", pending.staged) &&
                          read(*at, "old_root", pending.old_root) && read(*at, "new_root", pending.new_root) &&
                          read(*at, "durable", pending.durable) && read(*at, "boot", pending.boot);
    if (!complete || !is_inner_path(pending.staged)) return refuse("the switch that is under way cannot be read");
    journal.pending = std::move(pending);
  }
  return journal;
}

Journal read_journal(const StateFolder& folder) {
  const auto text = io::read_text_if_present(folder.journal());
  if (!text) {
    const auto numbers = generation_numbers(folder);
    return {0, numbers.empty() ? 0 : numbers.back(), {}};
  }
  auto journal = parse_journal(*text);
  if (!journal) {
    throw Error(ExitCode::Failed, "state-damaged",
                fmt::format("{} cannot be read: {}", folder.journal().string(), journal.error().text()),
                fmt::format("the generations are intact; to begin a new count after them: mv '{0}' '{0}.damaged'",
                            folder.journal().string()));
  }
  return *journal;
}

void write_journal(const StateFolder& folder, const Journal& journal) {
  io::write_text_durably(folder.journal(), to_text(journal));
}

std::vector<int> generation_numbers(const StateFolder& folder) {
  std::vector<int> numbers;
  if (!io::is_directory(folder.generations())) return numbers;
  for (const auto& name : io::list_directory(folder.generations())) {
    const auto number = text::parse_unsigned(name);
    if (number && *number > 0 && *number < 1'000'000'000) numbers.push_back(static_cast<int>(*number));
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace kenv::transaction
