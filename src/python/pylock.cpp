// SPDX-License-Identifier: Apache-2.0
#include "python/pylock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace kenv::python {
namespace {

/// A TOML basic string. Control characters have no other form there; the rest of UTF-8 stands for itself.
std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + "\"";
}

std::string quoted_list(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const std::string& text : texts) out += (&text == texts.data() ? "" : ", ") + toml_string(text);
  return out + "]";
}

void add_line(std::string& out, std::string_view key, const std::string& value) {
  out += fmt::format("{} = {}\n", key, value);
}

void add_text(std::string& out, std::string_view key, std::string_view text) {
  if (!text.empty()) add_line(out, key, toml_string(text));
}

void add_hashes(std::string& out, const PylockFile& file) {
  std::string hashes;
  for (const auto& [algorithm, digest] : file.hashes)
    hashes += (hashes.empty() ? "" : ", ") + toml_string(algorithm) + " = " + toml_string(digest);
  add_line(out, "hashes", "{" + hashes + "}");
}

void add_wheel(std::string& out, const PylockFile& wheel) {
  out += "\n[[packages.wheels]]\n";
  add_text(out, "name", wheel.name);
  if (!wheel.upload_time.empty()) add_line(out, "upload-time", wheel.upload_time);
  add_text(out, "url", wheel.url);
  add_text(out, "path", wheel.path);
  if (wheel.size) add_line(out, "size", std::to_string(*wheel.size));
  add_hashes(out, wheel);
}

/// It has no name of its own: readers take that of its address.
void add_archive(std::string& out, const PylockFile& archive) {
  out += "\n[packages.archive]\n";
  add_text(out, "url", archive.url);
  add_text(out, "path", archive.path);
  if (archive.size) add_line(out, "size", std::to_string(*archive.size));
  if (!archive.upload_time.empty()) add_line(out, "upload-time", archive.upload_time);
  add_hashes(out, archive);
}

void add_package(std::string& out, const PylockPackage& package) {
  out += "\n[[packages]]\n";
  add_text(out, "name", package.name.text());
  if (package.version) add_text(out, "version", package.version->text());
  add_text(out, "marker", package.marker);
  add_text(out, "requires-python", package.requires_python);
  add_text(out, "index", package.index);
  if (package.archive) add_archive(out, *package.archive);
  std::vector<PylockFile> wheels = package.wheels;
  std::ranges::sort(wheels, {}, &PylockFile::name);
  for (const PylockFile& wheel : wheels) add_wheel(out, wheel);
}

}  // namespace

std::string render_pylock(const Pylock& lock) {
  std::string out;
  add_line(out, "lock-version", toml_string("1.0"));
  if (!lock.environments.empty()) add_line(out, "environments", quoted_list(lock.environments));
  add_text(out, "requires-python", lock.requires_python);
  if (lock.extras) add_line(out, "extras", quoted_list(*lock.extras));
  if (lock.dependency_groups) add_line(out, "dependency-groups", quoted_list(*lock.dependency_groups));
  if (!lock.default_groups.empty()) add_line(out, "default-groups", quoted_list(lock.default_groups));
  add_text(out, "created-by", lock.created_by);
  // `packages` is required, also where there is none.
  if (lock.packages.empty()) add_line(out, "packages", "[]");

  std::vector<const PylockPackage*> packages;
  for (const PylockPackage& package : lock.packages) packages.push_back(&package);
  std::ranges::stable_sort(packages, [](const PylockPackage* a, const PylockPackage* b) {
    return a->name != b->name ? a->name < b->name : a->version < b->version;
  });
  for (const PylockPackage* package : packages) add_package(out, *package);
  return out;
}

}  // namespace kenv::python
