// SPDX-License-Identifier: Apache-2.0
#include "venv/libraries.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "archive/file_source.hpp"
#include "base/text.hpp"
#include "gpu/fatbin.hpp"
#include "gpu/file_names.hpp"
#include "io/files.hpp"
#include "io/parallel.hpp"
#include "io/tree.hpp"
#include "python/record.hpp"

namespace kenv::venv {
namespace {

constexpr std::uint64_t kLargestRecord = 64u << 20;

struct Candidate {
  std::string path, package;
};

/// What became of one candidate; exactly one of the four.
struct Reading {
  std::optional<ScannedLibrary> library;
  std::string damage;
  bool missing = false;
};

/// The path of a RECORD row. Only rows with the right ending get this far, so quoting is dealt with here alone.
std::string path_of_row(std::string_view row) {
  if (!row.starts_with('"')) return std::string(row.substr(0, row.find(',')));
  const auto entries = python::parse_record(row);
  return entries && !entries->empty() ? entries->front().path : std::string();
}

/// A RECORD has thousands of rows and a handful of libraries: rows are taken apart only if they can be one.
void candidates_in(std::string_view record, const std::string& package, std::vector<Candidate>& found) {
  for (std::size_t at = 0; at < record.size();) {
    auto end = record.find('\n', at);
    if (end == std::string_view::npos) end = record.size();
    const std::string_view row = record.substr(at, end - at);
    at = end + 1;
    if (!gpu::may_hold_gpu_code(row.starts_with('"') ? row.substr(1, row.rfind('"') - 1)
                                                     : row.substr(0, row.find(','))))
      continue;
    std::string path = fs::path(path_of_row(row)).lexically_normal().generic_string();
    if (!path.empty() && path.front() != '/') found.push_back({std::move(path), package});
  }
}

std::vector<Candidate> candidates_of_records(const fs::path& site_packages,
                                             const std::vector<InstalledDistribution>& installed) {
  std::vector<std::vector<Candidate>> found(installed.size());
  io::parallel_for(installed.size(), 4, [&](std::size_t index) {
    const InstalledDistribution& distribution = installed[index];
    if (distribution.kind != InstalledDistribution::Kind::DistInfo || distribution.site_packages != site_packages)
      return;
    if (const auto record = io::read_text_if_present(site_packages / distribution.folder / "RECORD", kLargestRecord))
      candidates_in(*record, distribution.name.text(), found[index]);
  });
  std::vector<Candidate> all;
  for (auto& part : found) std::move(part.begin(), part.end(), std::back_inserter(all));
  return all;
}

/// Adds what lies in the folders and stands in no RECORD. Its owner is guessed by the top folder's name.
void add_walked(const fs::path& site_packages, const std::vector<InstalledDistribution>& installed,
                std::vector<Candidate>& all) {
  std::set<std::string> known;
  for (const Candidate& candidate : all) known.insert(candidate.path);
  std::map<std::string, std::string> by_folder;
  for (const InstalledDistribution& distribution : installed)
    by_folder[distribution.name.file_form()] = distribution.name.text();
  const auto skip = [](std::string_view folder) { return folder.ends_with("__pycache__") || folder.starts_with('~'); };
  for (const io::WalkedEntry& entry : io::walk_tree(site_packages, skip)) {
    if (entry.status.kind == io::FileKind::Directory || !gpu::may_hold_gpu_code(entry.path) ||
        known.contains(entry.path))
      continue;
    const auto owner = by_folder.find(text::lower(entry.path.substr(0, entry.path.find_first_of("/."))));
    all.push_back({entry.path, owner == by_folder.end() ? std::string() : owner->second});
  }
}

Reading read_one(const fs::path& site_packages, const Candidate& candidate) {
  Reading reading;
  const fs::path file = site_packages / candidate.path;
  try {
    const auto status = io::target_status(file);
    reading.missing = !status;
    if (!status || status->kind != io::FileKind::Regular) return reading;
    const archive::FileSource source(file);
    auto fatbins = gpu::read_fatbins(source);
    if (!fatbins) {
      reading.damage = fatbins.error().message;
    } else if (!fatbins->fatbins.empty()) {
      reading.library = ScannedLibrary{candidate.path, candidate.package, gpu::summarize(*fatbins),
                                       std::move(fatbins->needed), std::move(fatbins->elf_machine)};
    }
  } catch (const io::FileError& error) {
    reading.damage = error.what();
  }
  return reading;
}

}  // namespace

LibraryScan scan_libraries(const fs::path& site_packages, const std::vector<InstalledDistribution>& installed) {
  std::vector<Candidate> candidates = candidates_of_records(site_packages, installed);
  const bool all_recorded =
      std::all_of(installed.begin(), installed.end(), [](const auto& one) { return one.has_record || one.editable; });
  if (!all_recorded && io::is_directory(site_packages)) add_walked(site_packages, installed, candidates);
  std::stable_sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  const auto same_path = [](const auto& a, const auto& b) { return a.path == b.path; };
  candidates.erase(std::unique(candidates.begin(), candidates.end(), same_path), candidates.end());

  std::vector<Reading> readings(candidates.size());
  io::parallel_for(candidates.size(), 4,
                   [&](std::size_t index) { readings[index] = read_one(site_packages, candidates[index]); });

  LibraryScan scan;
  for (std::size_t index = 0; index < candidates.size(); ++index) {
    Reading& reading = readings[index];
    const Candidate& candidate = candidates[index];
    if (reading.library)
      scan.libraries.push_back(std::move(*reading.library));
    else if (reading.missing)
      scan.missing.push_back({candidate.path, candidate.package, "it is listed in RECORD and not there"});
    else if (!reading.damage.empty())
      scan.damaged.push_back({candidate.path, candidate.package, reading.damage});
    else
      ++scan.without_gpu_code;
  }
  return scan;
}

}  // namespace kenv::venv
