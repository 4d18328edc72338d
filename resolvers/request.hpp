// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/digest.hpp"
#include "gpu/compute_capability.hpp"
#include "gpu/driver_version.hpp"
#include "python/marker.hpp"
#include "python/metadata.hpp"
#include "python/project_page.hpp"
#include "python/requirement.hpp"
#include "python/tag.hpp"

namespace kenv::resolvers {

/// A package that is there already.
struct InstalledPackage {
  python::PackageName name;
  python::Version version;
  std::vector<python::Requirement> requires_dist;
  std::string variant;     ///< of framework packages: "cu124"
  bool requested = false;  ///< somebody asked for it by name
  /// Not empty: what is stated as the version and is none of PEP 440 ("2004d"). `version` says nothing then: nothing
  /// that is asked for is met by the package, and where nobody asks for it, it is left as it is.
  std::string unknown_version{};

  bool satisfies(const python::SpecifierSet& specifier) const {
    return unknown_version.empty() && specifier.contains(version);
  }
  std::string version_text() const { return unknown_version.empty() ? version.text() : unknown_version; }
};

struct TargetGpu {
  int index = 0;
  std::string name;
  gpu::ComputeCapability capability;
  std::string uuid{};  ///< "GPU-...", as masks name it; empty if unknown
};

/// A wheel that a lock names: it is taken as it is, nothing is chosen.
struct LockedWheel {
  python::PackageName name;
  python::Version version;
  python::ProjectFile file;  ///< with its digest
  std::string index;         ///< the name of the index that it came from, kLockIndex if that is not a configured one
  std::string index_url{};   ///< as the lock states it
  bool direct = false;       ///< it came from an address of its own
};
inline constexpr const char* kLockIndex = "lock";

struct Request;
/// Whether an override takes the place of all requirements on the package.
bool is_overridden(const python::PackageName& name, const Request& request);

/// What is wanted, for which machine: everything that the choice may depend on, as one value.
struct Request {
  enum class Purpose { Create, Fix, Install };
  Purpose purpose = Purpose::Create;

  /// Asked for by name, or by address: "name @ https://HOST/x.whl". Only those whose markers hold here.
  std::vector<python::Requirement> roots;
  std::vector<python::Requirement> constraints;  ///< bounds that ask for nothing
  /// Where a root or a constraint stands, by its text: "requirements.txt:3"
  std::map<std::string, std::string> stated_at;
  /// Take the place of every requirement on their package, whoever states it
  std::vector<python::Requirement> overrides;
  /// Digests that somebody vouches for (--hash). Of a package that stands here no other file may be used.
  std::map<python::PackageName, std::set<Digest>> hashes;
  bool require_hashes = false;  ///< --require-hashes: a package that does not stand in `hashes` may not be used
  bool prereleases = false;     ///< --pre: they rank like other versions
  std::set<python::PackageName> prereleases_of;  ///< the same for some packages (--all-releases)
  /// Not empty: exactly these are installed. The GPUs, the driver and what stays in the environment can speak against
  /// it.
  std::vector<LockedWheel> locked;
  std::vector<InstalledPackage> installed;    ///< kept where nothing speaks against it
  std::set<python::PackageName> must_change;  ///< fix: the installed build of these may not stay
  std::set<python::PackageName> removed;      ///< to be taken out; what only they needed stays, and is told
  /// Versions to have if nothing speaks against them, and otherwise to stay near: those of an environment to take over.
  std::map<python::PackageName, python::Version> preferred;
  std::set<python::PackageName> upgraded;  ///< install --upgrade: that they are installed is no merit

  std::vector<TargetGpu> gpus;  ///< all must be served; empty: no GPU is known, CPU builds will do
  /// Unknown: builds are not excluded by driver, the plan says what it needs
  std::optional<gpu::DriverVersion> driver;
  std::string os = "linux", machine = "x86_64";
  python::Version python_version;
  python::MarkerEnvironment markers;
  python::TagFacts tags;
  bool libc_known = true;  ///< false: nobody said which C library there is, no build is excluded by it

  std::set<std::string> without_index;      ///< --without-index
  std::set<std::string> framework_indexes;  ///< names of configured framework indexes ("pytorch", "minigpu", ...)
  /// Packages that a source of their own serves, and the name of that source: what --find-links places list. Members of
  /// a framework that has an index stay with that.
  std::map<python::PackageName, std::string> bound;
  std::string default_index = "pypi";  ///< the name under which manifests know the default index
  std::map<std::string, std::string>
      index_addresses;    ///< of indexes that are not the usual ones of their names, for messages
  bool nightly = false;   ///< nightlies were asked for
  bool complete = false;  ///< --complete: partial coverage is no coverage
  bool allow_remove = false;
  /// The manifest itself is the index: nothing is fetched, versions come from its rows (fix --from SNAPSHOT).
  bool manifest_is_index = false;
  /// What the roots were read from offers extras, dependency groups. Nothing is decided by it; a lock has to tell.
  bool of_extras = false, of_groups = false;

  /// An index in messages: its address where it is not the one that its name makes think of.
  const std::string& shown_index(const std::string& index) const {
    const auto address = index_addresses.find(index);
    return address == index_addresses.end() ? index : address->second;
  }
  bool admits_prereleases(const python::PackageName& package) const {
    return prereleases || prereleases_of.contains(package);
  }
};

}  // namespace kenv::resolvers
