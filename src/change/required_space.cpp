// SPDX-License-Identifier: Apache-2.0
#include "change/required_space.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "io/files.hpp"
#include "plan/unpacked_size.hpp"

namespace kenv::change {
namespace {

void require(std::uint64_t needed, const std::filesystem::path& place, const std::string& hint) {
  const std::uint64_t available = io::free_bytes(place);
  if (available >= needed) return;
  throw Error(ExitCode::Failed, "disk-full",
              fmt::format("this needs about {} on the disk of {}, and {} are free", text::human_bytes(needed),
                          place.string(), text::human_bytes(available)),
              hint);
}

/// What a wheel puts into an environment: known if the store has it.
std::uint64_t size_of(const python::ProjectFile& wheel, const store::Store& store) {
  if (!wheel.sha256 || !store.has(*wheel.sha256)) return plan::unpacked_size(wheel.size.value_or(0));
  return store.open(*wheel.sha256)->size();
}

bool share_a_disk(const std::filesystem::path& one, const std::filesystem::path& other) {
  const auto first = io::target_status(one), second = io::target_status(other);
  return first && second && first->device == second->device;
}

}  // namespace

void require_space_in_store(std::uint64_t to_download, const store::Store& store) {
  // The stack of torch makes 1.8 bytes of each byte of its wheels.
  if (to_download > 0)
    require(to_download * 3, store.root(),
            "free some space, or name a store on another disk: KENV_STORE_DIR=/path/with/space");
}

void require_space_for_environment(const plan::Plan& plan, const std::filesystem::path& beside,
                                   const store::Store& store) {
  if (share_a_disk(beside, store.root())) return;
  std::uint64_t needed = 0;
  for (const auto& step : plan.steps)
    if (step.wheel) needed += size_of(step.wheel->file, store);
  if (needed > 0) require(needed, beside, "free some space there: df -h " + text::shell_word(beside.string()));
}

}  // namespace kenv::change
