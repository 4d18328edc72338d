// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <optional>

namespace kenv::http {

/// Statuses that say "not now": the same request may succeed later (RFC 9110, RFC 6585, RFC 8470).
bool may_pass(int status);

/// How long to wait before retry number `attempt` (from 0): doubled each time up to 20 s, spread by up to a quarter so
/// that clients that failed together do not come back together. `spread` is in [0, 1). A server's Retry-After is obeyed
/// up to a minute; nothing if it asks for more, since nobody wants to watch that.
std::optional<std::chrono::milliseconds> retry_delay(std::chrono::milliseconds first, unsigned attempt, double spread,
                                                     std::optional<std::chrono::seconds> retry_after = std::nullopt);

}  // namespace kenv::http
