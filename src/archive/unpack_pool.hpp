// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "archive/wheel_reader.hpp"
#include "io/files.hpp"
#include "io/parallel.hpp"

namespace kenv::archive {

/// A wheel that lies unpacked in a folder, every member with the size and CRC-32 that its archive states.
struct UnpackedWheel {
  std::shared_ptr<const WheelReader> wheel;
  io::fs::path directory;
  std::vector<io::FileStatus> files;  ///< of wheel->members(), in the same order; of folders it is empty
};

/// Unpacks any number of wheels at once: the members of all of them are jobs for the same workers, so neither the
/// largest wheel nor the largest number of small ones decides how long it takes. Wheels may be submitted while others
/// are being unpacked (as downloads arrive). Memory: about 2.5 MB a worker, whatever the sizes of the members.
class UnpackPool {
 public:
  using Progress =
      std::function<void(std::uint64_t unpacked_bytes)>;  ///< called from any worker, each time with what is new
  using Done = std::function<void(UnpackedWheel)>;        ///< called on a worker; may throw like the work itself

  explicit UnpackPool(Progress progress = {}, unsigned workers = io::worker_count());
  /// What has not begun is dropped; waits for the members that are being written.
  ~UnpackPool();
  UnpackPool(const UnpackPool&) = delete;
  UnpackPool& operator=(const UnpackPool&) = delete;

  /// Opens, checks and unpacks `wheel` into `directory`, which is made if need be. After a failure nothing is taken any
  /// more.
  void submit(const io::fs::path& wheel, const io::fs::path& directory, Done done);
  /// Until everything submitted is done, its callbacks included. Throws the first failure of any of it.
  void wait();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// One wheel, by a pool of its own.
UnpackedWheel unpack(const io::fs::path& wheel, const io::fs::path& directory, UnpackPool::Progress progress = {});

}  // namespace kenv::archive
