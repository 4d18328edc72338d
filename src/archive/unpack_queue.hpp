// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <queue>

#include "archive/inflate.hpp"

namespace kenv::archive {

/// A piece of work for one worker, which lends its inflater.
struct UnpackJob {
  std::uint64_t weight = 0;  ///< heavier ones go first
  std::function<void(Inflater&)> run;
};

/// The jobs of a pool of workers. The heaviest is next, so that no worker is left alone with a large one at the end;
/// among equals the one that came first, which keeps neighbours in a folder together.
class UnpackQueue {
 public:
  void add(UnpackJob job);
  /// Waits for a job; none when the queue was closed or something failed.
  std::optional<UnpackJob> next();
  /// A job that next() gave is done. (It may have added others before.)
  void finished();
  void fail(std::exception_ptr reason);  ///< the first one counts; what waits is dropped
  bool failed() const;
  void close();
  /// Until all jobs are done or one failed, whose exception is thrown here.
  void wait();

 private:
  struct Entry {
    UnpackJob job;
    std::uint64_t serial;
    bool operator<(const Entry& other) const {
      return job.weight != other.job.weight ? job.weight < other.job.weight : serial > other.serial;
    }
  };

  mutable std::mutex guard_;
  std::condition_variable changed_;
  std::priority_queue<Entry> waiting_;
  std::uint64_t next_serial_ = 0;
  std::size_t unfinished_ = 0;
  bool closed_ = false;
  std::exception_ptr failure_;
};

}  // namespace kenv::archive
