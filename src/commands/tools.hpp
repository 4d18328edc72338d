// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "change/carry_out.hpp"
#include "change/requests.hpp"
#include "commands/arguments.hpp"
#include "commands/services.hpp"
#include "http/client.hpp"
#include "index/index_client.hpp"
#include "store/store.hpp"

namespace kenv::commands {

/// The doors to network and store, built from the command line, the variables and pip's and uv's configuration.
class Tools {
 public:
  Tools(const Arguments& arguments, Services& services);

  change::Workshop workshop() { return {services_.catalog, store_, http_, index_, services_.reporter}; }
  store::Store& store() { return store_; }
  /// Adds what the sources decide of a request: which indexes there are and what the default one is called.
  void add_sources(resolvers::Request& request) const;

 private:
  Services& services_;
  index::IndexSettings settings_;
  http::Client http_;
  index::IndexClient index_;
  store::Store store_;
};

change::RequestOptions request_options(const Arguments& arguments, std::vector<std::string> requirements);
/// The command line as the history shows it.
std::string command_line(const Arguments& arguments);
/// Sets what the options of a change say.
void apply_change_options(change::ChangeRequest& change, const Arguments& arguments);
/// Shows a plan and asks; what `ChangeRequest::agree` is.
std::function<bool(const plan::Plan&)> agreement(Services& services, const store::Store& store, std::string what);

}  // namespace kenv::commands
