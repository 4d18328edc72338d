// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <functional>

namespace kenv::io {

/// How many threads heavy work may use: the processors this process may run on (KENV_THREADS overrides).
unsigned worker_count();

/// A chunk of files in the order of their paths: neighbours share a folder, so one worker has them and none waits for
/// another.
inline constexpr std::size_t kNeighbours = 64;

/// Calls work(i) for every i below count, on up to worker_count() threads in chunks of `chunk` neighbours.
/// The first exception stops the rest and is thrown here; an interrupt (io/interrupt.hpp) does too.
void parallel_for(std::size_t count, std::size_t chunk, const std::function<void(std::size_t)>& work);

}  // namespace kenv::io
