// SPDX-License-Identifier: Apache-2.0
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/text.hpp"
#include "io/interrupt.hpp"
#include "io/parallel.hpp"
#include "io/surroundings.hpp"

namespace kenv::io {
namespace {

constexpr std::uint64_t kMostWorkers = 64;

unsigned processors() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&allowed)));
  return std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace

unsigned worker_count() {
  if (const auto wanted = variable("KENV_THREADS")) {
    const auto number = text::parse_unsigned(*wanted);
    if (number && *number > 0) return static_cast<unsigned>(std::min(*number, kMostWorkers));
  }
  return static_cast<unsigned>(std::min<std::uint64_t>(processors(), kMostWorkers));
}

void parallel_for(std::size_t count, std::size_t chunk, const std::function<void(std::size_t)>& work) {
  chunk = std::max<std::size_t>(chunk, 1);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stop{false};
  std::exception_ptr first;
  std::mutex first_guard;

  const auto take_chunks = [&] {
    try {
      for (;;) {
        throw_if_interrupted();
        const std::size_t begin = next.fetch_add(chunk);
        if (begin >= count) return;
        const std::size_t end = std::min(count, begin + chunk);
        for (std::size_t i = begin; i < end && !stop; ++i) work(i);
        if (stop) return;
      }
    } catch (...) {
      const std::lock_guard lock(first_guard);
      if (!first) first = std::current_exception();
      stop = true;
    }
  };

  {
    const std::size_t chunks = count / chunk + (count % chunk != 0);
    std::vector<std::jthread> others;  // this thread is a worker too
    for (std::size_t i = 1; i < std::min<std::size_t>(worker_count(), chunks); ++i) others.emplace_back(take_chunks);
    take_chunks();
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace kenv::io
