// SPDX-License-Identifier: Apache-2.0
#include "change/input_place.hpp"

#include <filesystem>

#include "change/named_file.hpp"
#include "index/local_index.hpp"
#include "io/files.hpp"
#include "python/location.hpp"

namespace kenv::change {
namespace {

namespace fs = std::filesystem;

bool is_remote(const std::string& place) { return python::has_scheme(place) && !index::local_path(place); }

fs::path path_of(const std::string& place) {
  if (python::has_scheme(place))
    if (auto path = index::local_path(place)) return *path;
  return place;
}

}  // namespace

std::string nested_place(const std::string& base, const std::string& reference) {
  if (is_remote(base)) return http::resolve_url(base, reference);
  if (python::has_scheme(reference) || base == "-") return reference;
  return (path_of(base).parent_path() / reference).lexically_normal().string();
}

std::string named_place(const std::string& base, const std::string& reference) {
  if (is_remote(base)) return http::resolve_url(base, reference);
  if (python::has_scheme(reference)) return reference;
  if (base.empty() || base == "-" || io::exists(reference)) return reference;
  const fs::path beside = path_of(base).parent_path() / reference;
  return io::exists(beside) ? beside.string() : reference;
}

std::string identity_of(const std::string& place) {
  if (place == "-" || is_remote(place)) return http::without_credentials(place);
  return fs::absolute(path_of(place)).lexically_normal().string();
}

std::string read_place(const std::string& place, const InputDoors& doors) {
  if (place == "-") return doors.standard_input();
  if (is_remote(place)) return doors.fetch(place);
  return read_named_file(path_of(place).string());
}

}  // namespace kenv::change
