// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "python/name.hpp"

namespace kenv::resolvers {

/// A part of an index that is listed as a whole: PyTorch's index has one per variant, an ordinary index only "".
struct IndexPart {
  std::string index, variant;
  auto operator<=>(const IndexPart&) const = default;
};

/// A file that a package is to be, and who named it, for messages: "you", "the constraint (c.txt:1)", "demo 1.0".
struct NamedFile {
  std::string url, by;
};

/// How far the search looks. It starts with as little as possible and only ever widens; whenever it widens, candidate
/// lists change and the search starts again from what is known.
class Scope {
 public:
  /// Parts of framework indexes that are read.
  bool is_open(const IndexPart& part) const { return opened_.contains(part); }
  const std::set<IndexPart>& opened() const { return opened_; }
  void open(const IndexPart& part) { note(opened_.insert(part).second); }

  /// Companions of frameworks that have turned up, whose bounds therefore count.
  bool has_met(const python::PackageName& name) const { return met_.contains(name); }
  void meet(const python::PackageName& name) { note(met_.insert(name).second); }

  /// Installed packages that may be replaced because the installed version stands in the way.
  bool may_move(const python::PackageName& name) const { return movable_.contains(name); }
  void let_move(const python::PackageName& name) { note(movable_.insert(name).second); }

  /// Members of a framework index that the default index does not have as needed.
  const IndexPart* bound_to(const python::PackageName& name) const {
    const auto place = bound_.find(name);
    return place == bound_.end() ? nullptr : &place->second;
  }
  void bind(const python::PackageName& name, const IndexPart& part) { note(bound_.emplace(name, part).second); }

  /// Packages that somebody named by the address of a file: that file is the only one there is of them.
  const NamedFile* file_of(const python::PackageName& name) const {
    const auto place = files_.find(name);
    return place == files_.end() ? nullptr : &place->second;
  }
  void bind_file(const python::PackageName& name, NamedFile file) {
    note(files_.emplace(name, std::move(file)).second);
  }

  /// Packages of which a pre-release was chosen that nobody had let in.
  bool stable_only(const python::PackageName& name) const { return !prereleases_ && stable_only_.contains(name); }
  void keep_stable(const python::PackageName& name) { note(stable_only_.insert(name).second); }
  /// There is no solution without them after all.
  bool admits_prereleases() const { return prereleases_; }
  void admit_prereleases() {
    note(!prereleases_ && !stable_only_.empty());
    prereleases_ = !stable_only_.empty();
  }

  /// Installed packages that are given up, with the user's consent, because nothing else helps.
  bool is_dropped(const python::PackageName& name) const { return dropped_.contains(name); }
  const std::set<python::PackageName>& dropped() const { return dropped_; }
  void drop(const python::PackageName& name) { note(dropped_.insert(name).second); }

  /// Whether it has widened since the last call.
  bool take_changed() {
    const bool changed = changed_;
    changed_ = false;
    return changed;
  }

 private:
  void note(bool changed) { changed_ = changed_ || changed; }

  std::set<IndexPart> opened_;
  std::set<python::PackageName> met_, movable_, stable_only_, dropped_;
  std::map<python::PackageName, IndexPart> bound_;
  std::map<python::PackageName, NamedFile> files_;
  bool prereleases_ = false, changed_ = false;
};

}  // namespace kenv::resolvers
