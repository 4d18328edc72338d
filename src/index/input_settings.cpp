// SPDX-License-Identifier: Apache-2.0
#include "index/setting_sources.hpp"

namespace kenv::index {
namespace {

constexpr const char* kOwnWay =
    "kenv takes a pre-release where one is asked for or nothing stable fits; --pre makes them count like other "
    "versions";

std::optional<std::string> prerelease_mode(std::string_view word) {
  for (const char* known : {"allow", "disallow", "if-necessary", "explicit", "if-necessary-or-explicit"})
    if (word == known) return std::string(word);
  return std::nullopt;
}

/// pip's is a yes or no. Of uv's modes "allow" is --pre, and "if-necessary-or-explicit" what kenv does without it.
void read_prereleases(const SettingSources& sources, IndexSettings& out) {
  take_first({sources.pip("pre")}, yes_or_no, "pre", "yes or no", out.inputs.prereleases, out.unused);
  if (out.inputs.prereleases.value) return;
  Setting<std::string> mode;
  take_first({sources.variable("UV_PRERELEASE"), sources.uv("prerelease")}, prerelease_mode, "prerelease",
             "allow, disallow, if-necessary, explicit or if-necessary-or-explicit", mode, out.unused);
  if (mode.value == "allow")
    out.inputs.prereleases = {true, mode.origin};
  else if (!mode.value.empty() && mode.value != "if-necessary-or-explicit")
    out.unused.push_back({"prerelease", mode.value, mode.origin, kOwnWay, true});
}

}  // namespace

void read_input_settings(const SettingSources& sources, IndexSettings& out) {
  const auto add = [](std::vector<Setting<std::string>>& files, const Setting<std::string>& setting) {
    for (auto& file : words(setting.value)) files.push_back({std::move(file), setting.origin});
  };
  add(out.inputs.constraints, sources.pip("constraint"));
  add(out.inputs.constraints, sources.variable("UV_CONSTRAINT"));
  add(out.inputs.overrides, sources.variable("UV_OVERRIDE"));
  read_prereleases(sources, out);
  take_first({sources.pip("require-hashes"), sources.variable("UV_REQUIRE_HASHES"), sources.uv("require-hashes")},
             yes_or_no, "require-hashes", "yes or no", out.inputs.require_hashes, out.unused);
}

}  // namespace kenv::index
