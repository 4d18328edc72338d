// SPDX-License-Identifier: Apache-2.0
#include "venv/environment_config.hpp"

#include "base/text.hpp"

namespace kenv::venv {
namespace {

constexpr std::uint64_t kConfigLimit = 1u << 20;

std::string maker_of(const std::map<std::string, std::string>& values) {
  for (const char* maker : {"kenv", "uv", "virtualenv"})
    if (values.contains(maker)) return maker;
  return "venv";
}

}  // namespace

EnvironmentConfig parse_environment_config(std::string_view text) {
  EnvironmentConfig config;
  for (const std::string_view line : text::lines(text)) {
    const auto separator = line.find('=');
    if (separator == std::string_view::npos) continue;
    config.values[text::lower(text::trim(line.substr(0, separator)))] = text::trim(line.substr(separator + 1));
  }
  const auto value = [&](const char* key) {
    const auto found = config.values.find(key);
    return found == config.values.end() ? std::string() : found->second;
  };
  config.home = value("home");
  config.executable = value("executable");
  if (config.executable.empty()) config.executable = value("base-executable");  // virtualenv's name for it
  config.version = value("version");
  if (config.version.empty()) config.version = value("version_info");  // uv's and virtualenv's
  config.maker = maker_of(config.values);
  config.system_site_packages = text::lower(value("include-system-site-packages")) == "true";
  return config;
}

std::optional<EnvironmentConfig> read_environment_config(const fs::path& root) {
  const auto text = io::read_text_if_present(root / "pyvenv.cfg", kConfigLimit);
  if (!text) return std::nullopt;
  return parse_environment_config(*text);
}

}  // namespace kenv::venv
