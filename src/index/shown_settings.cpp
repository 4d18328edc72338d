// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "index/setting_sources.hpp"
#include "python/location.hpp"

namespace kenv::index {

std::vector<ShownSetting> shown_settings(const IndexSettings& settings) {
  std::vector<ShownSetting> out;
  const auto add = [&](std::string name, const std::string& value, const std::string& origin) {
    if (!value.empty()) out.push_back({std::move(name), value, origin.empty() ? kBuiltIn : origin});
  };
  const auto add_address = [&](std::string name, const std::string& value, const std::string& origin) {
    add(std::move(name), python::without_secrets(value), origin);
  };
  const std::string none = settings.default_index.origin.empty() ? "" : "none";
  add_address("index", settings.default_index.value.empty() ? none : settings.default_index.value,
              settings.default_index.origin);
  for (const auto& [name, index] : settings.framework_indexes)
    add_address("framework-index." + name, index.value, index.origin);
  for (const auto& place : settings.find_links) add_address("find-links", place.value, place.origin);
  for (const auto& mirror : settings.mirrors)
    add_address("mirror", fmt::format("{} from {}", mirror.value.from, mirror.value.to), mirror.origin);
  add("ca-file", settings.ca_file.value.string(), settings.ca_file.origin);
  add("ca-path", settings.ca_path.value.string(), settings.ca_path.origin);
  add("client-certificate", settings.client_certificate.value.string(), settings.client_certificate.origin);
  for (const auto& [address, known] : settings.credentials) add("credentials", "for " + address, known.origin);
  add("netrc", settings.netrc.value.string(), settings.netrc.origin);
  add("keyring",
      settings.keyring.origin.empty() ? ""
      : settings.keyring.value        ? "subprocess"
                                      : "disabled",
      settings.keyring.origin);
  add("http-proxy", http::without_credentials(settings.http_proxy.value), settings.http_proxy.origin);
  add("https-proxy", http::without_credentials(settings.https_proxy.value), settings.https_proxy.origin);
  add("no-proxy", settings.no_proxy.value, settings.no_proxy.origin);
  for (const auto& host : settings.trusted_hosts) add("trusted-host", host.value, host.origin);
  add("timeout", fmt::format("{:g} s", static_cast<double>(settings.timeout.value.count()) / 1000),
      settings.timeout.origin);
  add("retries", fmt::format("{}", settings.retries.value), settings.retries.origin);
  add("offline", settings.offline.value ? "true" : "false", settings.offline.origin);
  for (const auto& file : settings.inputs.constraints) add("constraint", file.value, file.origin);
  for (const auto& file : settings.inputs.overrides) add("override", file.value, file.origin);
  for (const auto& [name, setting] :
       {std::pair{"pre", &settings.inputs.prereleases}, {"require-hashes", &settings.inputs.require_hashes}})
    if (setting->value) add(name, "true", setting->origin);
  for (const auto& one : settings.unused) out.push_back({one.name, one.value, one.origin, one.reason});
  return out;
}

}  // namespace kenv::index
