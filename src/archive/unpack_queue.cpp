// SPDX-License-Identifier: Apache-2.0
#include "archive/unpack_queue.hpp"

#include <utility>

namespace kenv::archive {

void UnpackQueue::add(UnpackJob job) {
  {
    const std::lock_guard lock(guard_);
    if (failure_ || closed_) return;
    ++unfinished_;
    waiting_.push({std::move(job), next_serial_++});
  }
  changed_.notify_all();
}

std::optional<UnpackJob> UnpackQueue::next() {
  std::unique_lock lock(guard_);
  changed_.wait(lock, [&] { return closed_ || failure_ || !waiting_.empty(); });
  if (closed_ || failure_) return std::nullopt;
  // top() is const because moving a key would break the order; here the entry leaves at once.
  UnpackJob job = std::move(const_cast<Entry&>(waiting_.top()).job);
  waiting_.pop();
  return job;
}

void UnpackQueue::finished() {
  const std::lock_guard lock(guard_);
  if (unfinished_ > 0 && --unfinished_ == 0) changed_.notify_all();
}

void UnpackQueue::fail(std::exception_ptr reason) {
  const std::lock_guard lock(guard_);
  if (!failure_) failure_ = std::move(reason);
  waiting_ = {};
  changed_.notify_all();
}

bool UnpackQueue::failed() const {
  const std::lock_guard lock(guard_);
  return failure_ != nullptr;
}

void UnpackQueue::close() {
  const std::lock_guard lock(guard_);
  closed_ = true;
  changed_.notify_all();
}

void UnpackQueue::wait() {
  std::unique_lock lock(guard_);
  changed_.wait(lock, [&] { return failure_ || unfinished_ == 0; });
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace kenv::archive
