// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "archive/refusal.hpp"
#include "archive/wheel_checks.hpp"

namespace kenv::archive {
namespace {

[[noreturn]] void refuse_identity(const WheelReader& wheel, const std::string& why) {
  refuse_archive(wheel.file_name(), "wheel-name-mismatch", why);
}

void compare(const WheelReader& wheel, const python::WheelName& file, const python::PackageName& name,
             const python::Version& version, std::string_view where) {
  if (name != file.name || version != file.version) {
    refuse_identity(wheel, fmt::format("{} is of {} {}", where, name.text(), version.text()));
  }
}

// "NAME-VERSION.dist-info": the last "-" separates, since a version has none in this form.
void compare_folder(const WheelReader& wheel, const python::WheelName& file, const std::string& folder) {
  const std::string_view stem =
      std::string_view(folder).substr(0, folder.size() - std::string_view(".dist-info").size());
  const auto dash = stem.rfind('-');
  if (dash == std::string_view::npos) refuse_identity(wheel, folder + " names no version");
  const auto name = python::PackageName::parse(stem.substr(0, dash));
  const auto version = python::Version::parse(stem.substr(dash + 1));
  if (!name || !version) refuse_identity(wheel, folder + " is no name and version");
  compare(wheel, file, *name, *version, folder);
}

}  // namespace

void verify_identity(const WheelReader& wheel, const python::WheelName& name) {
  compare_folder(wheel, name, wheel.dist_info());
  const auto metadata = wheel.metadata();
  compare(wheel, name, metadata.name, metadata.version, "METADATA");
  const auto tags = wheel.wheel().tags;
  const bool known = std::ranges::any_of(name.tags, [&](const python::Tag& tag) {
    return std::ranges::any_of(tags,
                               [&](const python::Tag& own) { return own.python == tag.python && own.abi == tag.abi; });
  });
  if (!tags.empty() && !known) {
    refuse_identity(wheel,
                    fmt::format("WHEEL says it was built for {}, the file's name says otherwise", tags.front().text()));
  }
}

}  // namespace kenv::archive
