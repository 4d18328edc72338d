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

/// The text of METADATA out of a wheel's bytes. Throws Error(VerificationFailed) if it is no proper wheel.
std::string metadata_in_wheel(const gpu::ByteSource& wheel, const std::string& filename);

using MetadataText = std::variant<std::string, UnusableMetadata, Unreachable>;

/// METADATA of wheels on servers that do not serve it by itself (PEP 658): from the end of each wheel, where its table
/// of contents is, and the piece that this names. A few hundred kilobytes instead of gigabytes. A server that sends no
/// pieces gives small wheels whole.
std::vector<MetadataText> fetch_wheel_metadata(http::Client& client, std::span<const MetadataRequest> requests);

}  // namespace kenv::index
