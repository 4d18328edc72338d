// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>

#include "change/vouched.hpp"
#include "http/client.hpp"
#include "plan/plan.hpp"
#include "report/reporter.hpp"
#include "store/store.hpp"

namespace kenv::change {

/// The wheels of a plan, in the store.
using FetchedWheels = std::map<python::PackageName, std::shared_ptr<const store::StoredWheel>>;

struct FetchOptions {
  bool verify_record_digests = false;  ///< --verify full
  VouchedDigests vouched{};            ///< held against every wheel of the plan
};

/// Brings every wheel of the plan into the store: those that are not there are downloaded, hashed as they arrive, and
/// unpacked by all cores while the rest still downloads. A file without a digest from its index gets the one computed,
/// which the plan then states; that is said aloud. Throws Error(Failed, "disk-full") before anything is fetched.
FetchedWheels fetch(plan::Plan& plan, store::Store& store, http::Client& client, report::Reporter& reporter,
                    const FetchOptions& options);

/// What of the plan is not in the store yet.
struct ToDownload {
  std::uint64_t bytes = 0;
  int unsized = 0;  ///< wheels of which nobody says how large they are
};
ToDownload to_download(const plan::Plan& plan, const store::Store& store);
std::string to_text(const ToDownload& download);  ///< "2.1 GB and 1 wheel of a size that is not known"

}  // namespace kenv::change
