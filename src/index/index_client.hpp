// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "http/client.hpp"
#include "index/answers.hpp"
#include "index/cache.hpp"
#include "index/settings.hpp"
#include "report/reporter.hpp"

namespace kenv::index {

/// The name of the source that --find-links makes, beside those of the indexes.
inline constexpr const char* kFindLinks = "find-links";

using Clock = std::function<std::int64_t()>;  ///< seconds since 1970
std::int64_t system_seconds();

/// Answers what the resolution needs to know, from the cache where it may, else from the indexes, all questions of a
/// call at once. An index that fails is an answer; only Interrupted is thrown. For one thread at a time.
class IndexClient {
 public:
  IndexClient(IndexSettings settings, http::Client& client, std::filesystem::path cache_folder,
              report::Reporter& reporter, Clock now = system_seconds);

  std::vector<PageAnswer> pages(std::span<const PageRequest> requests);
  /// The projects of which a --find-links place lists a wheel: they are bound to the source kFindLinks. A place that
  /// cannot be read throws Error(Network): what it lists might have been meant.
  std::set<python::PackageName> linked_projects();
  std::vector<MetadataAnswer> metadata(std::span<const MetadataRequest> requests);
  /// RECORD of wheels, as METADATA is read where no index serves it: it tells what every file of the wheel has.
  std::vector<MemberText> records(std::span<const MetadataRequest> requests);

  /// The sizes of files: as their pages say, else as their servers do. Nothing where nobody says one.
  std::vector<std::optional<std::uint64_t>> sizes(std::span<const python::ProjectFile> files);
  /// Why a project's page that was answered as empty may not be so by now, by project: --offline takes what an index
  /// did not have when it was last asked, but no "there is nothing" can rest on that.
  const std::map<std::string, Unreachable>& doubts() const { return doubts_; }

  const IndexSettings& settings() const { return settings_; }

 private:
  /// A question on its way: where it is asked, what the cache knows, what came of it.
  struct OpenPage {
    std::string index, url;
    std::string key{};       ///< in the cache: the address, who is asked there, and as whom
    std::string project{};   ///< empty: a --find-links page
    std::string what;        ///< for messages: "the page of torch on pypi"
    bool is_project = true;  ///< a project's page, not a whole --find-links page
    bool is_framework = false;
    std::optional<CachedPage> cached{};
    std::optional<PageAnswer> answer{};
  };

  OpenPage open(const PageRequest& request);
  std::optional<std::string> address_of(const PageRequest& request) const;
  void identify(OpenPage& page, std::string url);
  std::string cache_key(const std::string& url) const;
  python::ProjectFile as_asked(const python::ProjectFile& file) const;  ///< as the cache knows it
  void look_up(std::span<OpenPage> pages);
  void answer_offline(OpenPage& page);
  Unreachable unreachable(const std::string& index, const Error& error) const;
  void fetch(std::span<OpenPage> pages);
  void ask(std::span<OpenPage* const> pages, const char* accept);
  PageAnswer conclude(OpenPage& page, http::Outcome& outcome);
  bool says_absent(const OpenPage& page, const http::Response& response);
  PageAnswer keep(const OpenPage& page, const http::Response& response, CachedPage kept);
  PageAnswer answer_of(const OpenPage& page, CachedPage cached) const;
  void point_out(python::ProjectPage& page);
  void note_once(const std::string& text);
  void warn_of_version(const python::ProjectPage& page, const std::string& who);
  /// What --find-links places list, by project.
  using LinkedPages = std::map<python::PackageName, python::ProjectPage>;
  const LinkedPages& linked_pages(const std::string& place);
  python::ProjectPage read_links(const std::string& place);
  python::ProjectPage linked_page(const python::PackageName& name);

  void fetch_metadata(std::span<const MetadataRequest> requests, std::span<std::optional<MetadataAnswer>> answers);
  MetadataAnswer conclude_metadata(const MetadataRequest& request, const std::string& text, bool keep) const;

  IndexSettings settings_;
  http::Client& client_;
  Cache cache_;
  report::Reporter& reporter_;
  Clock now_;
  std::map<std::string, LinkedPages> linked_;  ///< by place, grouped once: some list tens of thousands of files
  std::set<std::string> noted_;
  std::set<std::string> confirmed_;  ///< keys of pages that came from a server during this command
  std::map<std::string, Unreachable> doubts_;
};

}  // namespace kenv::index
