// SPDX-License-Identifier: Apache-2.0
#include "change/inspect_files.hpp"

#include <algorithm>
#include <mutex>

#include "archive/file_source.hpp"
#include "archive/member_source.hpp"
#include "archive/wheel_reader.hpp"
#include "base/error.hpp"
#include "gpu/fatbin.hpp"
#include "gpu/file_names.hpp"
#include "io/parallel.hpp"
#include "io/tree.hpp"
#include "python/wheel_name.hpp"

namespace kenv::change {
namespace {

InspectedFile inspect_source(std::string path, const gpu::ByteSource& source) {
  InspectedFile out{std::move(path), {}, {}, {}};
  if (auto file = gpu::read_fatbins(source))
    out.targets = gpu::summarize(*file), out.is_library = file->format != gpu::FatbinFile::Format::Unknown;
  else
    out.problem = file.error().message;
  return out;
}

bool worth_showing(const InspectedFile& file) { return file.targets.containers() > 0 || !file.problem.empty(); }

std::vector<InspectedFile> inspect_wheel(const std::string& path) {
  const archive::WheelReader wheel(path);
  const auto name = python::WheelName::parse(wheel.file_name());
  std::vector<InspectedFile> found;
  for (const auto& member : wheel.members()) {
    if (!gpu::may_hold_gpu_code(member.name) || member.size == 0) continue;
    auto file = inspect_source(path + ":" + member.name, archive::MemberSource(wheel, member));
    if (name) file.package = name->name.text();
    if (worth_showing(file)) found.push_back(std::move(file));
  }
  return found;
}

std::vector<InspectedFile> inspect_folder(const std::string& path) {
  std::vector<std::string> files;
  for (const auto& entry : io::walk_tree(path, [](std::string_view name) { return name.ends_with("__pycache__"); }))
    if (entry.status.kind == io::FileKind::Regular && gpu::may_hold_gpu_code(entry.path)) files.push_back(entry.path);
  std::vector<InspectedFile> found;
  std::mutex mutex;
  io::parallel_for(files.size(), 1, [&](std::size_t index) {
    auto file = inspect_source(files[index], archive::FileSource(io::fs::path(path) / files[index]));
    if (!worth_showing(file)) return;
    const std::scoped_lock lock(mutex);
    found.push_back(std::move(file));
  });
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return found;
}

}  // namespace

std::vector<InspectedFile> inspect_path(const std::string& path) {
  if (!io::exists(path))
    throw Error(ExitCode::Usage, "no-such-file", "there is nothing at " + path, "name a library, a folder or a wheel");
  if (io::is_directory(path)) return inspect_folder(path);
  if (const auto status = io::target_status(path); status && status->kind != io::FileKind::Regular)
    throw Error(ExitCode::Usage, "no-regular-file", path + " is neither a file nor a folder",
                "name a library, a folder or a wheel");
  if (path.ends_with(".whl")) return inspect_wheel(path);
  return {inspect_source(path, archive::FileSource(path))};
}

}  // namespace kenv::change
