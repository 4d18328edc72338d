// SPDX-License-Identifier: Apache-2.0
#include "http/retry.hpp"

#include "support/catch.hpp"

using namespace kenv::http;
using namespace std::chrono_literals;

TEST_CASE("delays double, up to a limit, and are spread") {
  CHECK(retry_delay(500ms, 0, 0) == 500ms);
  CHECK(retry_delay(500ms, 1, 0) == 1000ms);
  CHECK(retry_delay(500ms, 3, 0) == 4000ms);
  CHECK(retry_delay(500ms, 9, 0) == 20000ms);
  CHECK(retry_delay(500ms, 4'000'000'000u, 0) == 20000ms);
  CHECK(retry_delay(1000ms, 0, 0.5) == 1125ms);
}

TEST_CASE("a server's Retry-After is obeyed within reason") {
  CHECK(retry_delay(500ms, 0, 0, 3s) == 3s);
  CHECK(retry_delay(500ms, 4, 0, 3s) == 8s);
  CHECK(retry_delay(500ms, 0, 0, 60s) == 60s);
  CHECK_FALSE(retry_delay(500ms, 0, 0, 3600s));
}

TEST_CASE("only what may pass is tried again") {
  for (int status : {408, 425, 429, 500, 502, 503, 504}) CHECK(may_pass(status));
  for (int status : {200, 206, 304, 400, 401, 403, 404, 410, 416, 501, 505}) CHECK_FALSE(may_pass(status));
}
