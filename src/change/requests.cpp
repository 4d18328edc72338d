// SPDX-License-Identifier: Apache-2.0
#include "change/requests.hpp"

#include <algorithm>
#include <iterator>

#include "base/error.hpp"
#include "base/text.hpp"
#include "change/bridges.hpp"
#include "change/drop_credentials.hpp"
#include "change/machine_facts.hpp"

namespace kenv::change {

namespace {

/// Facts of another machine choose builds for its GPUs. Which wheels fit is what the interpreter says: both have to be
/// of one platform, or the plan would fit neither.
void require_one_platform(const snapshot::Machine& machine, const python::TagFacts& tags) {
  const bool other_system = !machine.os.empty() && machine.os != tags.os;
  const auto foreign = [&](const char* one, const char* other) { return machine.arch == one && tags.machine == other; };
  const bool other_machine = tags.os == "linux" && (foreign("x86_64", "aarch64") || foreign("aarch64", "x86_64"));
  if (!other_system && !other_machine) return;
  throw Error(ExitCode::Usage, "foreign-facts",
              "the facts are of a machine with " + machine.os + " " + machine.arch + ", and the Python is one of " +
                  tags.os + " " + tags.machine,
              "plan it on that machine; `kenv fix --dry-run --from SNAPSHOT` plans for a snapshot of any platform");
}

}  // namespace

resolvers::Request request_for(const snapshot::Machine& machine, const std::vector<snapshot::Gpu>& gpus,
                               const venv::Interpreter& interpreter) {
  require_one_platform(machine, interpreter.tags);
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

void add_options(resolvers::Request& request, const RequestOptions& options) {
  request.without_index.insert(options.without_indexes.begin(), options.without_indexes.end());
  request.nightly = options.nightly;
  request.complete = options.complete;
  request.allow_remove = options.allow_remove;
}

void add_installed(resolvers::Request& request, const snapshot::Environment& environment) {
  std::vector<resolvers::InstalledPackage>
      of_unknown_version;  // last: of one name they only count where there is no other
  for (const auto& package : environment.packages) {
    auto name = python::PackageName::parse(package.name);
    auto version = python::Version::parse(package.version);
    if (!name || package.version.empty()) continue;
    resolvers::InstalledPackage installed{*std::move(name), {}, {}, package.variant, package.requested};
    if (version)
      installed.version = *std::move(version);
    else
      installed.unknown_version = package.version;
    if (installed.variant.empty()) installed.variant = installed.version.local_text();
    for (const auto& text : package.requires_dist)
      if (auto requirement = python::Requirement::parse(text))
        installed.requires_dist.push_back(*std::move(requirement));
    drop_credentials(installed.requires_dist);
    (installed.unknown_version.empty() ? request.installed : of_unknown_version).push_back(std::move(installed));
  }
  request.installed.insert(request.installed.end(), std::make_move_iterator(of_unknown_version.begin()),
                           std::make_move_iterator(of_unknown_version.end()));
}

std::set<python::PackageName> packages_to_change(const std::vector<plan::Finding>& findings) {
  std::set<python::PackageName> names;
  for (const auto& finding : findings)
    if (finding.remedy.kind == "change-packages" && (finding.severity == "error" || finding.code == kNightlyBridge))
      if (auto name = python::PackageName::parse(finding.package.empty() ? finding.subject : finding.package))
        names.insert(*std::move(name));
  return names;
}

namespace {

/// What decides which wheels a snapshot's interpreter takes, as far as the snapshot says.
void add_interpreter(resolvers::Request& request, const snapshot::Snapshot& snapshot) {
  auto& tags = request.tags;
  tags.os = request.os;
  tags.machine = request.machine;
  if (const auto major = request.python_version.release_at(0).small()) tags.major = static_cast<int>(*major);
  if (const auto minor = request.python_version.release_at(1).small()) tags.minor = static_cast<int>(*minor);
  if (const auto& python = snapshot.environment.python) {
    if (!python->implementation.empty()) tags.implementation = text::lower(python->implementation);
    tags.free_threaded = python->free_threaded.value_or(false);
  }
  const auto& machine = snapshot.machine;
  const auto glibc = python::LibcVersion::parse(machine.glibc);
  if (glibc) tags.libc_major = glibc->major, tags.libc_minor = glibc->minor;
  if (machine.libc == "musl") tags.libc = machine.libc;
  request.libc_known = glibc || machine.libc == "musl";
}

}  // namespace

resolvers::Request request_from_snapshot(const snapshot::Snapshot& snapshot, const std::vector<snapshot::Gpu>& gpus) {
  resolvers::Request request;
  const auto& machine = snapshot.machine;
  request.gpus = target_gpus(gpus);
  if (machine.driver) request.driver = machine.driver->version;
  if (!machine.os.empty()) request.os = machine.os;
  if (!machine.arch.empty()) request.machine = machine.arch;
  const std::string version = snapshot.environment.python && !snapshot.environment.python->version.empty()
                                  ? snapshot.environment.python->version
                                  : "3.12.0";
  if (auto parsed = python::Version::parse(version)) request.python_version = *std::move(parsed);
  add_interpreter(request, snapshot);
  const bool windows = request.os == "windows", pypy = request.tags.implementation == "pypy";
  request.markers.fields = {
      {"python_version", std::to_string(request.tags.major) + "." + std::to_string(request.tags.minor)},
      {"python_full_version", version},
      {"implementation_name", request.tags.implementation},
      {"implementation_version", version},
      {"platform_python_implementation", pypy ? "PyPy" : "CPython"},
      {"platform_machine", request.machine},
      {"platform_system", windows ? "Windows" : "Linux"},
      {"sys_platform", windows ? "win32" : "linux"},
      {"os_name", windows ? "nt" : "posix"},
      {"platform_release", ""},
      {"platform_version", ""}};
  request.manifest_is_index = true;
  return request;
}

}  // namespace kenv::change
