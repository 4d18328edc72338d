// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <nlohmann/json.hpp>

#include "index/page.hpp"
#include "index/page_file.hpp"

namespace kenv::index {
namespace {

using nlohmann::json;

/// Pages grow to 40 MB, and their tree in memory to five times as much. So this listens to the parser's events and
/// keeps only what a file entry needs. `path_` holds the keys that lead to the present value; arrays add "".
class PageReader final : public json::json_sax_t {
 public:
  explicit PageReader(std::string_view url) : url_(url) {}

  bool start_object(std::size_t) override { return enter(); }
  bool end_object() override {
    --depth_;
    if (in_file_list() && depth_ == kFileDepth - 1) {
      finish_file();
      file_ = {};
      facts_ = {};
    }
    return true;
  }
  bool start_array(std::size_t) override {
    if (!enter()) return false;
    path_[depth_ - 1].clear();
    return true;
  }
  bool end_array() override {
    --depth_;
    return true;
  }
  bool key(string_t& text) override {
    path_[depth_ - 1].assign(text, 0, kLongestKey);
    return true;
  }

  bool string(string_t& text) override {
    if (depth_ == 2 && path_[0] == "meta" && path_[1] == "api-version") return check(text);
    if (depth_ == 2 && path_[0] == "project-status" && path_[1] == "status")
      page_.status = text == "active" ? "" : text;
    if (!in_file_list()) return true;
    if (depth_ == kFileDepth) file_text(path_[2], text);
    if (depth_ == kFileDepth + 1) file_digest(path_[2], path_[3], text);
    return true;
  }
  bool boolean(bool value) override {
    if (in_file_list() && depth_ == kFileDepth) file_flag(path_[2], value);
    return true;
  }
  bool number_unsigned(std::uint64_t value) override {
    if (in_file_list() && depth_ == kFileDepth && path_[2] == "size") file_.size = value;
    return true;
  }
  bool null() override { return true; }
  bool number_integer(std::int64_t) override { return true; }
  bool number_float(double, const string_t&) override { return true; }
  bool binary(json::binary_t&) override { return true; }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    if (!problem_)
      problem_ = Problem{"the page is no valid JSON from byte " + std::to_string(position) + " on", {}, ""};
    return false;
  }

  Result<python::ProjectPage> result() && {
    if (problem_) return tl::unexpected<Problem>(std::move(*problem_));
    if (!saw_files_) return refuse("the page has no list of files");
    return std::move(page_);
  }

 private:
  static constexpr std::size_t kDeepest = 64, kLongestKey = 64;
  static constexpr std::size_t kFileDepth = 3;  ///< { "files": [ { ...

  /// What a file's entry says about its METADATA. Two names are in use (PEP 714), the newer one wins.
  struct MetadataFacts {
    std::optional<bool> named, named_as_before;
    std::optional<Sha256Digest> digest, digest_as_before;
  };

  bool in_file_list() const { return depth_ >= 2 && path_[0] == "files" && path_[1].empty(); }

  bool enter() {
    if (depth_ == kDeepest) {
      problem_ = Problem{"the page is nested more than 64 levels deep", {}, ""};
      return false;
    }
    path_[depth_++].clear();
    if (depth_ == 2 && path_[0] == "files") saw_files_ = true;
    return true;
  }

  bool check(const std::string& version) {
    problem_ = check_version(version);
    return !problem_;
  }

  void file_text(const std::string& name, std::string& text) {
    if (name == "filename")
      file_.filename = std::move(text);
    else if (name == "url")
      file_.url = std::move(text);
    else if (name == "requires-python")
      file_.requires_python = std::move(text);
    else if (name == "yanked") {
      file_.yanked = true;
      file_.yanked_reason = std::move(text);
    }
  }

  void file_digest(const std::string& name, const std::string& kind, const std::string& text) {
    if (kind != "sha256") return;
    const auto digest = Sha256Digest::from_hex(text);
    const auto value = digest ? std::optional(*digest) : std::nullopt;
    if (name == "hashes") file_.sha256 = value;
    if (name == "core-metadata") facts_.digest = value;
    if (name == "dist-info-metadata" || name == "data-dist-info-metadata") facts_.digest_as_before = value;
  }

  void file_flag(const std::string& name, bool value) {
    if (name == "yanked") file_.yanked = value;
    if (name == "core-metadata") facts_.named = value;
    if (name == "dist-info-metadata" || name == "data-dist-info-metadata") facts_.named_as_before = value;
  }

  void finish_file() {
    const bool newer = facts_.named || facts_.digest;
    file_.metadata_sha256 = newer ? facts_.digest : facts_.digest_as_before;
    file_.has_metadata = file_.metadata_sha256 || (newer ? facts_.named : facts_.named_as_before).value_or(false);
    if (!file_.url.empty()) add_file(page_, std::move(file_), url_);
  }

  std::string_view url_;
  std::array<std::string, kDeepest> path_;
  std::size_t depth_ = 0;
  python::ProjectFile file_;
  MetadataFacts facts_;
  python::ProjectPage page_;
  bool saw_files_ = false;
  std::optional<Problem> problem_;
};

}  // namespace

Result<python::ProjectPage> parse_json_page(std::string_view body, std::string_view url) {
  PageReader reader(url);
  json::sax_parse(body.begin(), body.end(), &reader);
  return std::move(reader).result();
}

}  // namespace kenv::index
