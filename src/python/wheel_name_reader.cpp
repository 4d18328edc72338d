// SPDX-License-Identifier: Apache-2.0
#include "python/wheel_name_reader.hpp"

namespace kenv::python {
namespace {

/// What the map holds for the text, read now if it is new. Elements of the map never move.
template <class Map, class Read>
const auto& known(Map& map, std::string_view text, const Read& read) {
  const auto place = map.find(text);
  return place != map.end() ? place->second : map.emplace(text, read()).first->second;
}

template <class T>
std::optional<T> value_of(Result<T> result) {
  return result ? std::optional<T>(*std::move(result)) : std::nullopt;
}

}  // namespace

std::optional<WheelNameReader::Wheel> WheelNameReader::read(std::string_view file_name) {
  const auto parts = WheelNameParts::split(file_name);
  if (!parts) return std::nullopt;
  const auto& name = known(names_, parts->name, [&] { return parts->read_name(); });
  const auto& version = known(versions_, parts->version, [&] { return value_of(Version::parse(parts->version)); });
  const auto& tags = known(tags_, parts->tags, [&] { return value_of(Tag::parse_set(parts->tags)); });
  auto build = parts->read_build();
  if (!name || !version || !tags || !build) return std::nullopt;
  return Wheel{&*name, &*version, *std::move(build), &*tags, parts->variant_label};
}

}  // namespace kenv::python
