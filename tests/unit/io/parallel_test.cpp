// SPDX-License-Identifier: Apache-2.0
#include "io/parallel.hpp"

#include <atomic>
#include <stdexcept>
#include <vector>

#include "support/catch.hpp"

using namespace kenv;

TEST_CASE("Every index is worked on exactly once, whatever the chunk") {
  for (const std::size_t count : {0u, 1u, 7u, 1000u}) {
    for (const std::size_t chunk : {0u, 1u, 3u, 64u, 5000u}) {
      std::vector<std::atomic<int>> done(count);
      io::parallel_for(count, chunk, [&](std::size_t i) { ++done[i]; });
      for (const auto& times : done) CHECK(times == 1);
    }
  }
}

TEST_CASE("The first exception comes out and the rest is not begun") {
  std::atomic<std::size_t> done{0};
  CHECK_THROWS_AS(io::parallel_for(1'000'000, 10,
                                   [&](std::size_t i) {
                                     if (i == 5) throw std::runtime_error("five");
                                     ++done;
                                   }),
                  std::runtime_error);
  CHECK(done < 1'000'000);
}

TEST_CASE("There is at least one worker") { CHECK(io::worker_count() >= 1); }
