// SPDX-License-Identifier: Apache-2.0
#include "http/retry.hpp"

#include <algorithm>

namespace kenv::http {

using std::chrono::milliseconds;

bool may_pass(int status) {
  return status == 408 || status == 425 || status == 429 || (status >= 500 && status != 501 && status != 505);
}

std::optional<milliseconds> retry_delay(milliseconds first, unsigned attempt, double spread,
                                        std::optional<std::chrono::seconds> retry_after) {
  constexpr milliseconds kLongest{20'000};
  constexpr std::chrono::seconds kLongestObeyed{60};
  const milliseconds doubled = std::min(kLongest, first * (1L << std::min(attempt, 16u)));
  const milliseconds own{static_cast<milliseconds::rep>(static_cast<double>(doubled.count()) * (1.0 + spread / 4))};
  if (!retry_after) return own;
  if (*retry_after > kLongestObeyed) return std::nullopt;
  return std::max<milliseconds>(own, *retry_after);
}

}  // namespace kenv::http
