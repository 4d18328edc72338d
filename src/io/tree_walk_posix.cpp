// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <fcntl.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "io/files_call_posix.hpp"
#include "io/files_status_posix.hpp"
#include "io/parallel.hpp"
#include "io/tree.hpp"

namespace kenv::io {
namespace {

// The folders that are still to be read. Work is found while it is done, so the end is reached when the list is empty
// and nobody reads any more.
class Unread {
 public:
  void add(std::vector<std::string> folders) {
    const std::lock_guard lock(guard_);
    for (auto& folder : folders) folders_.push_back(std::move(folder));
    if (folders.size() > 1) changed_.notify_all();
  }
  /// Another folder to read, none when all are done. `was_reading`: the caller has finished one.
  std::optional<std::string> next(bool was_reading) {
    std::unique_lock lock(guard_);
    if (was_reading) --readers_;
    if (readers_ == 0 && folders_.empty()) changed_.notify_all();
    changed_.wait(lock, [&] { return failure_ || !folders_.empty() || readers_ == 0; });
    if (failure_ || folders_.empty()) return std::nullopt;
    std::string folder = std::move(folders_.back());
    folders_.pop_back();
    ++readers_;
    return folder;
  }
  void give_up(std::exception_ptr reason) {
    const std::lock_guard lock(guard_);
    if (!failure_) failure_ = std::move(reason);
    changed_.notify_all();
  }
  const std::exception_ptr& failure() const { return failure_; }

 private:
  std::mutex guard_;
  std::condition_variable changed_;
  std::vector<std::string> folders_;
  std::size_t readers_ = 0;
  std::exception_ptr failure_;
};

class Walk {
 public:
  Walk(const fs::path& root, const std::function<bool(std::string_view)>& skip)
      : root_path_(root), root_(open_file(root, O_RDONLY | O_DIRECTORY, 0, "list")), skip_(skip) {
    unread_.add({""});
  }

  std::vector<WalkedEntry> run() {
    const std::size_t workers = worker_count();
    std::vector<std::vector<WalkedEntry>> found(workers);
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < workers; ++i) others.emplace_back([&, i] { work(found[i]); });
      work(found[0]);
    }
    if (unread_.failure()) std::rethrow_exception(unread_.failure());
    return in_order(std::move(found));
  }

 private:
  void work(std::vector<WalkedEntry>& found) {
    try {
      for (auto folder = unread_.next(false); folder; folder = unread_.next(true)) read_folder(*folder, found);
    } catch (...) {
      unread_.give_up(std::current_exception());
    }
  }

  void read_folder(const std::string& folder, std::vector<WalkedEntry>& found) {
    const char* name = folder.empty() ? "." : folder.c_str();
    const int fd =
        restarted([&] { return ::openat(root_.get(), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC); });
    if (fd == -1) fail("list", root_path_ / folder);
    const std::unique_ptr<DIR, int (*)(DIR*)> directory(::fdopendir(fd), ::closedir);
    const std::string prefix = folder.empty() ? "" : folder + "/";
    std::vector<std::string> folders;
    for (;;) {
      errno = 0;
      const dirent* entry = ::readdir(directory.get());
      if (entry == nullptr) break;
      const std::string_view entry_name = entry->d_name;
      if (entry_name == "." || entry_name == "..") continue;
      add_entry(fd, prefix, entry->d_name, found, folders);
    }
    if (errno != 0) fail("list", root_path_ / folder);
    unread_.add(std::move(folders));
  }

  void add_entry(int folder, const std::string& prefix, const char* name, std::vector<WalkedEntry>& found,
                 std::vector<std::string>& folders) {
    struct stat facts {};
    std::string path = prefix + name;
    if (restarted([&] { return ::fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW); }) == -1) {
      if (errno == ENOENT) return;  // removed while we were reading
      fail("look at", root_path_ / path);
    }
    const FileStatus status = to_status(facts);
    if (status.kind == FileKind::Directory) {
      if (skip_ && skip_(path)) return;
      folders.push_back(path);
    }
    found.push_back({std::move(path), status});
  }

  static std::vector<WalkedEntry> in_order(std::vector<std::vector<WalkedEntry>> found) {
    const auto by_path = [](const WalkedEntry& a, const WalkedEntry& b) { return a.path < b.path; };
    parallel_for(found.size(), 1, [&](std::size_t i) { std::sort(found[i].begin(), found[i].end(), by_path); });
    std::vector<WalkedEntry> all;
    for (auto& part : found) {
      const auto middle = static_cast<std::ptrdiff_t>(all.size());
      all.insert(all.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
      std::inplace_merge(all.begin(), all.begin() + middle, all.end(), by_path);
    }
    return all;
  }

  const fs::path& root_path_;
  FileDescriptor root_;
  const std::function<bool(std::string_view)>& skip_;
  Unread unread_;
};

}  // namespace

std::vector<WalkedEntry> walk_tree(const fs::path& root, const std::function<bool(std::string_view)>& skip) {
  return Walk(root, skip).run();
}

}  // namespace kenv::io
