// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <iterator>

#include "index/setting_sources.hpp"
#include "python/location.hpp"

namespace kenv::index {
namespace {

struct Known {
  const char* pip;  ///< key of pip's configuration
  const char* uv;   ///< key of uv.toml; UV_ and the upper-case form is its variable
  const char* reason;
  bool decides = false;  ///< with it pip or uv would install something else
};

constexpr const char* kWheelsOnly = "kenv installs wheels only, as they are";
constexpr const char* kOwnCache = "kenv has a cache of its own: KENV_CACHE_DIR";
constexpr const char* kEnvironmentsOnly = "kenv writes to virtual environments only";
constexpr const char* kNoDates = "kenv does not choose by date of upload";

/// What people set for pip and uv and may expect to count here.
constexpr Known kKnown[] = {
    {"no-binary", "no-binary", kWheelsOnly, true},
    {"only-binary", "only-binary", kWheelsOnly},
    {"prefer-binary", nullptr, kWheelsOnly},
    {nullptr, "no-build", kWheelsOnly},
    {"no-build-isolation", "no-build-isolation", kWheelsOnly},
    {"build-constraint", "build-constraint", kWheelsOnly},
    {"config-settings", "config-setting", kWheelsOnly},
    {"cache-dir", "cache-dir", kOwnCache},
    {"no-cache-dir", "no-cache", kOwnCache},
    {"requirement", nullptr, "name the file: -r FILE", true},
    {nullptr, "constraint-dependencies", "name a file that holds them: --constraint FILE", true},
    {nullptr, "override-dependencies", "name a file that holds them: --override FILE", true},
    {nullptr, "index-strategy", "kenv takes each package from one index and never merges them"},
    {nullptr, "exclude-newer", kNoDates, true},
    {"uploaded-prior-to", nullptr, kNoDates, true},
    {"ignore-requires-python", nullptr, "kenv installs what is built for the Python that is there", true},
    {"all-releases", nullptr, "name it in a requirements file, or give --pre", true},
    {"only-final", nullptr, "kenv takes pre-releases only where they are asked for"},
    {nullptr, "resolution", "kenv always prefers the newest version that fits", true},
    {nullptr, "torch-backend", "kenv chooses the build for the GPU that is there; name another with --gpu", true},
    {nullptr, "link-mode", "kenv links from its own store as the file system allows"},
    {"target", "target", kEnvironmentsOnly, true},
    {"prefix", "prefix", kEnvironmentsOnly, true},
    {"user", nullptr, kEnvironmentsOnly},
    {"break-system-packages", "break-system-packages", "kenv never writes to an interpreter that the system manages"},
    {"no-deps", nullptr, "kenv keeps environments whose requirements are met", true},
    {nullptr, "native-tls", "kenv always trusts the system's certificates"},
    {nullptr, "system-certs", "kenv always trusts the system's certificates"},
    {"use-feature", nullptr, "it is about pip itself"},
    {"use-deprecated", nullptr, "it is about pip itself"},
};

/// Switched off is as good as not set.
bool says_no(const std::string& value) { return value == ":none:" || yes_or_no(value) == false; }

std::string variable_of(std::string key) {
  for (char& c : key) c = c == '-' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return "UV_" + key;
}

}  // namespace

std::vector<UnusedSetting> unused_settings(const SettingSources& sources) {
  std::vector<UnusedSetting> out = sources.uv_settings().unusable;
  for (auto& file : out) file.decides = true;  // nobody knows what a damaged one would say
  const auto add = [&](const char* name, const Setting<std::string>& setting, const Known& known) {
    if (!setting.value.empty())
      out.push_back({name, http::without_credentials(python::without_secrets(setting.value)), setting.origin,
                     known.reason, known.decides && !says_no(setting.value)});
  };
  for (const Known& known : kKnown) {
    if (known.pip != nullptr) add(known.pip, sources.pip(known.pip), known);
    if (known.uv == nullptr) continue;
    add(known.uv, sources.variable(variable_of(known.uv)), known);
    for (const auto& setting : sources.uv_list(known.uv)) add(known.uv, setting, known);
  }
  return out;
}

}  // namespace kenv::index
