// SPDX-License-Identifier: Apache-2.0
#include "python/location.hpp"

#include <algorithm>

#include "base/percent_code.hpp"
#include "base/text.hpp"
#include "python/scanner.hpp"

namespace kenv::python {
namespace {

std::string_view scheme_of(std::string_view text) {
  Scanner scan(text);
  const auto scheme = scan.take_while([](char c) { return is_ascii_alnum(c) || c == '+' || c == '-' || c == '.'; });
  return scan.peek() == ':' ? scheme : std::string_view();
}

std::string_view path_of(std::string_view location) { return location.substr(0, location.find_first_of("?#")); }

bool ends_like(std::string_view path, std::initializer_list<std::string_view> endings) {
  const std::string lower = text::lower(path.substr(path.size() - std::min<std::size_t>(path.size(), 8)));
  return std::ranges::any_of(endings, [&](std::string_view ending) { return lower.ends_with(ending); });
}

bool is_source_archive(std::string_view path) {
  return ends_like(path, {".tar.gz", ".tgz", ".tar", ".tar.bz2", ".tbz", ".tar.xz", ".txz", ".tar.lz", ".tlz", ".zip"});
}

Result<Digest> digest_of(std::string_view algorithm, std::string_view digits) {
  const auto known = digest_algorithm(algorithm);
  if (!known)
    return refuse(
        excerpt(algorithm) + " is not an algorithm that vouches for a file; these are: " + digest_algorithm_names(), {},
        "write --hash=sha256:DIGEST; `pip hash FILE` computes it");
  auto digest = Digest::parse(*known, digits);
  if (!digest) return refuse(digest.error().message + ", found " + excerpt(digits));
  return digest;
}

/// A path may hold blanks, as no name does: "my wheels/x-1.0-py3-none-any.whl[extra]; marker". What has an "@" before
/// the first slash is a requirement with an address.
bool is_path_of_wheel(std::string_view text) {
  text = text::trim(text.substr(0, text.find(';')));
  if (const auto bracket = text.rfind('['); text.ends_with(']') && bracket != std::string_view::npos)
    text = text.substr(0, bracket);
  const auto slash = text.find_first_of("/\\");
  return ends_like(text, {".whl"}) && slash != std::string_view::npos &&
         text.substr(0, slash).find('@') == std::string_view::npos;
}

constexpr std::string_view kAroundWords = " \t\r\n\"'`";

/// Where user and password end in what follows "://": the place of an "@". A password with a "/" in it that should have
/// been coded shows by a port that is none.
std::size_t end_of_user_info(std::string_view rest) {
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  if (const auto at = authority.rfind('@'); at != std::string_view::npos) return at;
  const auto colon = authority.rfind(':');
  if (colon == std::string_view::npos || std::ranges::all_of(authority.substr(colon + 1), is_ascii_digit))
    return std::string_view::npos;
  return rest.substr(0, rest.find("://")).rfind('@');
}

/// "user:password@host": without a scheme, only a ":" before the "@" tells that a password is meant.
std::string without_bare_secrets(std::string_view word) {
  const std::string_view authority = word.substr(0, word.find_first_of("/?#"));
  const auto at = authority.rfind('@'), colon = authority.find(':');
  if (at == std::string_view::npos || colon == std::string_view::npos || colon > at) return std::string(word);
  const auto equals = word.substr(0, colon).rfind('=');  // "NAME=user:password@host"
  return std::string(word.substr(0, equals == std::string_view::npos ? 0 : equals + 1)) + "****" +
         std::string(word.substr(at));
}

/// What stands behind the "?" of an address: stores of objects sign their addresses there, indexes take tokens.
std::string without_query(std::string word) {
  const auto start = word.find("://");
  const auto query = start == std::string::npos ? start : word.find_first_of("?#", start);
  if (query == std::string::npos || word[query] == '#' || query + 1 == word.size()) return word;
  const auto end = std::min(word.find('#', query), word.size());
  return word.replace(query + 1, end - query - 1, "****");
}

std::string word_without_secrets(std::string_view word) {
  std::string out;
  for (;;) {
    const auto start = word.find("://");
    if (start == std::string_view::npos)
      return without_query(out + (out.empty() ? without_bare_secrets(word) : std::string(word)));
    const std::string_view rest = word.substr(start + 3);
    const auto at = end_of_user_info(rest);
    out.append(word.substr(0, start + 3)).append(at == std::string_view::npos ? "" : "****");
    word = at == std::string_view::npos ? rest : rest.substr(at);
  }
}

}  // namespace

bool has_scheme(std::string_view location) {
  const std::string_view scheme = scheme_of(location);
  return location.substr(scheme.size()).starts_with("://") || text::lower(scheme) == "file" ||
         scheme.find('+') != std::string_view::npos;
}

bool is_location(std::string_view text) {
  if (has_scheme(text) || text.starts_with('.') || text.starts_with('~')) return true;
  if (is_path_of_wheel(text)) return true;
  const std::string_view path = text.substr(0, text.find_first_of("[;@ \t"));
  return path.find_first_of("/\\") != std::string_view::npos || ends_like(path, {".whl"}) || is_source_archive(path);
}

LocationKind kind_of(std::string_view location) {
  const std::string scheme = text::lower(scheme_of(location));
  for (std::string_view system : {"git+", "hg+", "svn+", "bzr+"})
    if (scheme.starts_with(system)) return LocationKind::Repository;
  if (scheme == "git" || scheme == "ssh") return LocationKind::Repository;
  const std::string_view path = path_of(location);
  if (ends_like(path, {".whl"})) return LocationKind::Wheel;
  return is_source_archive(path) ? LocationKind::SourceArchive : LocationKind::Other;
}

std::string file_name_of(std::string_view location) {
  const std::string_view path = has_scheme(location) ? path_of(location) : location;
  const auto slash = path.find_last_of(has_scheme(location) ? "/" : "/\\");
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  return has_scheme(location) ? text::percent_decoded(name) : std::string(name);
}

Result<Digests> digests_in(std::string_view location) {
  Digests digests;
  std::optional<Problem> problem;
  const auto hash = location.find('#');
  if (hash == std::string_view::npos || !has_scheme(location)) return digests;
  for (const auto part : text::split(location.substr(hash + 1), '&')) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view key = part.substr(0, equals);
    if (key == "egg" || key == "subdirectory") continue;
    const auto digest = digest_of(key, part.substr(equals + 1));
    if (digest)
      digests.add(*digest);
    else if (digest_algorithm(key))
      return tl::unexpected(digest.error());
    else if (!problem)
      problem = digest.error();
  }
  if (problem && digests.empty()) return tl::unexpected(*std::move(problem));
  return digests;
}

Result<Digest> parse_hash_option(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos)
    return refuse("expected ALGORITHM:DIGEST, found " + excerpt(text), {}, "write --hash=sha256:DIGEST");
  return digest_of(text.substr(0, colon), text.substr(colon + 1));
}

std::string without_secrets(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto blank = std::min(text.find_first_not_of(kAroundWords), text.size());
    out += text.substr(0, blank);
    text.remove_prefix(blank);
    const auto end = std::min(text.find_first_of(kAroundWords), text.size());
    out += word_without_secrets(text.substr(0, end));
    text.remove_prefix(end);
  }
  return out;
}

std::string why_not_installed(LocationKind kind) {
  switch (kind) {
    case LocationKind::Wheel:
      return {};
    case LocationKind::SourceArchive:
      return "is a source distribution; kenv installs wheels and builds nothing";
    case LocationKind::Repository:
      return "is a repository; kenv installs wheels and builds nothing";
    case LocationKind::Other:
      return "is not a wheel; kenv installs wheels and builds nothing";
  }
  return {};
}

}  // namespace kenv::python
