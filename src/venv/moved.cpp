// SPDX-License-Identifier: Apache-2.0
#include "venv/moved.hpp"

#include "base/text.hpp"

namespace kenv::venv {
namespace {

/// The value of VIRTUAL_ENV=... in bin/activate, whichever quotes its maker used. Empty if a command finds it out, as
/// in the relocatable environments of uv.
std::string activated_root(std::string_view script) {
  for (std::string_view line : text::lines(script)) {
    line = text::trim(line);
    if (line.starts_with("export ")) line = text::trim(line.substr(7));
    constexpr std::string_view kName = "VIRTUAL_ENV=";
    if (!line.starts_with(kName)) continue;
    line = line.substr(kName.size());
    if (line.size() > 1 && (line.front() == '\'' || line.front() == '"') && line.back() == line.front())
      line = line.substr(1, line.size() - 2);
    const bool plain = line.starts_with('/') && line.find_first_of("'\"$`\\") == std::string_view::npos;
    if (plain) return std::string(line);
  }
  return {};
}

}  // namespace

std::optional<fs::path> made_for_elsewhere(const Environment& environment) {
  if (environment.kind != EnvironmentKind::Virtual) return std::nullopt;
  const auto script = io::read_text_if_present(environment.root / "bin/activate", 1u << 20);
  const fs::path made_for = script ? activated_root(*script) : std::string();
  if (made_for.empty()) return std::nullopt;
  const auto there = io::target_status(made_for), here = io::target_status(environment.root);
  if (there && here && there->device == here->device && there->inode == here->inode) return std::nullopt;
  return made_for;
}

}  // namespace kenv::venv
