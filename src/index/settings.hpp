// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "http/client.hpp"

namespace kenv::index {

/// A value and where it was set: "--index", "PIP_INDEX_URL", "/etc/pip.conf [global]", "built in".
template <class T>
struct Setting {
  T value{};
  std::string origin{};
  bool operator==(const Setting&) const = default;
};

/// Where packages come from and how the network is reached.
struct IndexSettings {
  std::string default_name = "pypi";   ///< the name by which manifests know the default index
  Setting<std::string> default_index;  ///< a URL; empty: none is known
  std::map<std::string, Setting<std::string>> framework_indexes;  ///< by name; asked as URL/VARIANT/PROJECT/
  std::vector<Setting<std::string>> find_links;                   ///< folders or URLs of pages that list wheels
  std::vector<Setting<std::string>> unused;                       ///< extra indexes of pip and uv: noted, never asked

  Setting<std::filesystem::path> ca_file, ca_path, netrc;
  Setting<std::string> proxy, http_proxy;  ///< for all addresses; for http:// only
  Setting<std::chrono::milliseconds> timeout{std::chrono::milliseconds(30'000), "built in"};
  Setting<std::vector<std::string>> trusted_hosts;
  std::map<std::string, http::Credentials> credentials;  ///< by origin; taken out of the URLs above
  bool offline = false;

  http::ClientOptions client_options() const;
};

/// An option about sources that a requirements file states. `origin` is its file and line: "requirements.txt:3".
struct SourceOption {
  enum class Kind { Index, ExtraIndex, FindLinks, NoIndex, TrustedHost };
  Kind kind = Kind::Index;
  std::string value{}, origin{};
  bool operator==(const SourceOption&) const = default;
};

/// What was said on the command line, and in the files that it names.
struct SettingsOverrides {
  std::string index;                           ///< --index URL
  std::vector<std::string> framework_indexes;  ///< --framework-index NAME=URL
  std::vector<std::string> find_links;         ///< --find-links DIR|URL
  bool offline = false;
  /// Rank after the command line and before every variable, as with pip. Of several values for one thing the last counts.
  std::vector<SourceOption> from_files{};
};

using Variables = std::map<std::string, std::string>;
using FileReader = std::function<std::optional<std::string>(const std::filesystem::path&)>;

/// The command line comes first, then the requirements files, then KENV_*, then what pip is told (its variables, its configuration files), then uv's
/// variables, then the index built in. Throws Error(Usage) on a value that cannot be meant.
IndexSettings read_settings(const Variables& variables, const FileReader& read_file,
                            const SettingsOverrides& overrides);

/// One line of `kenv config --show-origin`, credentials left out.
struct ShownSetting {
  std::string name, value, origin;
};
std::vector<ShownSetting> shown_settings(const IndexSettings& settings);

}  // namespace kenv::index
