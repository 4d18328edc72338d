// SPDX-License-Identifier: Apache-2.0
#include "change/fetch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "base/text.hpp"
#include "change/file_digest.hpp"
#include "change/required_space.hpp"
#include "http/download.hpp"
#include "index/local_index.hpp"
#include "io/files.hpp"
#include "io/lock.hpp"
#include "python/wheel_name.hpp"

namespace kenv::change {
namespace {

constexpr int kWaitForOtherDownloads = 15 * 60 * 1000;  // milliseconds

std::vector<plan::Step*> wanted(plan::Plan& plan) {
  std::vector<plan::Step*> steps;
  for (auto& step : plan.steps)
    if (step.wheel) steps.push_back(&step);
  return steps;
}

/// The store knows a wheel by its SHA-256.
bool in_store(const plan::Step& step, const store::Store& store) {
  return step.wheel->file.sha256 && store.has(*step.wheel->file.sha256);
}

/// What is vouched for by other algorithms than its index states can only be seen from the wheel itself.
bool needs_bytes(const plan::Step& step, const store::Store& store, const FetchOptions& options) {
  if (!in_store(step, store)) return true;
  const auto* vouched = vouched_of(step, options.vouched);
  return vouched != nullptr && vouched_for(*vouched, step.wheel->file.digests()) == Vouched::Unknown;
}

std::set<DigestAlgorithm> asked_of(const plan::Step& step, const FetchOptions& options) {
  std::set<DigestAlgorithm> algorithms = algorithms_of(step.wheel->file.digests());
  if (const auto* vouched = vouched_of(step, options.vouched))
    for (const auto& digest : *vouched) algorithms.insert(digest.algorithm);
  return algorithms;
}

/// The store knows wheels by their digest alone. Whoever states the digest of one wheel for another package, by mistake
/// or not, must not get that one installed under a wrong name.
void require_own_wheel(const plan::Step& step, const store::StoredWheel& stored) {
  const auto promised = python::WheelName::parse(step.wheel->file.filename);
  if (stored.name.name == step.name &&
      (!promised || (promised->name == stored.name.name && promised->version == stored.name.version)))
    return;
  throw Error(ExitCode::VerificationFailed, "hash-mismatch",
              fmt::format("{}: the wheel with the SHA-256 that is stated for it, {}, is {}", step.wheel->file.filename,
                          stored.digest.hex(), stored.origin.file_name),
              "whoever stated this digest, an index or a lock, took one file for another: make the lock anew, or name "
              "another index with --index URL");
}

/// One kenv at a time downloads into a store; a second one waits and then finds the wheels there.
io::Lock download_lock(const store::Store& store, report::Reporter& reporter) {
  const auto file = store.incoming("lock");
  try {
    return io::Lock(file, "downloading");
  } catch (const Error& taken) {
    if (taken.exit_code() != ExitCode::Locked) throw;
    reporter.note(std::string("waiting: ") + taken.what());
    return io::Lock(file, "downloading", kWaitForOtherDownloads);
  }
}

/// Downloads and unpacks at the same time; `done` is filled by package.
class Intake {
 public:
  Intake(store::Store& store, const FetchOptions& options) : store_(store), options_(options) {}

  void take(const plan::Step& step, const io::fs::path& file, const Sha256Digest& digest, bool vouched,
            bool remove_after) {
    const auto& wheel = *step.wheel;
    // A store may be shared, and what stands behind a "?" may be a signature.
    const std::string from = wheel.file.url.substr(0, wheel.file.url.find_first_of("?#"));
    auto pending =
        std::make_shared<store::PendingWheel>(store_.begin_add(digest, {wheel.file.filename, from, wheel.index}));
    // A digest that somebody stated vouches for every byte; without one the wheel's own RECORD has to.
    const auto digests =
        options_.verify_record_digests || !vouched ? archive::RecordDigests::Verify : archive::RecordDigests::Skip;
    pool_.submit(file, pending->tree(),
                 [this, pending, name = step.name, file, digests, remove_after](archive::UnpackedWheel unpacked) {
                   auto stored = store_.finish_add(*pending, unpacked, digests);
                   if (remove_after) io::remove_file_if_present(file);
                   const std::scoped_lock lock(mutex_);
                   done_[name] = std::move(stored);
                 });
  }

  FetchedWheels finish() {
    pool_.wait();
    return std::move(done_);
  }

 private:
  store::Store& store_;
  FetchOptions options_;
  std::mutex mutex_;
  FetchedWheels done_;
  archive::UnpackPool pool_;  // last: its workers use the rest
};

void take_local(plan::Step& step, Intake& intake, const FetchOptions& options) {
  auto& file = step.wheel->file;
  const auto path = index::local_path(file.url).value();
  const auto digests = digests_of_file(path, asked_of(step, options));
  if (const auto wrong = mismatch(digests, file.digests()))
    throw Error(ExitCode::VerificationFailed, "hash-mismatch", fmt::format("{}: {}", path.string(), *wrong),
                "get the file again");
  require_vouched(step, options.vouched, digests);
  const bool vouched = !file.digests().empty();
  file.sha256 = digests.sha256;
  intake.take(step, path, *file.sha256, vouched, false);
}

void take_downloads(const std::vector<plan::Step*>& steps, store::Store& store, http::Client& client,
                    report::Reporter& reporter, Intake& intake, const FetchOptions& options) {
  std::vector<http::Download> downloads;
  std::uint64_t total = 0;
  for (const auto* step : steps) {
    const auto& file = step->wheel->file;
    downloads.push_back(
        {file.url, file.filename, store.incoming(file.filename), file.digests(), file.size, asked_of(*step, options)});
    total += file.size.value_or(0);
  }
  reporter.expect_bytes(total);
  http::download_all(client, downloads, reporter, {.on_complete = [&](std::size_t index, const Digests& digests) {
                       auto& file = steps[index]->wheel->file;
                       try {
                         require_vouched(*steps[index], options.vouched, digests);
                       } catch (const Error&) {
                         io::remove_file_if_present(downloads[index].destination);  // nobody wants it
                         throw;
                       }
                       const bool vouched = !file.digests().empty();
                       if (!vouched)
                         reporter.note(fmt::format("{}: its index states no digest; sha256 {} is noted in the lock",
                                                   file.filename, digests.sha256->hex()));
                       file.sha256 = digests.sha256;
                       intake.take(*steps[index], downloads[index].destination, *file.sha256, vouched, true);
                     }});
}

}  // namespace

ToDownload to_download(const plan::Plan& plan, const store::Store& store) {
  ToDownload out;
  for (const auto& step : plan.steps) {
    if (!step.wheel || in_store(step, store)) continue;
    out.bytes += step.wheel->file.size.value_or(0);
    out.unsized += step.wheel->file.size ? 0 : 1;
  }
  return out;
}

std::string to_text(const ToDownload& download) {
  if (download.unsized == 0) return text::human_bytes(download.bytes);
  return fmt::format("{}{} of a size that is not known",
                     download.bytes == 0 ? "" : text::human_bytes(download.bytes) + " and ",
                     download.unsized == 1 ? "1 wheel" : fmt::format("{} wheels", download.unsized));
}

FetchedWheels fetch(plan::Plan& plan, store::Store& store, http::Client& client, report::Reporter& reporter,
                    const FetchOptions& options) {
  add_sizes_of_local_wheels(plan);
  for (const auto* step : wanted(plan))
    if (in_store(*step, store)) require_own_wheel(*step, *store.open(*step->wheel->file.sha256));
  std::vector<plan::Step*> missing;
  for (auto* step : wanted(plan))
    if (needs_bytes(*step, store, options)) missing.push_back(step);
  FetchedWheels wheels;
  if (!missing.empty()) {
    require_space_in_store(to_download(plan, store).bytes, store);
    const auto lock = download_lock(store, reporter);
    store.sweep();
    std::erase_if(missing, [&](const auto* step) { return !needs_bytes(*step, store, options); });
    std::stable_sort(missing.begin(), missing.end(), [](const auto* a, const auto* b) {
      return a->wheel->file.size.value_or(0) > b->wheel->file.size.value_or(0);
    });
    const auto remote = std::stable_partition(missing.begin(), missing.end(), [](const auto* step) {
      return index::local_path(step->wheel->file.url).has_value();
    });
    reporter.phase(fmt::format("Fetching {} wheel{}", missing.size(), missing.size() == 1 ? "" : "s"));
    Intake intake(store, options);
    for (auto step = missing.begin(); step != remote; ++step) take_local(**step, intake, options);
    take_downloads({remote, missing.end()}, store, client, reporter, intake, options);
    wheels = intake.finish();
  }
  for (const auto* step : wanted(plan))
    if (!wheels.contains(step->name)) {
      require_vouched(*step, options.vouched, step->wheel->file.digests());
      wheels[step->name] = store.open(*step->wheel->file.sha256);
    }
  return wheels;
}

}  // namespace kenv::change
