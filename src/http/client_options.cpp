// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "http/client.hpp"
#include "io/files.hpp"

namespace kenv::http {
namespace {

bool is_there(const std::filesystem::path& path) { return io::target_status(path).has_value(); }

[[noreturn]] void refuse_file(const char* code, const std::string& origin, const char* what,
                              const std::filesystem::path& path) {
  throw Error(
      ExitCode::Usage, code,
      fmt::format("{} names {} not there: {}", origin.empty() ? "the configuration" : origin, what, path.string()),
      "correct the setting, or unset it");
}

}  // namespace

ClientOptions checked(ClientOptions options) {
  if (!options.ca_file.empty() && io::is_directory(options.ca_file))
    options.ca_path = std::exchange(options.ca_file, {});
  if (!options.ca_file.empty() && !is_there(options.ca_file))
    refuse_file("ca-file-missing", options.ca_origin, "certificates that are", options.ca_file);
  const std::string path = options.ca_path.string();
  const auto folders = text::split(path, ':');
  if (!path.empty() && std::none_of(folders.begin(), folders.end(), is_there))
    refuse_file("ca-file-missing", options.ca_origin, "certificates that are", options.ca_path);
  if (!options.client_certificate.empty() && !is_there(options.client_certificate))
    refuse_file("client-certificate-missing", options.client_certificate_origin, "a client certificate that is",
                options.client_certificate);
  return options;
}

}  // namespace kenv::http
