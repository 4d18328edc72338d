// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "resolvers/advance.hpp"

namespace kenv::resolvers {

/// Everything that was answered so far, and what has been asked and not answered yet.
class Knowledge {
 public:
  void learn(Answer answer);

  const python::ProjectPage* page(const NeedProject& need) const;
  /// Why the index could not be asked; null if it answered or was not asked.
  const std::string* unreachable(const NeedProject& need) const;
  bool answered(const NeedProject& need) const { return page(need) || unreachable(need); }
  /// Why the page that was answered as empty may not be so; null if nothing speaks for that.
  const std::string* refused(const NeedProject& need) const;
  /// An index that could not be asked for something; empty if all have answered.
  std::string unreachable_index() const { return unreachable_.empty() ? "" : unreachable_.begin()->first.index; }
  const python::CoreMetadata* metadata(const std::string& index, const python::ProjectFile& file) const;
  const std::string* unusable(const std::string& index, const python::ProjectFile& file) const;
  /// Files that were looked at and cannot be used, by name.
  std::map<std::string, std::string> unusable_files() const;
  const std::vector<CandidateFailed>& failed() const { return failed_; }
  /// Whether an index would not say what the file requires. The search cannot go on past it, which is noted: others,
  /// that were only looked at ahead of time, may never be needed.
  bool stops_at(const std::string& index, const python::ProjectFile& file);
  /// A file that the search cannot go on past.
  const std::optional<MetadataUnreachable>& silent() const { return silent_; }
  void forget_silence() { silent_.reset(); }

  /// Notes what is needed; things that are known already are not asked again.
  void want(const NeedProject& need);
  void want(const NeedMetadata& need);
  Needs open() const;
  bool waiting() const { return !open_projects_.empty() || !open_metadata_.empty(); }

 private:
  struct UnusableFile {
    std::string filename, reason;
  };

  std::map<NeedProject, python::ProjectPage> pages_;
  std::map<NeedProject, std::string> unreachable_, refused_;
  std::unordered_map<std::string, python::CoreMetadata> metadata_;  ///< by file, as the next two
  std::map<std::string, UnusableFile> unusable_;
  std::vector<CandidateFailed> failed_;
  std::map<std::string, MetadataUnreachable> silences_;  ///< by file
  std::optional<MetadataUnreachable> silent_;
  std::set<NeedProject> open_projects_;
  std::map<std::string, NeedMetadata> open_metadata_;
};

}  // namespace kenv::resolvers
