// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/pip_configuration.hpp"
#include "index/settings.hpp"
#include "index/uv_configuration.hpp"

namespace kenv::index {

inline constexpr const char* kBuiltIn = "built in";

/// The places that settings come from, asked by name. Whatever is empty counts as not set.
class SettingSources {
 public:
  SettingSources(const Variables& variables, const FileReader& read_file);

  Setting<std::string> variable(const std::string& name) const;
  Setting<std::string> pip(const std::string& key) const;
  Setting<std::string> uv(const std::string& key) const;  ///< of its files; the last value where it is a list
  std::vector<Setting<std::string>> uv_list(const std::string& key) const;
  const Variables& variables() const { return variables_; }
  const PipConfiguration& pip_settings() const { return pip_; }
  const UvConfiguration& uv_settings() const { return uv_; }

 private:
  const Variables& variables_;
  PipConfiguration pip_;
  UvConfiguration uv_;
};

/// The first that is set.
Setting<std::string> first_of(std::initializer_list<Setting<std::string>> settings);
/// pip's lists may be written on several lines or with blanks between.
std::vector<std::string> words(std::string_view text);
/// The words that pip and uv take for yes and for no; none for any other.
std::optional<bool> yes_or_no(std::string_view word);
/// Seconds, also parts of one, as pip has them.
std::optional<std::chrono::milliseconds> seconds(std::string_view text);
Error bad_setting(const std::string& message, std::string hint);

/// The first that is set and that `parse` understands; otherwise `out` stays. What kenv's own variables say has to be
/// understood: Error(Usage). What pip's and uv's say and their owners would refuse is passed over, and told.
template <class T>
void take_first(std::initializer_list<Setting<std::string>> settings, std::optional<T> (*parse)(std::string_view),
                const char* name, const char* expected, Setting<T>& out, std::vector<UnusedSetting>& unused) {
  for (const auto& setting : settings) {
    if (setting.value.empty()) continue;
    if (auto value = parse(setting.value)) {
      out = {*std::move(value), setting.origin};
      return;
    }
    if (setting.origin.starts_with("KENV_"))
      throw bad_setting(setting.origin + " is not " + expected + ": " + setting.value,
                        std::string("write ") + expected);
    unused.push_back({name, setting.value, setting.origin, std::string("it is not ") + expected, true});
  }
}

/// Constraints, overrides, pre-releases, digests.
void read_input_settings(const SettingSources& sources, IndexSettings& out);
/// Certificates, proxies, time limits, keyring.
void read_network_settings(const SettingSources& sources, IndexSettings& out);
/// What is set for pip or uv and known to have no effect here, extra indexes left out.
std::vector<UnusedSetting> unused_settings(const SettingSources& sources);

}  // namespace kenv::index
