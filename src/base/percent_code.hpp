// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace kenv::text {

/// Undoes the percent codes of an address (RFC 3986, 2.1): "%2B" is "+". A "%" that begins no code stays.
std::string percent_decoded(std::string_view text);

}  // namespace kenv::text
