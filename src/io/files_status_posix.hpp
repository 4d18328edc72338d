// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/stat.h>

#include "io/files.hpp"

namespace kenv::io {

FileStatus to_status(const struct stat& facts);

}  // namespace kenv::io
