// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <memory>

#include "io/files.hpp"
#include "io/lock.hpp"
#include "store/store.hpp"

namespace kenv::store {

/// The folder below adding/ in which one process makes and removes objects. It holds a lock while the process lives, so
/// that anybody can tell what was left behind from what is being worked on.
struct Store::Workplace {
 public:
  explicit Workplace(const std::filesystem::path& adding);
  ~Workplace();

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path new_folder();  ///< an empty one, ours alone

  /// Removes the workplaces in `adding` whose process has ended; `own` is left alone.
  static void sweep(const std::filesystem::path& adding, const std::filesystem::path& own);

 private:
  std::filesystem::path folder_;
  std::unique_ptr<io::Lock> lock_;
  unsigned serial_ = 0;
};

}  // namespace kenv::store
