// SPDX-License-Identifier: Apache-2.0
#include "change/direct_url.hpp"

#include <nlohmann/json.hpp>

#include "http/url.hpp"

namespace kenv::change {
namespace {

/// The text under a key; empty if there is none or something else.
std::string text_at(const nlohmann::json& object, const char* key) {
  if (!object.is_object() || !object.contains(key)) return {};
  const nlohmann::json& value = object.at(key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

/// "hashes", or "hash" with "sha256=..." as tools wrote before there were several. What vouches for nothing is left
/// out.
Digests digests_of(const nlohmann::json& archive) {
  Digests digests;
  if (!archive.is_object()) return digests;
  if (archive.contains("hashes") && archive.at("hashes").is_object())
    for (const auto& [name, digits] : archive.at("hashes").items())
      if (const auto algorithm = digest_algorithm(name); algorithm && digits.is_string())
        if (const auto digest = Digest::parse(*algorithm, digits.get<std::string>())) digests.add(*digest);
  if (!digests.empty()) return digests;
  return digests_in_fragment(text_at(archive, "hash")).value_or(Digests{});
}

}  // namespace

std::string direct_url_json(const plan::Wheel& wheel) {
  if (!wheel.direct) return {};
  nlohmann::ordered_json archive = nlohmann::ordered_json::object();
  for (const auto& digest : wheel.file.digests().all())
    archive["hashes"][std::string(to_text(digest.algorithm))] = digest.hex;
  const nlohmann::ordered_json document = {{"url", http::without_credentials(wheel.file.url)},
                                           {"archive_info", archive}};
  return document.dump();
}

std::optional<DirectUrl> read_direct_url(std::string_view text) {
  const auto document = nlohmann::json::parse(text, nullptr, false);
  DirectUrl out;
  out.url = http::without_fragment(http::without_credentials(text_at(document, "url")));
  if (out.url.empty()) return std::nullopt;
  out.filename = http::file_name_in(out.url);
  if (document.contains("vcs_info"))
    out.kind = DirectUrl::Kind::Repository;
  else if (document.contains("dir_info"))
    out.kind = DirectUrl::Kind::Folder;
  else if (!document.contains("archive_info"))
    return std::nullopt;
  else
    out.digests = digests_of(document.at("archive_info"));
  return out;
}

std::string why_no_wheel_again(std::string_view text) {
  if (text.empty()) return "";
  const auto direct = read_direct_url(text);
  if (!direct) return "its direct_url.json cannot be read";
  if (direct->kind == DirectUrl::Kind::Repository) return "it was built from a repository";
  if (direct->kind == DirectUrl::Kind::Folder) return "it was built from a folder";
  return direct->is_wheel() ? "" : "it was built from an archive of sources";
}

}  // namespace kenv::change
