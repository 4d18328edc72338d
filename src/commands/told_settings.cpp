// SPDX-License-Identifier: Apache-2.0
#include "commands/told_settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "python/location.hpp"

namespace kenv::commands {
namespace {

using Kind = index::SourceOption::Kind;

bool of_a_file(const std::string& origin, const change::Inputs& inputs) {
  return std::ranges::any_of(inputs.sources, [&](const auto& option) { return option.origin == origin; });
}

/// A file that was just named is worth a warning; what is set for all commands is not, each time.
void tell_extra_index(const index::UnusedSetting& extra, const index::IndexSettings& settings,
                      const change::Inputs& inputs, report::Reporter& reporter) {
  const auto framework = std::ranges::find_if(
      settings.framework_indexes, [&](const auto& index) { return extra.value.starts_with(index.second.value); });
  const std::string text =
      framework != settings.framework_indexes.end()
          ? fmt::format(
                "{}: {} is the index {}, from which kenv chooses the build itself; nothing else is taken from there",
                extra.origin, extra.value, framework->first)
          : fmt::format(
                "{}: the extra index {} is not asked: indexes are never merged, since a stranger could have taken a "
                "name on one of them. "
                "--index URL makes it the only one, --find-links takes the wheels of a page",
                extra.origin, extra.value);
  if (of_a_file(extra.origin, inputs))
    reporter.warn(text);
  else
    reporter.note(text);
}

void tell_displaced_indexes(const index::IndexSettings& settings, const change::Inputs& inputs,
                            report::Reporter& reporter) {
  for (const auto& option : inputs.sources)
    if (option.kind == Kind::Index && settings.default_index.origin != option.origin)
      reporter.warn(fmt::format("{}: the index {} is not used; {} comes first", option.origin,
                                python::without_secrets(option.value), settings.default_index.origin));
  if (settings.default_index.origin == "--index" &&
      std::ranges::any_of(inputs.sources, [](const auto& option) { return option.kind == Kind::NoIndex; }))
    reporter.warn("--no-index of a requirements file is not heeded: --index comes first");
}

}  // namespace

void tell_settings(const index::IndexSettings& settings, const change::Inputs& inputs, report::Reporter& reporter) {
  for (const auto& heeded : inputs.heeded) reporter.note(heeded);
  tell_displaced_indexes(settings, inputs, reporter);
  for (const auto& one : settings.unused)
    if (one.name == index::kExtraIndex)
      tell_extra_index(one, settings, inputs, reporter);
    else if (one.decides)
      reporter.warn(fmt::format("{}: {}{} is not heeded: {}", one.origin, one.name,
                                one.value.empty() ? "" : " = " + one.value, one.reason));
}

void tell_what_does_not_apply(const change::Inputs& inputs, const python::MarkerEnvironment& markers,
                              report::Reporter& reporter) {
  for (const auto& placed : inputs.requirements)
    if (placed.where.file.empty() && !placed.requirement.marker.evaluate(markers).value_or(true))
      reporter.note(python::without_secrets(placed.requirement.to_text()) +
                    " asks for nothing here: its marker does not hold");
}

}  // namespace kenv::commands
