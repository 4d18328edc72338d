// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <new>

#include "base/hex_digit.hpp"

namespace kenv {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kBase64Url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

}  // namespace

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  if (state_->context == nullptr || EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr) != 1)
    throw std::bad_alloc();
}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::update(std::span<const std::byte> bytes) { EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()); }

Sha256Digest Sha256::finish() {
  Sha256Digest digest;
  unsigned int length = 0;
  EVP_DigestFinal_ex(state_->context, digest.bytes.data(), &length);
  return digest;
}

Sha256Digest sha256(std::string_view text) {
  Sha256 hash;
  hash.update(text);
  return hash.finish();
}

std::string Sha256Digest::hex() const {
  std::string out;
  for (std::uint8_t byte : bytes) {
    out += kHexDigits[byte >> 4];
    out += kHexDigits[byte & 15];
  }
  return out;
}

std::string Sha256Digest::base64url() const {
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = std::uint32_t{bytes[i]} << 16;
    if (i + 1 < bytes.size()) group |= std::uint32_t{bytes[i + 1]} << 8;
    if (i + 2 < bytes.size()) group |= bytes[i + 2];
    const std::size_t digits = std::min<std::size_t>(4, bytes.size() - i + 1);
    for (std::size_t d = 0; d < digits; ++d) out += kBase64Url[(group >> (18 - 6 * d)) & 63];
  }
  return out;
}

Result<Sha256Digest> Sha256Digest::from_hex(std::string_view hex) {
  Sha256Digest digest;
  if (hex.size() != 64)
    return refuse("a SHA-256 digest has 64 hexadecimal digits, this has " + std::to_string(hex.size()));
  for (std::size_t i = 0; i < 32; ++i) {
    const int high = text::hex_value(hex[2 * i]), low = text::hex_value(hex[2 * i + 1]);
    if (high < 0 || low < 0) return refuse("not a hexadecimal digit in a SHA-256 digest");
    digest.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return digest;
}

Result<Sha256Digest> Sha256Digest::from_base64url(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  Sha256Digest digest;
  if (text.size() != 43)
    return refuse("a SHA-256 digest has 43 base64 digits, this has " + std::to_string(text.size()));
  std::uint32_t group = 0;
  int bits = 0;
  std::size_t out = 0;
  for (char c : text) {
    const auto value = kBase64Url.find(c);
    if (value == std::string_view::npos) return refuse("not a URL-safe base64 digit in a SHA-256 digest");
    group = (group << 6) | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits >= 8 && out < 32) {
      bits -= 8;
      digest.bytes[out++] = static_cast<std::uint8_t>((group >> bits) & 255);
    }
  }
  return digest;
}

}  // namespace kenv
