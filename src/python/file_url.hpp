// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace kenv::python {

/// The path that a file URL of this machine names (RFC 8089), percent codes undone; empty for other addresses. Locks
/// state a path where they can: uv takes no file URL there.
std::string path_of_file_url(std::string_view url);

}  // namespace kenv::python
