// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

#include "archive/unpack_pool.hpp"
#include "gpu/library_coverage.hpp"
#include "report/reporter.hpp"

namespace kenv::store {

/// Which GPU code the libraries of an unpacked wheel hold, by member path; those without any are left out.
/// A library that cannot be read is told to the reporter and left out: it may be fine for everything else.
std::map<std::string, gpu::LibraryTargets> scan_gpu_code(const archive::UnpackedWheel& wheel,
                                                         report::Reporter& reporter);

}  // namespace kenv::store
