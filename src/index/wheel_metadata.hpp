// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "gpu/byte_source.hpp"
#include "http/client.hpp"
#include "index/answers.hpp"

namespace kenv::index {

/// The files of a wheel's .dist-info that are read by themselves.
inline constexpr const char *kMetadata = "METADATA", *kRecord = "RECORD";

/// The text of one of them out of a wheel's bytes. Throws Error(VerificationFailed) if it is no proper wheel.
std::string text_in_wheel(const gpu::ByteSource& wheel, const std::string& filename, const std::string& member);

/// The same of wheels on servers, as where METADATA is not served by itself (PEP 658): from the end of each wheel,
/// where its table of contents is, and the piece that this names. A few hundred kilobytes instead of gigabytes. A
/// server that sends no pieces gives small wheels whole.
std::vector<MemberText> fetch_wheel_texts(http::Client& client, std::span<const MetadataRequest> requests,
                                          const std::string& member);

}  // namespace kenv::index
