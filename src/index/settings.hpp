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

/// A value and where it was set: "--index", "PIP_INDEX_URL", "/etc/pip.conf:3", "built in".
template <class T>
struct Setting {
  T value{};
  std::string origin{};
  bool operator==(const Setting&) const = default;
};

/// A setting of pip or uv that is set here and has no effect on kenv, with the reason.
struct UnusedSetting {
  std::string name, value, origin, reason;
  bool decides = false;  ///< with it pip or uv would install something else: every command that chooses says so
  bool operator==(const UnusedSetting&) const = default;
};

inline constexpr const char* kExtraIndex = "extra-index";  ///< the name of those among the unused settings

/// What pip and uv are told about inputs, as far as kenv has an option of the same meaning.
struct InputSettings {
  std::vector<Setting<std::string>> constraints, overrides;  ///< files, as --constraint and --override name them
  Setting<bool> prereleases, require_hashes;                 ///< --pre, --require-hashes
};

/// Where packages come from and how the network is reached.
struct IndexSettings {
  std::string default_name = "pypi";   ///< the name by which manifests know the default index
  Setting<std::string> default_index;  ///< a URL; empty: none is known
  std::map<std::string, Setting<std::string>> framework_indexes;  ///< by name; asked as URL/VARIANT/PROJECT/
  std::vector<Setting<std::string>> find_links;                   ///< folders or URLs of pages that list wheels
  std::vector<Setting<http::Mirror>> mirrors;                     ///< what begins so is fetched from there
  std::vector<UnusedSetting> unused;                              ///< extra indexes among them: noted, never asked
  InputSettings inputs;                                           ///< heeded where inputs are read

  Setting<std::filesystem::path> ca_file, ca_path;    ///< empty: the system's
  Setting<std::filesystem::path> client_certificate;  ///< PEM with certificate and key
  Setting<std::filesystem::path> netrc;               ///< empty: ~/.netrc
  Setting<std::string> http_proxy, https_proxy;       ///< by the scheme of the address
  Setting<std::string> no_proxy;                      ///< hosts that are reached directly
  Setting<std::chrono::milliseconds> timeout{std::chrono::milliseconds(30'000), "built in"};
  Setting<unsigned> retries{4, "built in"};
  std::vector<Setting<std::string>> trusted_hosts;
  http::ConfiguredCredentials credentials;  ///< taken out of the addresses above
  Setting<bool> keyring;                    ///< the command `keyring` is asked after a 401
  Setting<bool> offline;
  bool refresh = false;  ///< --refresh: also fresh pages are asked for

  http::ClientOptions client_options() const;
};

/// An option about sources that a requirements file states. `origin` is its file and line: "requirements.txt:3". A
/// relative folder of FindLinks is relative to that file: whoever reads the file makes it absolute.
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
  bool refresh = false;  ///< --refresh
  /// Rank after the command line and before every variable, as with pip. Of several values for one thing the last
  /// counts.
  std::vector<SourceOption> from_files{};
};

using Variables = std::map<std::string, std::string>;
using FileReader = std::function<std::optional<std::string>(const std::filesystem::path&)>;

/// The command line comes first, then requirements files, then KENV_*, then what pip is told (its variables, its
/// configuration files), then uv's variables and its uv.toml, then what is built in. Throws Error(Usage) on a value
/// that cannot be meant.
IndexSettings read_settings(const Variables& variables, const FileReader& read_file,
                            const SettingsOverrides& overrides);

/// What of it concerns inputs, which may name sources themselves and so are read first.
InputSettings read_input_settings(const Variables& variables, const FileReader& read_file);

/// One line of `kenv config --show-origin`, credentials left out. `not_used` says why a setting has no effect; it is
/// empty for those that have one.
struct ShownSetting {
  std::string name, value, origin, not_used{};
};
std::vector<ShownSetting> shown_settings(const IndexSettings& settings);

}  // namespace kenv::index
