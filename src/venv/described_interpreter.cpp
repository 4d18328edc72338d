// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "venv/version_request.hpp"

namespace kenv::venv {
namespace {

/// What a CPython of that version would answer where `here` runs; nothing if the request does not say enough.
std::optional<Interpreter> describe(const VersionRequest& wanted, const Interpreter& here) {
  const auto parts = text::split(wanted.digits, '.');
  const auto minor = parts.size() < 2 ? std::nullopt : text::parse_unsigned(parts[1]);
  if (parts[0] != "3" || !minor || *minor > 99) return std::nullopt;

  Interpreter described;
  described.described = true;
  described.implementation = "cpython";
  described.version_text = parts.size() == 3 ? wanted.digits : wanted.digits + ".0";
  auto version = python::Version::parse(described.version_text);
  if (!version) return std::nullopt;
  described.version = *std::move(version);
  described.free_threaded = wanted.free_threaded;
  described.is_64_bit = here.is_64_bit;

  described.tags = here.tags;
  described.tags.implementation = "cpython";
  described.tags.major = 3;
  described.tags.minor = static_cast<int>(*minor);
  described.tags.free_threaded = wanted.free_threaded;

  described.markers = here.markers;
  auto& fields = described.markers.fields;
  fields["python_version"] = fmt::format("3.{}", *minor);
  fields["python_full_version"] = fields["implementation_version"] = described.version_text;
  fields["implementation_name"] = "cpython";
  fields["platform_python_implementation"] = "CPython";
  return described;
}

}  // namespace

Interpreter find_or_describe_interpreter(std::string_view request, const QueryOptions& options) {
  try {
    return find_interpreter(request, options);
  } catch (const Error& error) {
    const auto wanted = VersionRequest::parse(text::trim(request));
    if (!wanted || error.code() != "no-interpreter" || wanted->digits.empty()) throw;
    if (auto described = describe(*wanted, find_interpreter("", options))) return *std::move(described);
    throw;
  }
}

}  // namespace kenv::venv
