// SPDX-License-Identifier: Apache-2.0
#include "archive/unpack_pool.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>

#include "archive/inflate.hpp"
#include "archive/unpack_queue.hpp"
#include "io/interrupt.hpp"
#include "io/tree.hpp"

namespace kenv::archive {
namespace {

constexpr std::size_t kBatchMembers = 64;
constexpr std::uint64_t kBatchBytes = 4u << 20;
constexpr std::uint64_t kOpeningWeight = std::numeric_limits<std::uint64_t>::max();

// One wheel on its way: shared by its jobs, of which the last one to end hands it over.
struct Unpacking {
  UnpackedWheel result;
  UnpackPool::Done done;
  std::atomic<std::size_t> jobs_left{0};
};

std::vector<std::string> folders_of(const std::vector<Member>& members) {
  std::vector<std::string> folders;
  for (const Member& member : members) {
    const auto slash = member.name.rfind('/');
    if (slash == std::string::npos) continue;
    std::string folder = member.name.substr(0, slash);
    if (folders.empty() || folders.back() != folder) folders.push_back(std::move(folder));
  }
  return folders;
}

// The members that are written in one go, by index: in path order, so that a worker stays in a folder.
std::vector<std::vector<std::size_t>> batches_of(const std::vector<Member>& members) {
  std::vector<std::size_t> small;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!members[i].is_directory() && Inflater::fits_whole(members[i])) small.push_back(i);
  }
  std::ranges::sort(small, {}, [&](std::size_t i) -> const std::string& { return members[i].name; });
  std::vector<std::vector<std::size_t>> batches;
  std::uint64_t bytes = kBatchBytes;
  for (const std::size_t i : small) {
    if (bytes >= kBatchBytes || batches.back().size() >= kBatchMembers) {
      batches.emplace_back();
      bytes = 0;
    }
    batches.back().push_back(i);
    bytes += members[i].size;
  }
  return batches;
}

}  // namespace

struct UnpackPool::State {
  Progress progress;
  UnpackQueue queue;
  std::vector<std::jthread> workers;

  void work() {
    Inflater inflater;
    while (auto job = queue.next()) {
      try {
        io::throw_if_interrupted();
        job->run(inflater);
        queue.finished();
      } catch (...) {
        queue.fail(std::current_exception());
      }
    }
  }

  void write(Inflater& inflater, Unpacking& unpacking, std::size_t index) {
    const WheelReader& wheel = *unpacking.result.wheel;
    const Member& member = wheel.members()[index];
    const io::fs::path path = unpacking.result.directory.native() + "/" + member.name;
    const io::FileDescriptor file = io::create_file(path, member.permissions());
    const auto write_piece = [&](std::span<const std::byte> piece) {
      io::write_all(file, piece, path);
      if (progress) progress(piece.size());
      if (queue.failed()) throw Interrupted();  // elsewhere: that failure is the one that is told
    };
    if (Inflater::fits_whole(member)) {
      write_piece(inflater.whole(wheel.source(), member, wheel.file_name()));
    } else {
      inflater.pieces(wheel.source(), member, wheel.file_name(), write_piece);
    }
    unpacking.result.files[index] = io::status(file, path);
  }

  void add_job(const std::shared_ptr<Unpacking>& unpacking, std::uint64_t weight, std::vector<std::size_t> members) {
    queue.add({weight, [this, unpacking, members = std::move(members)](Inflater& inflater) {
                 for (const std::size_t index : members) {
                   if (queue.failed()) return;
                   write(inflater, *unpacking, index);
                 }
                 job_ended(*unpacking);
               }});
  }

  void open(const std::shared_ptr<Unpacking>& unpacking, const io::fs::path& path) {
    const auto wheel = std::make_shared<const WheelReader>(path);
    const std::vector<Member>& members = wheel->members();
    unpacking->result.wheel = wheel;
    unpacking->result.files.resize(members.size());
    io::make_directory_tree(unpacking->result.directory, folders_of(members));
    auto batches = batches_of(members);
    std::vector<std::size_t> large;
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (!members[i].is_directory() && !Inflater::fits_whole(members[i])) large.push_back(i);
    }
    unpacking->jobs_left = large.size() + batches.size() + 1;  // this one counts until all others are known
    for (const std::size_t i : large) add_job(unpacking, members[i].compressed_size, {i});
    for (auto& batch : batches) add_job(unpacking, 0, std::move(batch));
    job_ended(*unpacking);
  }

  static void job_ended(Unpacking& unpacking) {
    if (unpacking.jobs_left.fetch_sub(1) == 1) unpacking.done(std::move(unpacking.result));
  }
};

UnpackPool::UnpackPool(Progress progress, unsigned workers) : state_(std::make_unique<State>()) {
  state_->progress = std::move(progress);
  for (unsigned i = 0; i < std::max(workers, 1u); ++i)
    state_->workers.emplace_back([state = state_.get()] { state->work(); });
}

UnpackPool::~UnpackPool() { state_->queue.close(); }  // the jthreads of State join

void UnpackPool::submit(const io::fs::path& wheel, const io::fs::path& directory, Done done) {
  auto unpacking = std::make_shared<Unpacking>();
  unpacking->result.directory = directory;
  unpacking->done = std::move(done);
  state_->queue.add(
      {kOpeningWeight, [state = state_.get(), unpacking, wheel](Inflater&) { state->open(unpacking, wheel); }});
}

void UnpackPool::wait() { state_->queue.wait(); }

UnpackedWheel unpack(const io::fs::path& wheel, const io::fs::path& directory, UnpackPool::Progress progress) {
  UnpackedWheel result;
  UnpackPool pool(std::move(progress));
  pool.submit(wheel, directory, [&](UnpackedWheel unpacked) { result = std::move(unpacked); });
  pool.wait();
  return result;
}

}  // namespace kenv::archive
