// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "change/carry_out.hpp"
#include "commands/arguments.hpp"
#include "commands/services.hpp"
#include "http/client.hpp"
#include "index/index_client.hpp"
#include "store/store.hpp"

namespace kenv::commands {

/// Where packages come from, by the command line, the variables and pip's and uv's configuration.
/// Throws Error(Usage) for a name that no index has and for a --find-links folder that is not there.
index::IndexSettings index_settings(const Arguments& arguments, const Services& services);

/// The doors to network and store.
class Tools {
 public:
  Tools(const Arguments& arguments, Services& services);

  change::Workshop workshop() { return {services_.catalog, store_, http_, index_, services_.reporter}; }
  store::Store& store() { return store_; }
  index::IndexClient& index() { return index_; }
  /// Adds what the sources decide of a request: which indexes there are, what the default one is called, and which
  /// packages --find-links places serve.
  void add_sources(resolvers::Request& request);

 private:
  Services& services_;
  index::IndexSettings settings_;
  http::Client http_;
  index::IndexClient index_;
  store::Store store_;
};

}  // namespace kenv::commands
