// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "http/client.hpp"
#include "index/index_client.hpp"
#include "manifest/manifest.hpp"
#include "report/reporter.hpp"
#include "store/store.hpp"

namespace kenv::change {

/// The doors and places that a change works with.
struct Workshop {
  const manifest::Catalog& catalog;
  store::Store& store;
  http::Client& http;
  index::IndexClient& index;
  report::Reporter& reporter;
};

}  // namespace kenv::change
