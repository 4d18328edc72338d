// SPDX-License-Identifier: Apache-2.0
#include "change/drop_credentials.hpp"

#include "http/url.hpp"

namespace kenv::change {

void drop_credentials(std::vector<python::Requirement>& requirements) {
  for (auto& requirement : requirements)
    if (!requirement.url.empty()) requirement.url = http::without_credentials(requirement.url);
}

}  // namespace kenv::change
