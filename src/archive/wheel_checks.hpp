// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "archive/wheel_reader.hpp"
#include "python/wheel_name.hpp"

// What a wheel says about itself, compared with what it is. Each throws Error(VerificationFailed, "wheel-...").
namespace kenv::archive {

/// METADATA and the .dist-info folder must name the project and version of the file's name, and WHEEL must know one of
/// its Python and ABI tags. (The platform is not compared: wheels are relabelled from linux to manylinux after the
/// fact.)
void verify_identity(const WheelReader& wheel, const python::WheelName& name);

enum class RecordDigests { Skip, Verify };

/// RECORD must list every member but itself and its signatures, nothing else, and each with its size (packaging
/// specifications, "The .dist-info/RECORD file"). With Verify the SHA-256 of every member is computed, too, on all
/// cores; not needed for a wheel whose own digest is vouched for.
void verify_record(const WheelReader& wheel, RecordDigests digests = RecordDigests::Skip);

}  // namespace kenv::archive
