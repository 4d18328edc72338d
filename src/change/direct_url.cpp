// SPDX-License-Identifier: Apache-2.0
#include "change/direct_url.hpp"

#include <nlohmann/json.hpp>

#include "http/url.hpp"

namespace kenv::change {

std::string direct_url_json(const plan::Wheel& wheel) {
  if (!wheel.direct) return {};
  nlohmann::ordered_json archive = nlohmann::ordered_json::object();
  for (const auto& digest : wheel.file.digests().all()) archive["hashes"][std::string(to_text(digest.algorithm))] = digest.hex;
  const nlohmann::ordered_json document = {{"url", http::without_credentials(wheel.file.url)}, {"archive_info", archive}};
  return document.dump();
}

}  // namespace kenv::change
