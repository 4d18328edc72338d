// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "change/inputs.hpp"
#include "change/requests.hpp"
#include "change/workshop.hpp"
#include "commands/arguments.hpp"
#include "commands/services.hpp"
#include "http/client.hpp"
#include "index/index_client.hpp"
#include "store/store.hpp"

namespace kenv::commands {

/// Where packages come from, by the command line, the variables and pip's and uv's configuration.
/// Throws Error(Usage) for a name that no index has and for a --find-links folder that is not there. `inputs` are files
/// that have a say in it too.
index::IndexSettings index_settings(const Arguments& arguments, const Services& services,
                                    const change::Inputs& inputs = {});

/// What the command line names as input, `requirements` being those that are typed, and what is set for all commands.
/// Throws Error(Usage) for what cannot be read.
change::Inputs inputs_of(const Arguments& arguments, Services& services, std::vector<std::string> requirements,
                         index::InputSettings set);

/// The doors to network and store.
class Tools {
 public:
  /// Reads the inputs that the command line names, `requirements` being those that are typed: requirements files may
  /// name sources. Throws Error(Usage) for what cannot be read.
  Tools(const Arguments& arguments, Services& services, std::vector<std::string> requirements = {});

  change::Workshop workshop() { return {services_.catalog, store_, http_, index_, services_.reporter}; }
  store::Store& store() { return store_; }
  index::IndexClient& index() { return index_; }
  /// Adds what the sources decide of a request: which indexes there are, what the default one is called, and which
  /// packages --find-links places serve.
  void add_sources(resolvers::Request& request);
  /// Adds what the inputs ask for, and tells once which settings have a say in it and which do not. The request must
  /// know its interpreter.
  void add_inputs(resolvers::Request& request);

 private:
  Services& services_;
  change::Inputs inputs_;
  index::IndexSettings settings_;
  http::Client http_;
  index::IndexClient index_;
  store::Store store_;
  bool told_ = false;
};

}  // namespace kenv::commands
