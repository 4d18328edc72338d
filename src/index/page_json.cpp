// SPDX-License-Identifier: Apache-2.0
#include <simdjson.h>

#include <algorithm>
#include <cstring>

#include "base/text.hpp"
#include "http/content_encoding.hpp"
#include "http/url.hpp"
#include "index/page.hpp"
#include "index/page_file.hpp"

namespace kenv::index {
namespace {

namespace json = simdjson::ondemand;

/// An entry of the list that has not the form that the specification gives it.
struct BadEntry {
  std::string reason;
};

// simdjson keeps a copy of every text that it takes the escapes out of: of a page's names, addresses and keys, nearly
// half of the page again. Those that have none, and that is nearly all, are taken where they are. Its first pass has
// seen that each of them ends and is UTF-8.

std::string_view text_in_place(json::value value) {
  const std::string_view token = text::trim(std::string_view(value.raw_json_token()));
  const bool plain = token.size() >= 2 && token.front() == '"' && token.back() == '"' && token.find('\\') == token.npos;
  return plain ? token.substr(1, token.size() - 2) : value.get_string().value();
}

template <class Field>
std::string_view key_in_place(Field& field) {
  const json::raw_json_string raw = field.key();
  const std::size_t length = std::strcspn(raw.raw(), "\"\\");
  return raw.raw()[length] == '"' ? std::string_view(raw.raw(), length) : std::string_view(field.unescaped_key());
}

Digests digests_of(json::value value) {
  Digests found;
  for (auto field : value.get_object()) {
    const std::string_view kind = key_in_place(field);
    const auto algorithm = digest_algorithm(kind);
    if (!algorithm) continue;
    json::value digest = field.value();
    if (digest.type() != json::json_type::string)
      throw BadEntry{"its " + std::string(to_text(*algorithm)) + " is no text"};
    const std::string_view digits = text_in_place(digest);
    if (*algorithm == DigestAlgorithm::Sha256) {  // what nearly all state, and of pages with tens of thousands of files
      const auto parsed = Sha256Digest::from_hex(digits);
      if (!parsed) throw BadEntry{"its digest is no SHA-256"};
      found.sha256 = *parsed;
      continue;
    }
    const auto parsed = Digest::parse(*algorithm, digits);
    if (!parsed) throw BadEntry{parsed.error().message};
    found.add(*parsed);
  }
  return found;
}

/// What an entry says about its METADATA: a yes or no, or digests, which are a yes.
struct MetadataFact {
  bool stated = false, served = false;
  Digests digests;
};

MetadataFact metadata_fact(json::value value) {
  MetadataFact fact;
  const auto type = value.type().value();
  if (type == json::json_type::boolean) {
    fact.stated = true;
    fact.served = value.get_bool();
  } else if (type == json::json_type::object) {
    fact.stated = fact.served = true;
    try {
      fact.digests = digests_of(value);
    } catch (const BadEntry&) {
      fact.served = false;  // with a digest that is none, it is read from the wheel instead
    }
  }
  return fact;
}

std::string text_of(json::value value, const char* what) {
  const auto type = value.type().value();
  if (type == json::json_type::null) return {};
  if (type != json::json_type::string) throw BadEntry{std::string("its ") + what + " is no text"};
  return std::string(text_in_place(value));
}

std::uint64_t size_of(json::value value) {
  std::uint64_t size = 0;
  if (value.get_uint64().get(size) != simdjson::SUCCESS) throw BadEntry{"its size is no number of bytes"};
  return size;
}

/// It is told to people and decides nothing: one that cannot be read is none.
std::optional<python::UploadTime> time_of(json::value value) {
  if (value.type().value() != json::json_type::string) return std::nullopt;
  const auto time = python::UploadTime::parse(text_in_place(value));
  return time ? std::optional(*time) : std::nullopt;
}

void read_yanked(json::value value, python::ProjectFile& file) {
  const auto type = value.type().value();
  if (type == json::json_type::string) file.yanked_reason = shown_text(text_of(value, "yanked"));
  if (type != json::json_type::string && type != json::json_type::boolean && type != json::json_type::null)
    throw BadEntry{"its yanked is neither yes or no nor a reason"};
  file.yanked = type == json::json_type::string || (type == json::json_type::boolean && value.get_bool().value());
}

/// What an entry says about its METADATA by either of the two names that are in use (PEP 714): the newer one wins.
struct MetadataFacts {
  MetadataFact newer, older;
};

void read_field(std::string_view key, json::value value, python::ProjectFile& file, MetadataFacts& metadata) {
  if (key == "filename")
    file.filename = text_of(value, "filename");
  else if (key == "url")
    file.url = text_of(value, "url");
  else if (key == "requires-python")
    file.requires_python = text_of(value, "requires-python");
  else if (key == "size" && !value.is_null())
    file.size = size_of(value);
  else if (key == "upload-time")
    file.upload_time = time_of(value);
  else if (key == "yanked")
    read_yanked(value, file);
  else if (key == "core-metadata")
    metadata.newer = metadata_fact(value);
  else if (key == "dist-info-metadata" || key == "data-dist-info-metadata")
    metadata.older = metadata_fact(value);
  else if (key == "hashes") {
    if (value.type() != json::json_type::object) throw BadEntry{"its hashes are no object"};
    file.take(digests_of(value));
  }
}

/// Reads the fields of an entry into `file`. After a BadEntry it holds what can be read all the same: the name says
/// whose file it would have been.
void read_entry(json::value value, python::ProjectFile& file) {
  if (value.type() != json::json_type::object) throw BadEntry{"it is no object"};
  MetadataFacts metadata;
  std::optional<BadEntry> first;
  for (auto field : value.get_object()) {
    const std::string_view key = key_in_place(field);
    try {
      read_field(key, field.value(), file, metadata);
    } catch (const BadEntry& bad) {
      if (!first) first = bad;
    }
  }
  if (first) throw BadEntry(*first);
  if (file.url.empty()) throw BadEntry{"it has no url"};
  MetadataFact& fact = metadata.newer.stated ? metadata.newer : metadata.older;
  file.has_metadata = fact.served;
  file.metadata_sha256 = fact.digests.sha256;
  file.other_metadata_digests = std::move(fact.digests.others);
}

void read_files(json::array list, FileCollector& files) {
  for (auto element : list) {
    python::ProjectFile file;
    try {
      read_entry(element.value(), file);
    } catch (const BadEntry& bad) {
      files.refuse(file.filename, bad.reason);
      continue;
    }
    files.add(std::move(file));
  }
}

void read_status(json::value value, python::ProjectPage& page) {
  if (value.type() != json::json_type::object) return;
  for (auto field : value.get_object()) {
    const std::string_view key = key_in_place(field);
    json::value one = field.value();
    if (one.type() != json::json_type::string) continue;
    if (key == "status") page.status = shown_text(one.get_string().value());
    if (key == "reason") page.status_reason = shown_text(one.get_string().value());
  }
  if (page.status == "active") page.status.clear();
}

std::optional<Problem> read_meta(json::value value, python::ProjectPage& page) {
  if (value.type() != json::json_type::object) return std::nullopt;
  std::optional<Problem> problem;
  for (auto field : value.get_object()) {
    const std::string_view key = key_in_place(field);
    if (key != "api-version") continue;
    json::value version = field.value();
    if (version.type() != json::json_type::string) return Problem{"the page's api-version is no text", {}, ""};
    problem = take_version(version.get_string().value(), page);
  }
  return problem;
}

/// What a file takes of a page as a rule: to grow a list while it is read would have it in memory twice.
constexpr std::size_t kBytesOfAnEntry = 640;

Result<python::ProjectPage> read_page(json::document& document, std::size_t size, std::string_view url) {
  python::ProjectPage page;
  page.files.reserve(size / kBytesOfAnEntry);
  FileCollector files(page, url);
  bool saw_files = false;
  const auto where = [&] { return Position{http::shown(url)}; };
  if (document.type() != json::json_type::object) return refuse("the page is no JSON object", where());
  for (auto field : document.get_object()) {
    const std::string_view key = key_in_place(field);
    if (key == "files") {
      json::value list = field.value();
      if (list.type() != json::json_type::array) break;
      saw_files = true;
      read_files(list.get_array(), files);
    } else if (key == "project-status") {
      read_status(field.value(), page);
    } else if (key == "meta") {
      if (auto problem = read_meta(field.value(), page)) {
        problem->where = where();
        return tl::unexpected<Problem>(std::move(*problem));
      }
    }
  }
  if (!saw_files) return refuse("the page has no list of files", where());
  if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
    return refuse("something follows the page's JSON object", where());
  return page;
}

/// Line and column of a place in the page, from 1; pages are often one line.
Position position_of(const char* place, std::string_view body, const char* begin, std::string_view url) {
  const auto offset = std::min<std::size_t>(static_cast<std::size_t>(place - begin), body.size());
  const auto before = body.substr(0, offset);
  const auto last = before.rfind('\n');
  return {http::shown(url), static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
          static_cast<int>(offset - (last == std::string_view::npos ? 0 : last + 1)) + 1};
}

}  // namespace

/// Pages grow to 40 MB, and a tree of all their values to five times as much. So the page is walked through once, in
/// the place where it is, and what a file entry does not need is passed over unread.
Result<python::ProjectPage> parse_json_page(std::string text, std::string_view url) {
  static_assert(http::kRoomBehindBody >= simdjson::SIMDJSON_PADDING);
  const std::size_t size = text.size();
  text.resize(size + simdjson::SIMDJSON_PADDING);
  const std::string_view body(text.data(), size);
  const simdjson::padded_string_view padded(text.data(), size, text.size());
  json::parser parser;
  json::document document;
  Position where{http::shown(url)};
  try {
    if (const auto code = parser.iterate(padded).get(document))
      return refuse(std::string("the page is no valid JSON: ") + simdjson::error_message(code), where);
    return read_page(document, size, url);
  } catch (const simdjson::simdjson_error& error) {
    const char* place = nullptr;
    if (document.current_location().get(place) == simdjson::SUCCESS)
      where = position_of(place, body, padded.data(), url);
    return refuse(std::string("the page is no valid JSON from here on: ") + error.what(), where);
  }
}

}  // namespace kenv::index
