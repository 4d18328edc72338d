// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "transaction/seal.hpp"
#include "transaction/state_folder.hpp"

namespace kenv::store {
class Store;
}

namespace kenv::transaction {

/// What a seal asks for and nobody has any more.
struct Missing {
  std::set<Sha256Digest> wheels;   ///< to be brought into the store again
  std::vector<std::string> files;  ///< that were in no wheel: overwritten in place, or removed from kept/ by hand
  bool empty() const { return wheels.empty() && files.empty(); }
};

/// Thrown before anything is changed. With no `files` the caller can fetch the wheels and try again.
class MissingObjects : public Error {
 public:
  MissingObjects(int generation, Missing missing);
  const Missing& missing() const { return missing_; }

 private:
  Missing missing_;
};

Missing find_missing(const StateFolder& folder, const store::Store& store, const Seal& seal);

/// Builds in `root` (an empty folder) the tree that the seal describes and compares it with the seal. Returns the seal
/// of what was built: times differ from the given one where a wheel was fetched again. Throws MissingObjects.
Seal restore(const StateFolder& folder, const store::Store& store, int generation, const Seal& seal,
             const fs::path& root);

}  // namespace kenv::transaction
