// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "plan/plan.hpp"
#include "store/store.hpp"

// Whether a change fits on the disks, told before anything is downloaded. Both throw Error("disk-full").
namespace kenv::change {

/// The wheels themselves and what they unpack to.
void require_space_in_store(std::uint64_t to_download, const store::Store& store);

/// An environment on another file system than the store gets copies of all files; on the same one it gets links, which
/// need next to nothing. `beside`: an existing folder on the environment's file system.
void require_space_for_environment(const plan::Plan& plan, const std::filesystem::path& beside,
                                   const store::Store& store);

}  // namespace kenv::change
