// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "commands/run.hpp"
#include "commands/tools.hpp"
#include "io/surroundings.hpp"

namespace kenv::commands {
namespace {

using Shown = index::ShownSetting;

std::string value_of(const Services& services, const std::string& variable) {
  const auto found = services.variables.find(variable);
  return found == services.variables.end() ? "" : found->second;
}

/// Which variable decided a folder: kenv's own, else the XDG one (heeded only if absolute), else the home folder.
std::string folder_origin(const Services& services, const std::string& own, const std::string& xdg) {
  if (!own.empty() && !value_of(services, own).empty()) return own;
  if (value_of(services, xdg).starts_with('/')) return xdg;
  return "built in";
}

void add_folders(std::vector<Shown>& out, const Services& services) {
  out.push_back(
      {"cache-folder", io::cache_directory().string(), folder_origin(services, "KENV_CACHE_DIR", "XDG_CACHE_HOME")});
  out.push_back(
      {"store-folder", io::store_directory().string(), folder_origin(services, "KENV_STORE_DIR", "XDG_DATA_HOME")});
  out.push_back({"state-folder", ".kenv beside each environment", "built in"});
  for (const auto& [name, variable] : {std::pair{"cache-folder", "XDG_CACHE_HOME"}, {"store-folder", "XDG_DATA_HOME"}})
    if (const auto value = value_of(services, variable); !value.empty() && !value.starts_with('/'))
      out.push_back({name, value, variable, "the XDG specification has relative folders ignored"});
}

void add_color(std::vector<Shown>& out, const Arguments& arguments, const Services& services) {
  if (arguments.color != "auto") return out.push_back({"color", arguments.color, "--color"});
  for (const auto& [variable, meaning] :
       {std::pair{"FORCE_COLOR", "always"}, {"CLICOLOR_FORCE", "always"}, {"NO_COLOR", "never"}}) {
    const auto value = value_of(services, variable);
    if (!value.empty() && !(std::string_view(meaning) == "always" && value == "0"))
      return out.push_back({"color", meaning, variable});
  }
  if (value_of(services, "TERM") == "dumb") return out.push_back({"color", "never", "TERM"});
  out.push_back({"color", "auto", "built in"});
}

std::string line_of(const Shown& setting, bool with_origin) {
  std::string out = fmt::format("{} = {}", setting.name, setting.value);
  if (with_origin) out += fmt::format("  [{}]", setting.origin);
  if (!setting.not_used.empty()) out += "  (" + setting.not_used + ")";
  return out + "\n";
}

}  // namespace

void config_options(OptionList& options, Arguments& to) {
  options.flag("--show-origin", to.show_origin, "say which option, variable or file set each value");
}

Outcome run_config(const Arguments& arguments, Services& services) {
  auto settings = index::shown_settings(index_settings(arguments, services));
  add_folders(settings, services);
  add_color(settings, arguments, services);
  Outcome outcome;
  outcome.document["settings"] = nlohmann::ordered_json::array();
  std::string unused;
  for (const auto& setting : settings) {
    outcome.document["settings"].push_back({{"name", setting.name},
                                            {"value", setting.value},
                                            {"origin", setting.origin},
                                            {"used", setting.not_used.empty()}});
    if (!setting.not_used.empty()) outcome.document["settings"].back()["reason"] = setting.not_used;
    (setting.not_used.empty() ? outcome.text : unused) += line_of(setting, arguments.show_origin);
  }
  if (!unused.empty()) outcome.text += "\nset, and not used:\n" + unused;
  return outcome;
}

}  // namespace kenv::commands
