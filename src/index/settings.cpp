// SPDX-License-Identifier: Apache-2.0
#include "index/settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "index/pip_configuration.hpp"

namespace kenv::index {
namespace {

constexpr const char* kBuiltIn = "built in";

Error usage(const std::string& message, std::string hint) {
  return Error(ExitCode::Usage, "bad-setting", message, std::move(hint));
}

/// pip's lists may be written on several lines or with blanks between.
std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  for (char c : std::string(text) + " ") {
    if (c != ' ' && c != '\n' && c != '\t' && c != '\r')
      word += c;
    else if (!word.empty())
      out.push_back(std::exchange(word, {}));
  }
  return out;
}

bool is_yes(std::string_view value) {
  const std::string word = text::lower(value);
  return word == "1" || word == "true" || word == "yes" || word == "on";
}

std::string lower_with_hyphens(std::string_view text) {
  std::string out = text::lower(text);
  std::replace(out.begin(), out.end(), '_', '-');
  return out;
}

/// Collects the settings from their sources, in the order of their rank.
class Reading {
 public:
  Reading(const Variables& variables, const FileReader& read_file, const SettingsOverrides& overrides)
      : variables_(variables), overrides_(overrides), pip_(read_pip_configuration(variables, read_file)) {}

  IndexSettings all() {
    out_.default_index = default_index();
    read_framework_indexes();
    read_find_links();
    note_unused();
    read_network();
    out_.offline = overrides_.offline || is_yes(variable("KENV_OFFLINE").value);
    return std::move(out_);
  }

 private:
  Setting<std::string> variable(const std::string& name) const {
    const auto found = variables_.find(name);
    if (found == variables_.end() || found->second.empty()) return {};
    return {found->second, name};
  }

  Setting<std::string> pip(const std::string& key) const {
    const auto found = pip_.find(key);
    return found == pip_.end() || found->second.value.empty() ? Setting<std::string>{} : found->second;
  }

  /// The first that is set.
  static Setting<std::string> first_of(std::initializer_list<Setting<std::string>> settings) {
    for (const auto& setting : settings)
      if (!setting.value.empty()) return setting;
    return {};
  }

  /// Takes credentials out of an address and keeps them by its origin, so that they show up nowhere else.
  Setting<std::string> index(Setting<std::string> setting) {
    if (setting.value.empty()) return setting;
    const std::string scheme = text::lower(http::split_url(setting.value).scheme);
    const bool folder = setting.value.starts_with('/') || setting.value.starts_with("./");
    if (!folder && scheme != "http" && scheme != "https" && scheme != "file")
      throw usage(fmt::format("{} is not the address of an index (from {})", http::without_credentials(setting.value),
                              setting.origin),
                  "write https://HOST/PATH or file:///PATH");
    if (const auto found = http::credentials_in(setting.value))
      out_.credentials[http::origin_of(setting.value)] = *found;
    setting.value = http::without_fragment(http::without_credentials(setting.value));
    while (setting.value.size() > 1 && setting.value.ends_with('/')) setting.value.pop_back();
    return setting;
  }

  /// The last option of a kind that a requirements file states.
  Setting<std::string> from_file(SourceOption::Kind kind) const {
    Setting<std::string> found;
    for (const auto& option : overrides_.from_files)
      if (option.kind == kind) found = {option.value, option.origin};
    return found;
  }

  /// uv lets an index be written as NAME=URL.
  static Setting<std::string> without_name(Setting<std::string> setting) {
    const auto equals = setting.value.find('='), colon = setting.value.find(':');
    if (equals != std::string::npos && equals < colon) setting.value.erase(0, equals + 1);
    return setting;
  }

  Setting<std::string> default_index() {
    const bool pip_has_none = is_yes(pip("no-index").value);
    // As with pip, --no-index in a file switches off every index that the file or a variable names.
    if (const auto none = from_file(SourceOption::Kind::NoIndex); !none.origin.empty() && overrides_.index.empty())
      return {"", none.origin};
    auto found = first_of({{overrides_.index, "--index"},
                           from_file(SourceOption::Kind::Index),
                           variable("KENV_INDEX"),
                           pip_has_none ? Setting<std::string>{} : pip("index-url")});
    if (found.value.empty() && pip_has_none) return {"", pip("no-index").origin};
    return index(first_of(
        {found, without_name(variable("UV_DEFAULT_INDEX")), variable("UV_INDEX_URL"), {KENV_DEFAULT_INDEX, kBuiltIn}}));
  }

  void read_framework_indexes() {
    constexpr std::string_view kPrefix = "KENV_FRAMEWORK_INDEX_";
    auto& indexes = out_.framework_indexes;
    indexes["pytorch"] = {"https://download.pytorch.org/whl", kBuiltIn};
    indexes["pytorch-nightly"] = {"https://download.pytorch.org/whl/nightly", kBuiltIn};
    for (const auto& [name, value] : variables_)
      if (name.starts_with(kPrefix) && !value.empty())
        indexes[lower_with_hyphens(name.substr(kPrefix.size()))] = index({value, name});
    for (const auto& given : overrides_.framework_indexes) {
      const auto equals = given.find('=');
      if (equals == std::string::npos || equals == 0 || equals + 1 == given.size())
        throw usage(fmt::format("--framework-index {} does not say NAME=URL", given),
                    "for example --framework-index pytorch=https://HOST/PATH");
      indexes[lower_with_hyphens(given.substr(0, equals))] = index({given.substr(equals + 1), "--framework-index"});
    }
  }

  void read_find_links() {
    for (const auto& place : overrides_.find_links) out_.find_links.push_back({place, "--find-links"});
    for (const auto& option : overrides_.from_files)
      if (option.kind == SourceOption::Kind::FindLinks) out_.find_links.push_back({option.value, option.origin});
    for (const auto& setting : {variable("KENV_FIND_LINKS"), pip("find-links"), variable("UV_FIND_LINKS")})
      for (auto& place : words(setting.value)) out_.find_links.push_back({std::move(place), setting.origin});
    for (auto& place : out_.find_links)
      if (place.value.starts_with("http")) place = index(place);
  }

  void note_unused() {
    for (const auto& option : overrides_.from_files)
      if (option.kind == SourceOption::Kind::ExtraIndex)
        out_.unused.push_back({http::without_credentials(option.value), option.origin});
    for (const auto& setting : {pip("extra-index-url"), variable("UV_INDEX"), variable("UV_EXTRA_INDEX_URL")})
      for (const auto& url : words(setting.value))
        out_.unused.push_back({http::without_credentials(url), setting.origin});
  }

  void read_network() {
    const auto file =
        first_of({pip("cert"), variable("REQUESTS_CA_BUNDLE"), variable("CURL_CA_BUNDLE"), variable("SSL_CERT_FILE")});
    out_.ca_file = {file.value, file.origin};
    const auto folder = variable("SSL_CERT_DIR");
    out_.ca_path = {folder.value, folder.origin};
    const auto netrc = variable("NETRC");
    out_.netrc = {netrc.value, netrc.origin};
    out_.proxy = pip("proxy");
    const auto hosts = pip("trusted-host");
    out_.trusted_hosts = {words(text::lower(hosts.value)), hosts.origin};
    for (const auto& option : overrides_.from_files) {
      if (option.kind != SourceOption::Kind::TrustedHost) continue;
      out_.trusted_hosts.value.push_back(text::lower(option.value));
      out_.trusted_hosts.origin += (out_.trusted_hosts.origin.empty() ? "" : ", ") + option.origin;
    }
    const auto timeout = pip("timeout");
    if (const auto seconds = text::parse_unsigned(timeout.value); seconds && *seconds > 0 && *seconds < 86'400)
      out_.timeout = {std::chrono::seconds(*seconds), timeout.origin};
    // libcurl reads the other proxy variables itself, but of this one only the lower-case form: a web server passes the
    // "Proxy" header of a request to its scripts under the upper-case name.
    if (!variables_.contains("http_proxy") && !variables_.contains("REQUEST_METHOD"))
      out_.http_proxy = variable("HTTP_PROXY");
  }

  const Variables& variables_;
  const SettingsOverrides& overrides_;
  PipConfiguration pip_;
  IndexSettings out_;
};

}  // namespace

IndexSettings read_settings(const Variables& variables, const FileReader& read_file,
                            const SettingsOverrides& overrides) {
  return Reading(variables, read_file, overrides).all();
}

http::ClientOptions IndexSettings::client_options() const {
  http::ClientOptions options;
  options.ca_file = ca_file.value;
  options.ca_path = ca_path.value;
  options.ca_origin = !ca_file.value.empty() ? ca_file.origin : ca_path.origin;
  options.proxy = proxy.value;
  options.http_proxy = http_proxy.value;
  options.netrc = netrc.value;
  options.credentials = credentials;
  options.trusted_hosts = trusted_hosts.value;
  options.timeout = timeout.value;
  options.offline = offline;
  return options;
}

std::vector<ShownSetting> shown_settings(const IndexSettings& settings) {
  std::vector<ShownSetting> out;
  const auto add = [&](std::string name, const std::string& value, const std::string& origin) {
    if (!value.empty()) out.push_back({std::move(name), value, origin.empty() ? kBuiltIn : origin});
  };
  add("index", settings.default_index.value, settings.default_index.origin);
  for (const auto& [name, index] : settings.framework_indexes)
    add("framework-index." + name, index.value, index.origin);
  for (const auto& place : settings.find_links) add("find-links", place.value, place.origin);
  for (const auto& index : settings.unused) add("extra index (not used)", index.value, index.origin);
  add("ca-file", settings.ca_file.value.string(), settings.ca_file.origin);
  add("ca-path", settings.ca_path.value.string(), settings.ca_path.origin);
  add("netrc", settings.netrc.value.string(), settings.netrc.origin);
  add("proxy", http::without_credentials(settings.proxy.value), settings.proxy.origin);
  add("proxy for http", http::without_credentials(settings.http_proxy.value), settings.http_proxy.origin);
  for (const auto& host : settings.trusted_hosts.value) add("trusted-host", host, settings.trusted_hosts.origin);
  add("timeout", fmt::format("{} s", settings.timeout.value.count() / 1000), settings.timeout.origin);
  add("offline", settings.offline ? "true" : "", "");
  return out;
}

}  // namespace kenv::index
