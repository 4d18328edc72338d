// SPDX-License-Identifier: Apache-2.0
#include "base/digest.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <map>
#include <new>

#include "base/text.hpp"

namespace kenv {
namespace {

struct Algorithm {
  std::string_view name, shown;
  std::size_t bytes;
  const EVP_MD* (*implementation)();
};

/// In the order of DigestAlgorithm. hashlib's blake2b and blake2s are those of full length.
constexpr std::array<Algorithm, 10> kAlgorithms = {{
    {"sha224", "SHA-224", 28, &EVP_sha224},
    {"sha256", "SHA-256", 32, &EVP_sha256},
    {"sha384", "SHA-384", 48, &EVP_sha384},
    {"sha512", "SHA-512", 64, &EVP_sha512},
    {"sha3_224", "SHA3-224", 28, &EVP_sha3_224},
    {"sha3_256", "SHA3-256", 32, &EVP_sha3_256},
    {"sha3_384", "SHA3-384", 48, &EVP_sha3_384},
    {"sha3_512", "SHA3-512", 64, &EVP_sha3_512},
    {"blake2b", "BLAKE2b", 64, &EVP_blake2b512},
    {"blake2s", "BLAKE2s", 32, &EVP_blake2s256},
}};

const Algorithm& about(DigestAlgorithm algorithm) { return kAlgorithms[static_cast<std::size_t>(algorithm)]; }

bool is_hexadecimal(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

const Digest* find(const std::vector<Digest>& digests, DigestAlgorithm algorithm) {
  const auto found = std::ranges::find(digests, algorithm, &Digest::algorithm);
  return found == digests.end() ? nullptr : &*found;
}

}  // namespace

std::string_view to_text(DigestAlgorithm algorithm) { return about(algorithm).name; }

std::optional<DigestAlgorithm> digest_algorithm(std::string_view name) {
  const std::string lower = text::lower(name);
  const auto* found = std::ranges::find(kAlgorithms, lower, &Algorithm::name);
  if (found == kAlgorithms.end()) return std::nullopt;
  return static_cast<DigestAlgorithm>(found - kAlgorithms.begin());
}

std::string digest_algorithm_names() {
  std::vector<std::string> names;
  for (const auto& algorithm : kAlgorithms) names.emplace_back(algorithm.name);
  return text::join(names, ", ");
}

Result<Digest> Digest::parse(DigestAlgorithm algorithm, std::string_view hex) {
  Digest digest;
  digest.algorithm = algorithm;
  digest.hex = text::lower(hex);
  const auto& of = about(algorithm);
  if (hex.size() != 2 * of.bytes || !std::ranges::all_of(digest.hex, is_hexadecimal))
    return refuse("a digest of " + std::string(of.name) + " has " + std::to_string(2 * of.bytes) +
                  " hexadecimal digits");
  return digest;
}

std::string Digest::to_text() const { return std::string(kenv::to_text(algorithm)) + ":" + hex; }

void Digests::add(const Digest& digest) {
  if (digest.algorithm == DigestAlgorithm::Sha256) {
    if (const auto parsed = Sha256Digest::from_hex(digest.hex)) sha256 = *parsed;
    return;
  }
  std::erase_if(others, [&](const Digest& one) { return one.algorithm == digest.algorithm; });
  others.insert(std::ranges::lower_bound(others, digest), digest);
}

std::vector<Digest> Digests::all() const {
  std::vector<Digest> out;
  if (sha256) out.emplace_back(*sha256);
  out.insert(out.end(), others.begin(), others.end());
  return out;
}

Result<Digests> digests_in_fragment(std::string_view fragment) {
  Digests digests;
  for (const auto part : text::split(fragment, '&')) {
    const auto equals = part.find('=');
    const auto algorithm = equals == std::string_view::npos ? std::nullopt : digest_algorithm(part.substr(0, equals));
    if (!algorithm) continue;
    const auto digest = Digest::parse(*algorithm, part.substr(equals + 1));
    if (!digest) return tl::unexpected(digest.error());
    digests.add(*digest);
  }
  return digests;
}

struct FileHash::State {
  explicit State(DigestAlgorithm of) : algorithm(of), context(EVP_MD_CTX_new()) {
    if (context == nullptr || EVP_DigestInit_ex(context, about(of).implementation(), nullptr) != 1)
      throw std::bad_alloc();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { EVP_MD_CTX_free(context); }

  DigestAlgorithm algorithm;
  EVP_MD_CTX* context;
};

FileHash::FileHash(const std::set<DigestAlgorithm>& others) {
  for (const auto algorithm : others)
    if (algorithm != DigestAlgorithm::Sha256) others_.push_back(std::make_unique<State>(algorithm));
}
FileHash::~FileHash() = default;
FileHash::FileHash(FileHash&&) noexcept = default;
FileHash& FileHash::operator=(FileHash&&) noexcept = default;

void FileHash::update(std::span<const std::byte> bytes) {
  sha256_.update(bytes);
  for (const auto& other : others_) EVP_DigestUpdate(other->context, bytes.data(), bytes.size());
}

Digests FileHash::finish() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  Digests digests;
  digests.sha256 = sha256_.finish();
  for (const auto& other : others_) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned int length = 0;
    EVP_DigestFinal_ex(other->context, bytes.data(), &length);
    Digest digest;
    digest.algorithm = other->algorithm;
    for (unsigned int i = 0; i < length; ++i) digest.hex += {kDigits[bytes[i] >> 4], kDigits[bytes[i] & 15]};
    digests.add(digest);
  }
  return digests;
}

Digests unambiguous(const std::set<Digest>& allowed) {
  Digests out;
  for (const auto& digest : allowed)
    if (std::ranges::count(allowed, digest.algorithm, &Digest::algorithm) == 1) out.add(digest);
  return out;
}

std::set<DigestAlgorithm> algorithms_of(const Digests& stated) {
  std::set<DigestAlgorithm> out;
  for (const auto& digest : stated.all()) out.insert(digest.algorithm);
  return out;
}

std::optional<std::string> mismatch(const Digests& computed, const Digests& stated) {
  const auto own = computed.all();
  for (const auto& promised : stated.all()) {
    const auto* digest = find(own, promised.algorithm);
    if (digest != nullptr && digest->hex != promised.hex)
      return "its " + std::string(about(promised.algorithm).shown) + " is " + digest->hex + ", promised was " +
             promised.hex;
  }
  return std::nullopt;
}

Vouched vouched_for(const std::set<Digest>& allowed, const Digests& of_file) {
  if (allowed.empty()) return Vouched::No;
  std::map<DigestAlgorithm, bool> matches;
  const auto own = of_file.all();
  for (const auto& one : allowed)
    if (const auto* digest = find(own, one.algorithm)) matches[one.algorithm] |= digest->hex == one.hex;
  if (matches.empty()) return Vouched::Unknown;
  return std::ranges::all_of(matches, [](const auto& match) { return match.second; }) ? Vouched::Yes : Vouched::No;
}

}  // namespace kenv
