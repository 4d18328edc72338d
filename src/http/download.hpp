// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/digest.hpp"
#include "http/client.hpp"
#include "report/reporter.hpp"

namespace kenv::http {

/// A file to fetch. While it comes in it is called DESTINATION.part, which a later run goes on from.
struct Download {
  std::string url;
  std::string name;                   ///< for messages
  std::filesystem::path destination;  ///< its folder exists and is nobody else's at this time
  Digests stated;                     ///< all of them have to be right; none: nothing vouches for the bytes
  std::optional<std::uint64_t> size;
  std::set<DigestAlgorithm> asked{};  ///< what shall be computed beside SHA-256 and what is stated
};

struct DownloadSettings {
  std::size_t at_once = 5;
  /// Called in the downloading thread as soon as one is in place, with its index: hand it over and come back soon.
  std::function<void(std::size_t, const Digests&)> on_complete{};
};

/// Fetches all, in the order given (largest first makes the end even). Each byte is hashed as it arrives. Returns the
/// digests. Throws Error(VerificationFailed, "hash-mismatch" or "size-mismatch"), Error(Network, ...), FileError or
/// Interrupted at the first failure; what has arrived by then is kept for a later run, wrong bytes are not.
std::vector<Digests> download_all(Client& client, std::span<const Download> downloads, report::Reporter& reporter,
                                  const DownloadSettings& settings = {});

}  // namespace kenv::http
