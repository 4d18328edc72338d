// SPDX-License-Identifier: Apache-2.0
#include "index/settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "index/keyring.hpp"
#include "index/local_index.hpp"
#include "index/setting_sources.hpp"
#include "python/location.hpp"

namespace kenv::index {
namespace {

constexpr const char* kNeverMerged =
    "kenv takes each package from one index and never merges them; make it the index with --index, or its wheels known "
    "with --find-links";

std::string lower_with_hyphens(std::string_view text) {
  std::string out = text::lower(text);
  std::replace(out.begin(), out.end(), '_', '-');
  return out;
}

std::string upper_with_underscores(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c == '-' || c == '.' ? '_' : c;
  return out;
}

/// uv lets an index be written as NAME=URL: the name, empty if there is none.
std::string take_name(std::string& value) {
  const auto equals = value.find('='), colon = value.find(':');
  if (equals == std::string::npos || equals > colon) return {};
  std::string name = value.substr(0, equals);
  value.erase(0, equals + 1);
  return name;
}

/// Collects where packages come from, in the order of rank of the sources.
class Reading {
 public:
  Reading(const SettingSources& sources, const SettingsOverrides& overrides)
      : sources_(sources), overrides_(overrides) {}

  IndexSettings all() {
    read_default_index();
    read_framework_indexes();
    read_find_links();
    read_mirrors();
    read_trusted_hosts();
    note_extra_indexes();
    read_network_settings(sources_, out_);
    read_input_settings(sources_, out_);
    for (auto& one : unused_settings(sources_)) out_.unused.push_back(std::move(one));
    read_offline();
    return std::move(out_);
  }

 private:
  Setting<std::string> variable(const std::string& name) const { return sources_.variable(name); }
  Setting<std::string> pip(const std::string& key) const { return sources_.pip(key); }

  std::vector<Setting<std::string>> from_files(SourceOption::Kind kind) const {
    std::vector<Setting<std::string>> out;
    for (const auto& option : overrides_.from_files)
      if (option.kind == kind) out.push_back({option.value, option.origin});
    return out;
  }

  /// Takes credentials out of an address and keeps them beside it, so that they show up nowhere else.
  Setting<std::string> address(Setting<std::string> setting) {
    if (setting.value.empty()) return setting;
    const std::string scheme = text::lower(http::split_url(setting.value).scheme);
    const bool folder =
        setting.value.starts_with('/') || setting.value.starts_with("./") || setting.value.starts_with("../");
    if (!folder && scheme != "http" && scheme != "https" && scheme != "file")
      throw bad_setting(fmt::format("{} is not the address of an index (from {})",
                                    python::without_secrets(setting.value), setting.origin),
                        "write https://HOST/PATH or file:///PATH");
    if (!folder && scheme != "file" && setting.value.find_first_of(" \t\r\n") != std::string::npos)
      throw bad_setting("the address of an index holds a blank (from " + setting.origin + ")",
                        "write %20 for a blank in a user name or path");
    auto found = http::credentials_in(setting.value);
    setting.value = http::without_fragment(http::without_credentials(setting.value));
    while (setting.value.size() > 1 && setting.value.ends_with('/')) setting.value.pop_back();
    if (found) out_.credentials[setting.value] = {std::move(*found), setting.origin};
    return setting;
  }

  /// PREFIX_USERNAME and PREFIX_PASSWORD, for whoever does not want a password in an address.
  void read_credentials(const std::string& prefix, const std::string& url) {
    const auto user = variable(prefix + "_USERNAME"), password = variable(prefix + "_PASSWORD");
    if (url.empty() || (user.value.empty() && password.value.empty())) return;
    auto& known = out_.credentials[url];
    if (!user.value.empty()) known.credentials.user = user.value;
    known.credentials.password = password.value;
    known.origin = password.value.empty() ? user.origin : password.origin;
  }

  void without_index(const std::string& origin) {
    out_.default_index = {"", origin};
    no_index_ = true;
  }

  void read_default_index() {
    const auto in_files = from_files(SourceOption::Kind::Index);
    const auto none_in_files = from_files(SourceOption::Kind::NoIndex);
    Setting<bool> none_of_pip;
    take_first({pip("no-index")}, yes_or_no, "no-index", "yes or no", none_of_pip, out_.unused);
    // As with pip, --no-index in a file switches off every index that the file or a variable names.
    if (!none_in_files.empty() && overrides_.index.empty()) return without_index(none_in_files.back().origin);
    auto found = first_of({{overrides_.index, "--index"},
                           in_files.empty() ? Setting<std::string>{} : in_files.back(),
                           variable("KENV_INDEX")});
    if (found.value.empty() && none_of_pip.value) return without_index(none_of_pip.origin);
    std::string name;
    if (found.value.empty()) {
      found = first_of({pip("index-url"),
                        variable("UV_DEFAULT_INDEX"),
                        variable("UV_INDEX_URL"),
                        sources_.uv("default-index"),
                        sources_.uv("index-url"),
                        {KENV_DEFAULT_INDEX, kBuiltIn}});
      name = take_name(found.value);
    }
    out_.default_index = address(found);
    if (!name.empty()) read_credentials("UV_INDEX_" + upper_with_underscores(name), out_.default_index.value);
    read_credentials("KENV_INDEX", out_.default_index.value);
  }

  void read_framework_indexes() {
    constexpr std::string_view kPrefix = "KENV_FRAMEWORK_INDEX_";
    auto& indexes = out_.framework_indexes;
    if (!no_index_) {  // who wants no index wants none that was not named
      indexes["pytorch"] = {"https://download.pytorch.org/whl", kBuiltIn};
      indexes["pytorch-nightly"] = {"https://download.pytorch.org/whl/nightly", kBuiltIn};
    }
    for (const auto& [name, value] : sources_.variables())
      if (name.starts_with(kPrefix) && !value.empty() && !name.ends_with("_USERNAME") && !name.ends_with("_PASSWORD"))
        indexes[lower_with_hyphens(name.substr(kPrefix.size()))] = address({value, name});
    for (const auto& given : overrides_.framework_indexes) {
      const auto equals = given.find('=');
      if (equals == std::string::npos || equals == 0 || equals + 1 == given.size())
        throw bad_setting(fmt::format("--framework-index {} does not say NAME=URL", python::without_secrets(given)),
                          "for example --framework-index pytorch=https://HOST/PATH");
      indexes[lower_with_hyphens(given.substr(0, equals))] = address({given.substr(equals + 1), "--framework-index"});
    }
    for (const auto& [name, index] : indexes)
      read_credentials(std::string(kPrefix) + upper_with_underscores(name), index.value);
  }

  void read_find_links() {
    for (const auto& place : overrides_.find_links) out_.find_links.push_back({place, "--find-links"});
    for (auto& place : from_files(SourceOption::Kind::FindLinks)) out_.find_links.push_back(std::move(place));
    for (const auto& setting : {variable("KENV_FIND_LINKS"), pip("find-links"), variable("UV_FIND_LINKS")})
      for (auto& place : words(setting.value)) out_.find_links.push_back({std::move(place), setting.origin});
    for (auto& place : sources_.uv_list("find-links")) out_.find_links.push_back(std::move(place));
    for (auto& place : out_.find_links) {
      if (http::split_url(place.value).scheme.empty()) {
        // A path with a digest behind it is an address with one.
        const auto end = place.value.find(".whl#");
        if (end != std::string::npos)
          place.value = file_url(place.value.substr(0, end + 4)) + place.value.substr(end + 4);
        continue;
      }
      const auto hash = http::file_name_in(place.value).ends_with(".whl") ? place.value.find('#') : std::string::npos;
      const std::string digest =
          hash == std::string::npos ? "" : place.value.substr(hash);            // of the wheel that it names
      const bool is_folder = http::split_url(place.value).path.ends_with('/');  // what its links are relative to
      place = address(place);
      if (is_folder && !place.value.ends_with('/')) place.value += '/';
      place.value += digest;
    }
  }

  void read_mirrors() {
    const auto setting = variable("KENV_MIRROR");
    for (const auto pair : text::split(setting.value, ',')) {
      if (text::trim(pair).empty()) continue;
      const auto equals = pair.find('=');
      const bool complete = equals != std::string_view::npos && !text::trim(pair.substr(0, equals)).empty() &&
                            !text::trim(pair.substr(equals + 1)).empty();
      if (!complete)
        throw bad_setting(
            fmt::format("{} does not say FROM=TO: {}", setting.origin, python::without_secrets(text::trim(pair))),
            "for example KENV_MIRROR=https://FILES.EXAMPLE/packages=https://MIRROR.EXAMPLE/packages");
      if (const auto to = pair.substr(equals + 1); to.find("://") != to.rfind("://"))
        throw bad_setting(setting.origin + " has more than two addresses in one pair", "write FROM=TO,FROM=TO");
      const auto from = address({std::string(text::trim(pair.substr(0, equals))), setting.origin});
      const auto to = address({std::string(text::trim(pair.substr(equals + 1))), setting.origin});
      out_.mirrors.push_back({{from.value, to.value}, setting.origin});
    }
  }

  void read_trusted_hosts() {
    for (auto& host : from_files(SourceOption::Kind::TrustedHost))
      out_.trusted_hosts.push_back({text::lower(host.value), host.origin});
    for (const auto& setting : {pip("trusted-host"), variable("UV_INSECURE_HOST")})
      for (auto& host : words(text::lower(setting.value)))
        out_.trusted_hosts.push_back({std::move(host), setting.origin});
    for (const auto& host : sources_.uv_list("allow-insecure-host"))
      out_.trusted_hosts.push_back({text::lower(host.value), host.origin});
  }

  void note_extra_indexes() {
    std::vector<Setting<std::string>> extra = from_files(SourceOption::Kind::ExtraIndex);
    for (const auto& setting : {pip("extra-index-url"), variable("UV_INDEX"), variable("UV_EXTRA_INDEX_URL")})
      for (auto& url : words(setting.value)) extra.push_back({std::move(url), setting.origin});
    for (const char* key : {"index", "extra-index-url"})
      for (auto& url : sources_.uv_list(key)) extra.push_back(std::move(url));
    for (auto& one : extra) {
      take_name(one.value);
      out_.unused.push_back(
          {kExtraIndex, http::without_credentials(python::without_secrets(one.value)), one.origin, kNeverMerged});
    }
  }

  void read_offline() {
    take_first({variable("KENV_OFFLINE"), variable("UV_OFFLINE"), sources_.uv("offline")}, yes_or_no, "offline",
               "yes or no", out_.offline, out_.unused);
    if (overrides_.offline) out_.offline = {true, "--offline"};
    out_.refresh = overrides_.refresh;
    if (out_.refresh && out_.offline.value)
      throw bad_setting(fmt::format("--refresh asks the indexes, and {} forbids it", out_.offline.origin),
                        "leave one of the two out");
  }

  const SettingSources& sources_;
  const SettingsOverrides& overrides_;
  IndexSettings out_;
  bool no_index_ = false;
};

}  // namespace

IndexSettings read_settings(const Variables& variables, const FileReader& read_file,
                            const SettingsOverrides& overrides) {
  const SettingSources sources(variables, read_file);
  return Reading(sources, overrides).all();
}

InputSettings read_input_settings(const Variables& variables, const FileReader& read_file) {
  IndexSettings settings;
  read_input_settings(SettingSources(variables, read_file), settings);
  return std::move(settings.inputs);
}

http::ClientOptions IndexSettings::client_options() const {
  http::ClientOptions options;
  options.ca_file = ca_file.value;
  options.ca_path = ca_path.value;
  options.ca_origin = !ca_file.value.empty() ? ca_file.origin : ca_path.origin;
  options.client_certificate = client_certificate.value;
  options.client_certificate_origin = client_certificate.origin;
  options.http_proxy = {http_proxy.value, http_proxy.origin};
  options.https_proxy = {https_proxy.value, https_proxy.origin};
  options.no_proxy = no_proxy.value;
  options.netrc = netrc.value;
  options.credentials = credentials;
  for (const auto& host : trusted_hosts) options.trusted_hosts.push_back(host.value);
  for (const auto& mirror : mirrors) options.mirrors.push_back(mirror.value);
  options.timeout = timeout.value;
  options.retries = retries.value;
  options.offline = offline.value;
  if (keyring.value) {
    std::vector<std::string> services{default_index.value};
    for (const auto& [name, index] : framework_indexes) services.push_back(index.value);
    options.find_credentials = KeyringCommand(std::move(services));
  }
  return options;
}

}  // namespace kenv::index
