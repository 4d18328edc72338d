// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "transaction/seal.hpp"
#include "transaction/state_folder.hpp"

namespace kenv::transaction {

struct PackageChange {
  std::string name;
  std::string from, to;  ///< versions; empty: was not there, is not there any more
  bool operator==(const PackageChange&) const = default;
};

/// What a caller says about a generation that it makes.
struct NewGeneration {
  std::string command;  ///< "kenv fix --gpu 'RTX 5090'"
  std::string reason;   ///< one sentence
  std::vector<PackageChange> changes{};
  std::string probe{};                         ///< result of the launch test, a JSON object; empty: none
  std::map<std::string, std::string> files{};  ///< kept with it by name: pylock.toml, kenv.lock, constraints.txt
};

/// One recorded state of an environment.
struct Generation {
  int id = 0;
  int parent = 0;       ///< the generation it was made from; 0: none
  std::string created;  ///< UTC, "2026-11-30T12:00:00Z"
  std::string command, reason;
  std::vector<PackageChange> changes;
  std::string probe;        ///< JSON text, or empty
  std::uint64_t bytes = 0;  ///< of its files, shared ones too
  bool has_tree = false;    ///< it is the environment, or its tree is kept: going there is one rename
  std::map<std::string, fs::path> files;
};

inline constexpr std::string_view kBeforeKenv = "before kenv";
inline constexpr std::string_view kOutsideChange = "outside change";

std::string to_text(const Generation& generation);
Result<Generation> parse_generation(std::string_view text);

/// Throws Error("no-such-generation").
Generation read_generation(const StateFolder& folder, int id);

/// Writes the folder of a generation; it becomes one with the next journal entry. Not waited for.
void write_generation(const StateFolder& folder, int id, int parent, const NewGeneration& about, const Seal& seal);

}  // namespace kenv::transaction
