// SPDX-License-Identifier: Apache-2.0
#include "change/fetch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "base/text.hpp"
#include "change/file_digest.hpp"
#include "http/download.hpp"
#include "index/local_index.hpp"
#include "io/files.hpp"
#include "io/lock.hpp"

namespace kenv::change {
namespace {

constexpr int kWaitForOtherDownloads = 15 * 60 * 1000;  // milliseconds

std::vector<plan::Step*> wanted(plan::Plan& plan) {
  std::vector<plan::Step*> steps;
  for (auto& step : plan.steps)
    if (step.wheel) steps.push_back(&step);
  return steps;
}

bool in_store(const plan::Step& step, const store::Store& store) {
  return step.wheel->file.sha256 && store.has(*step.wheel->file.sha256);
}

/// The wheels themselves and what they unpack to: the stack of torch makes 1.8 bytes of each.
void require_space(std::uint64_t to_download, const store::Store& store) {
  if (to_download == 0) return;
  const std::uint64_t needed = to_download * 3;
  const std::uint64_t available = io::free_bytes(store.root());
  if (available >= needed) return;
  throw Error(ExitCode::Failed, "disk-full",
              fmt::format("this needs about {} on the disk of {}, and {} are free", text::human_bytes(needed), store.root().string(), text::human_bytes(available)),
              "free some space, or name a store on another disk: KENV_STORE_DIR=/path/with/space");
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

  void take(const plan::Step& step, const io::fs::path& file, const Sha256Digest& digest, bool vouched, bool remove_after) {
    const auto& wheel = *step.wheel;
    auto pending = std::make_shared<store::PendingWheel>(store_.begin_add(digest, {wheel.file.filename, wheel.file.url, wheel.index}));
    // A digest that somebody stated vouches for every byte; without one the wheel's own RECORD has to.
    const auto digests = options_.verify_record_digests || !vouched ? archive::RecordDigests::Verify : archive::RecordDigests::Skip;
    pool_.submit(file, pending->tree(), [this, pending, name = step.name, file, digests, remove_after](archive::UnpackedWheel unpacked) {
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

void take_local(plan::Step& step, Intake& intake) {
  const auto path = index::local_path(step.wheel->file.url).value();
  const auto digest = digest_of_file(path);
  if (step.wheel->file.sha256 && *step.wheel->file.sha256 != digest)
    throw Error(ExitCode::VerificationFailed, "hash-mismatch",
                fmt::format("{}: sha256 is {}, expected {}", path.string(), digest.hex(), step.wheel->file.sha256->hex()), "get the file again");
  const bool vouched = step.wheel->file.sha256.has_value();
  step.wheel->file.sha256 = digest;
  intake.take(step, path, digest, vouched, false);
}

void take_downloads(const std::vector<plan::Step*>& steps, store::Store& store, http::Client& client, report::Reporter& reporter, Intake& intake) {
  std::vector<http::Download> downloads;
  std::uint64_t total = 0;
  for (const auto* step : steps) {
    const auto& file = step->wheel->file;
    downloads.push_back({file.url, file.filename, store.incoming(file.filename), file.sha256, file.size});
    total += file.size.value_or(0);
  }
  reporter.expect_bytes(total);
  http::download_all(client, downloads, reporter, {.on_complete = [&](std::size_t index, const Sha256Digest& digest) {
                       auto& file = steps[index]->wheel->file;
                       if (!file.sha256) reporter.note(fmt::format("{}: its index states no digest; sha256 {} is noted in the lock", file.filename, digest.hex()));
                       const bool vouched = file.sha256.has_value();
                       file.sha256 = digest;
                       intake.take(*steps[index], downloads[index].destination, digest, vouched, true);
                     }});
}

}  // namespace

std::uint64_t bytes_to_download(const plan::Plan& plan, const store::Store& store) {
  std::uint64_t bytes = 0;
  for (const auto& step : plan.steps)
    if (step.wheel && !in_store(step, store)) bytes += step.wheel->file.size.value_or(0);
  return bytes;
}

FetchedWheels fetch(plan::Plan& plan, store::Store& store, http::Client& client, report::Reporter& reporter, const FetchOptions& options) {
  std::vector<plan::Step*> missing;
  for (auto* step : wanted(plan))
    if (!in_store(*step, store)) missing.push_back(step);
  FetchedWheels wheels;
  if (!missing.empty()) {
    require_space(bytes_to_download(plan, store), store);
    const auto lock = download_lock(store, reporter);
    store.sweep();
    std::erase_if(missing, [&](const auto* step) { return in_store(*step, store); });
    std::stable_sort(missing.begin(), missing.end(), [](const auto* a, const auto* b) { return a->wheel->file.size.value_or(0) > b->wheel->file.size.value_or(0); });
    const auto remote = std::stable_partition(missing.begin(), missing.end(), [](const auto* step) { return index::local_path(step->wheel->file.url).has_value(); });
    reporter.phase(fmt::format("Fetching {} wheels", missing.size()));
    Intake intake(store, options);
    for (auto step = missing.begin(); step != remote; ++step) take_local(**step, intake);
    take_downloads({remote, missing.end()}, store, client, reporter, intake);
    wheels = intake.finish();
  }
  for (const auto* step : wanted(plan))
    if (!wheels.contains(step->name)) wheels[step->name] = store.open(*step->wheel->file.sha256);
  return wheels;
}

}  // namespace kenv::change
