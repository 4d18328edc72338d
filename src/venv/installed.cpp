// SPDX-License-Identifier: Apache-2.0
#include "venv/installed.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "io/files.hpp"
#include "io/parallel.hpp"
#include "venv/metadata_headers.hpp"

namespace kenv::venv {
namespace {

/// Headers come first; what follows is a description that may be long. Those of real packages end within the first
/// step, a few lists of requirements do not.
constexpr std::size_t kHeaderBytes = 64u << 10, kMostHeaderBytes = 4u << 20;
constexpr std::uint64_t kSmallFile = 1u << 20;

MetadataHeaders headers_in(const fs::path& file) {
  const auto descriptor = io::open_for_reading(file);
  for (std::size_t bytes = kHeaderBytes;; bytes *= 8) {
    std::string text(bytes, '\0');
    text.resize(io::read_at(descriptor, 0, std::as_writable_bytes(std::span(text)), file));
    MetadataHeaders headers = read_metadata_headers(text);
    if (headers.complete || text.size() < bytes || bytes >= kMostHeaderBytes) return headers;
  }
}

/// "torch-2.6.0" of "torch-2.6.0.dist-info", "Foo-1.0-py3.11" of an egg: what is known when the file inside is damaged.
void take_from_folder(InstalledDistribution& found) {
  const std::string stem = found.folder.substr(0, found.folder.rfind('.'));
  const auto parts = text::split(stem, '-');
  if (found.name_as_written.empty()) found.name_as_written = parts[0];
  if (found.version_text.empty() && parts.size() > 1) found.version_text = parts[1];
}

void take_headers(InstalledDistribution& found, const fs::path& file) {
  MetadataHeaders headers;
  try {
    headers = headers_in(file);
  } catch (const io::FileError& error) {
    found.problem = error.what();
  }
  found.name_as_written = headers.name;
  found.version_text = headers.version;
  found.requires_dist = std::move(headers.requires_dist);
  found.requires_python = headers.requires_python;
  if (found.problem.empty() && (headers.name.empty() || headers.version.empty()))
    found.problem = file.filename().string() + " states no " + (headers.name.empty() ? "name" : "version");
  take_from_folder(found);
}

/// PEP 610: where it came from if not from an index; dir_info.editable marks an editable installation (PEP 660).
void take_origin(InstalledDistribution& found, const fs::path& folder) {
  found.direct_url = io::read_text_if_present(folder / "direct_url.json", kSmallFile).value_or("");
  const auto origin = nlohmann::json::parse(found.direct_url, nullptr, false);
  if (!origin.is_object()) return;
  const auto directory = origin.find("dir_info");
  if (directory == origin.end() || !directory->is_object()) return;
  const auto editable = directory->find("editable");
  found.editable = editable != directory->end() && *editable == true;
}

void read_dist_info(InstalledDistribution& found) {
  const fs::path folder = found.site_packages / found.folder;
  take_headers(found, folder / "METADATA");
  found.installer = text::trim(io::read_text_if_present(folder / "INSTALLER", kSmallFile).value_or(""));
  found.requested = io::exists(folder / "REQUESTED");
  found.has_record = io::exists(folder / "RECORD");
  take_origin(found, folder);
}

/// Before wheels: a folder from setuptools, or a single file from distutils that is the PKG-INFO itself.
void read_egg_info(InstalledDistribution& found) {
  found.kind = InstalledDistribution::Kind::EggInfo;
  const fs::path place = found.site_packages / found.folder;
  if (!io::is_directory(place)) return take_headers(found, place);
  take_headers(found, place / "PKG-INFO");
  found.installer = text::trim(io::read_text_if_present(place / "INSTALLER", kSmallFile).value_or(""));
  found.has_record = io::exists(place / "installed-files.txt");
  if (found.requires_dist.empty())
    if (const auto requirements = io::read_text_if_present(place / "requires.txt", kSmallFile))
      found.requires_dist = requirements_of_egg(*requirements);
}

/// `setup.py develop`: the first line is the source folder, whose egg-info tells the rest.
void read_egg_link(InstalledDistribution& found) {
  found.kind = InstalledDistribution::Kind::EggLink;
  found.editable = true;
  const std::string link = io::read_text(found.site_packages / found.folder, kSmallFile);
  const auto lines = text::lines(link);
  const std::string name = found.folder.substr(0, found.folder.rfind('.'));
  const fs::path source = lines.empty() ? std::string() : std::string(text::trim(lines.front()));
  std::string egg = name;
  std::replace(egg.begin(), egg.end(), '-', '_');
  for (const std::string& folder : {egg, name})
    if (io::exists(source / (folder + ".egg-info") / "PKG-INFO"))
      return take_headers(found, source / (folder + ".egg-info") / "PKG-INFO");
  found.name_as_written = name;
  found.problem = "links to `" + source.string() + "`, where no package is";
}

void complete(InstalledDistribution& found) {
  if (const auto name = python::PackageName::parse(found.name_as_written))
    found.name = *name;
  else if (found.problem.empty())
    found.problem = "`" + found.name_as_written + "` is not a package name";
  if (const auto version = python::Version::parse(found.version_text)) found.version = *version;
}

void read_one(InstalledDistribution& found) {
  try {
    if (found.folder.ends_with(".dist-info")) read_dist_info(found);
    if (found.folder.ends_with(".egg-info")) read_egg_info(found);
    if (found.folder.ends_with(".egg-link")) read_egg_link(found);
  } catch (const io::FileError& error) {
    found.problem = error.what();
    take_from_folder(found);
  }
  complete(found);
}

std::vector<std::string> names_in(const fs::path& folder) {
  return io::is_directory(folder) ? io::list_directory(folder) : std::vector<std::string>();
}

}  // namespace

std::vector<InstalledDistribution> read_installed(const fs::path& site_packages) {
  std::vector<InstalledDistribution> all;
  for (const std::string& name : names_in(site_packages)) {
    if (name.starts_with('~')) continue;
    if (!name.ends_with(".dist-info") && !name.ends_with(".egg-info") && !name.ends_with(".egg-link")) continue;
    all.emplace_back();
    all.back().site_packages = site_packages;
    all.back().folder = name;
  }
  io::parallel_for(all.size(), 4, [&](std::size_t index) { read_one(all[index]); });
  return all;
}

std::vector<std::string> find_leftovers(const fs::path& site_packages) {
  std::vector<std::string> leftovers = names_in(site_packages);
  std::erase_if(leftovers, [](const std::string& name) { return !name.starts_with('~'); });
  return leftovers;
}

}  // namespace kenv::venv
