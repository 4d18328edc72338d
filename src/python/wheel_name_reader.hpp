// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "python/wheel_name.hpp"

namespace kenv::python {

/// Reads the names of many wheels. A project's page has thousands, made of a few hundred distinct versions and tag
/// sets; each is read once. Says of every name the same as WheelName::parse_with_variant, but for the reason of a
/// refusal.
class WheelNameReader {
 public:
  /// What a name says. The pointers hold as long as the reader; equal texts give equal pointers.
  struct Wheel {
    const PackageName* name;
    const Version* version;
    BuildNumber build;
    const std::vector<Tag>* tags;
    std::string_view variant_label;  ///< in the name that was given
  };
  /// Nothing if it is not the name of a wheel. The name must outlive the reader, which remembers parts of it as views.
  std::optional<Wheel> read(std::string_view file_name);

 private:
  std::unordered_map<std::string_view, std::optional<PackageName>> names_;
  std::unordered_map<std::string_view, std::optional<Version>> versions_;
  std::unordered_map<std::string_view, std::optional<std::vector<Tag>>> tags_;
};

}  // namespace kenv::python
