// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace kenv::python {

/// The text of a file that people write, as UTF-8. Its encoding is that of its byte order mark, else the one that a
/// comment in its first two lines names ("# -*- coding: latin-1 -*-", PEP 263), else UTF-8. Refuses what is not in that
/// encoding, with the place of the first wrong byte, and encodings other than UTF-8, UTF-16, UTF-32, ASCII, Latin-1 and
/// Windows-1252.
Result<std::string> decode_source(std::string_view bytes, std::string_view file);

}  // namespace kenv::python
