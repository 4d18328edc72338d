// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <utility>

#include "base/sha256.hpp"
#include "store/stored_wheel.hpp"

namespace kenv::store {

/// An object of the store that is being made. It goes away with this value unless it was published.
class PendingWheel {
 public:
  PendingWheel(std::filesystem::path folder, const Sha256Digest& digest, WheelOrigin origin)
      : folder_(std::move(folder)), digest_(digest), origin_(std::move(origin)) {}
  PendingWheel(PendingWheel&& other) noexcept
      : folder_(std::exchange(other.folder_, {})), digest_(other.digest_), origin_(std::move(other.origin_)) {}
  PendingWheel& operator=(PendingWheel&&) = delete;
  ~PendingWheel();

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path tree() const { return folder_ / "tree"; }  ///< where the wheel is to be unpacked
  const Sha256Digest& digest() const { return digest_; }
  const WheelOrigin& origin() const { return origin_; }
  /// The folder is somebody else's now.
  void release() { folder_.clear(); }

 private:
  std::filesystem::path folder_;
  Sha256Digest digest_;
  WheelOrigin origin_;
};

}  // namespace kenv::store
