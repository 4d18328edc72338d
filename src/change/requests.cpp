// SPDX-License-Identifier: Apache-2.0
#include "change/requests.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "change/machine_facts.hpp"
#include "change/named_file.hpp"

namespace kenv::change {
namespace {

python::Requirement parse_or_throw(std::string_view text, const std::string& where) {
  auto requirement = python::Requirement::parse(text);
  if (requirement) return *std::move(requirement);
  throw Error(ExitCode::Usage, "bad-requirement", where + "`" + std::string(text) + "` is not a requirement: " + requirement.error().message,
              "write it like \"torch>=2.8\" or \"transformers[torch]\"");
}

/// The lines of a plain requirements file. What this version does not understand is refused, never skipped.
void read_requirement_lines(const std::string& file, std::vector<python::Requirement>& out) {
  int number = 0;
  const std::string content = read_named_file(file);
  for (std::string_view line : text::lines(content)) {
    ++number;
    if (const auto comment = line.find(" #"); comment != std::string_view::npos) line = line.substr(0, comment);
    line = text::trim(line);
    if (line.empty() || line.starts_with('#')) continue;
    const std::string where = file + ":" + std::to_string(number) + ": ";
    if (line.starts_with('-'))
      throw Error(ExitCode::Usage, "requirements-option", where + "options in requirements files are not read: " + std::string(line),
                  "give it on kenv's own command line instead");
    out.push_back(parse_or_throw(line, where));
  }
}

}  // namespace

resolvers::Request request_for(const snapshot::Machine& machine, const std::vector<snapshot::Gpu>& gpus, const venv::Interpreter& interpreter) {
  resolvers::Request request;
  request.gpus = target_gpus(gpus);
  if (machine.driver) request.driver = machine.driver->version;
  if (!machine.os.empty()) request.os = machine.os;
  request.machine = interpreter.tags.machine;
  request.python_version = interpreter.version;
  request.markers = interpreter.markers;
  request.tags = interpreter.tags;
  return request;
}

void add_requirements(resolvers::Request& request, const RequestOptions& options) {
  for (const auto& text : options.requirements) request.roots.push_back(parse_or_throw(text, ""));
  for (const auto& file : options.requirement_files) read_requirement_lines(file, request.roots);
  for (const auto& file : options.constraint_files) read_requirement_lines(file, request.constraints);
  for (const auto& root : request.roots)
    if (!root.url.empty())
      throw Error(ExitCode::Usage, "url-requirement", "`" + root.to_text() + "`: requirements by URL are not supported", "put the wheel into a folder and name that with --find-links");
  request.without_index.insert(options.without_indexes.begin(), options.without_indexes.end());
  request.nightly = options.nightly;
  request.complete = options.complete;
  request.allow_remove = options.allow_remove;
}

void add_installed(resolvers::Request& request, const snapshot::Environment& environment) {
  for (const auto& package : environment.packages) {
    auto name = python::PackageName::parse(package.name);
    auto version = python::Version::parse(package.version);
    if (!name || !version) continue;
    resolvers::InstalledPackage installed{*std::move(name), *std::move(version), {}, package.variant, package.requested};
    if (installed.variant.empty()) installed.variant = installed.version.local_text();
    for (const auto& text : package.requires_dist)
      if (auto requirement = python::Requirement::parse(text)) installed.requires_dist.push_back(*std::move(requirement));
    request.installed.push_back(std::move(installed));
  }
}

std::set<python::PackageName> packages_to_change(const std::vector<plan::Finding>& findings) {
  std::set<python::PackageName> names;
  for (const auto& finding : findings)
    if (finding.remedy.kind == "change-packages" && finding.severity == "error")
      for (const auto& subject : {finding.subject, finding.remedy.packages.empty() ? finding.subject : finding.remedy.packages.front()})
        if (auto name = python::PackageName::parse(subject)) names.insert(*std::move(name));
  return names;
}

resolvers::Request request_from_snapshot(const snapshot::Snapshot& snapshot, const std::vector<snapshot::Gpu>& gpus) {
  resolvers::Request request;
  const auto& machine = snapshot.machine;
  request.gpus = target_gpus(gpus);
  if (machine.driver) request.driver = machine.driver->version;
  if (!machine.os.empty()) request.os = machine.os;
  if (!machine.arch.empty()) request.machine = machine.arch;
  const std::string version = snapshot.environment.python && !snapshot.environment.python->version.empty() ? snapshot.environment.python->version : "3.12.0";
  if (auto parsed = python::Version::parse(version)) request.python_version = *std::move(parsed);
  request.tags.os = request.os;
  request.tags.machine = request.machine;
  if (const auto major = text::parse_unsigned(request.python_version.release_at(0).digits)) request.tags.major = static_cast<int>(*major);
  if (const auto minor = text::parse_unsigned(request.python_version.release_at(1).digits)) request.tags.minor = static_cast<int>(*minor);
  const bool windows = request.os == "windows";
  request.markers.fields = {{"python_version", std::to_string(request.tags.major) + "." + std::to_string(request.tags.minor)},
                            {"python_full_version", version}, {"implementation_name", "cpython"}, {"implementation_version", version},
                            {"platform_python_implementation", "CPython"}, {"platform_machine", request.machine},
                            {"platform_system", windows ? "Windows" : "Linux"}, {"sys_platform", windows ? "win32" : "linux"},
                            {"os_name", windows ? "nt" : "posix"}, {"platform_release", ""}, {"platform_version", ""}};
  request.manifest_is_index = true;
  return request;
}

}  // namespace kenv::change
