// SPDX-License-Identifier: Apache-2.0
#include "python/file_url.hpp"

#include "base/percent_code.hpp"

namespace kenv::python {

std::string path_of_file_url(std::string_view url) {
  for (std::string_view host : {"file:///", "file://localhost/"})
    if (url.starts_with(host))
      return text::percent_decoded(url.substr(host.size() - 1, url.find_first_of("?#") - (host.size() - 1)));
  return {};
}

}  // namespace kenv::python
