// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <iterator>

#include "index/setting_sources.hpp"

namespace kenv::index {
namespace {

struct Known {
  const char* pip;  ///< key of pip's configuration
  const char* uv;   ///< key of uv.toml; UV_ and the upper-case form is its variable
  const char* reason;
};

constexpr const char* kWheelsOnly = "kenv installs wheels only, as they are";
constexpr const char* kOwnCache = "kenv has a cache of its own: KENV_CACHE_DIR";
constexpr const char* kPrerelease = "ask for a pre-release in the requirement, or for nightlies with --nightly";

/// What people set for pip and uv and may expect to count here.
constexpr Known kKnown[] = {
    {"no-binary", "no-binary", kWheelsOnly},
    {"only-binary", "only-binary", kWheelsOnly},
    {"prefer-binary", nullptr, kWheelsOnly},
    {nullptr, "no-build", kWheelsOnly},
    {"no-build-isolation", "no-build-isolation", kWheelsOnly},
    {"build-constraint", "build-constraint", kWheelsOnly},
    {"config-settings", "config-setting", kWheelsOnly},
    {"cache-dir", "cache-dir", kOwnCache},
    {"no-cache-dir", "no-cache", kOwnCache},
    {"pre", "prerelease", kPrerelease},
    {"constraint", "constraint", "name the file: --constraint FILE"},
    {"requirement", nullptr, "name the file: -r FILE"},
    {nullptr, "override", "kenv lets no setting overrule what packages require of each other"},
    {"require-hashes", "require-hashes", "kenv always checks the hashes that it is given"},
    {nullptr, "index-strategy", "kenv takes each package from one index and never merges them"},
    {nullptr, "exclude-newer", "kenv does not choose by date of upload"},
    {"uploaded-prior-to", nullptr, "kenv does not choose by date of upload"},
    {nullptr, "resolution", "kenv always prefers the newest version that fits"},
    {nullptr, "torch-backend", "kenv chooses the build for the GPU that is there; name another with --gpu"},
    {nullptr, "link-mode", "kenv links from its own store as the file system allows"},
    {"target", "target", "kenv writes to virtual environments only"},
    {"prefix", "prefix", "kenv writes to virtual environments only"},
    {"user", nullptr, "kenv writes to virtual environments only"},
    {"break-system-packages", "break-system-packages", "kenv never writes to an interpreter that the system manages"},
    {"no-deps", nullptr, "kenv keeps environments whose requirements are met"},
    {nullptr, "native-tls", "kenv always trusts the system's certificates"},
    {nullptr, "system-certs", "kenv always trusts the system's certificates"},
    {"use-feature", nullptr, "it is about pip itself"},
    {"use-deprecated", nullptr, "it is about pip itself"},
};

std::string variable_of(std::string key) {
  for (char& c : key) c = c == '-' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return "UV_" + key;
}

}  // namespace

std::vector<UnusedSetting> unused_settings(const SettingSources& sources) {
  std::vector<UnusedSetting> out = sources.uv_settings().unusable;
  const auto add = [&](const char* name, const Setting<std::string>& setting, const char* reason) {
    if (!setting.value.empty()) out.push_back({name, http::without_credentials(setting.value), setting.origin, reason});
  };
  for (const Known& known : kKnown) {
    if (known.pip != nullptr) add(known.pip, sources.pip(known.pip), known.reason);
    if (known.uv == nullptr) continue;
    add(known.uv, sources.variable(variable_of(known.uv)), known.reason);
    for (const auto& setting : sources.uv_list(known.uv)) add(known.uv, setting, known.reason);
  }
  return out;
}

}  // namespace kenv::index
