// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/sha256.hpp"

// Digests of files as others state them. The standards take the algorithms of Python's `hashlib.algorithms_guaranteed`
// (PEP 691, PEP 751). Of these MD5 and SHA-1 vouch for nothing any more, and the SHAKEs have no length of their own.
namespace kenv {

enum class DigestAlgorithm : std::uint8_t {
  Sha224,
  Sha256,
  Sha384,
  Sha512,
  Sha3_224,
  Sha3_256,
  Sha3_384,
  Sha3_512,
  Blake2b,
  Blake2s
};

std::string_view to_text(DigestAlgorithm algorithm);  ///< as hashlib calls it: "sha3_256"
/// Upper and lower case alike. Nothing for algorithms that do not vouch for a file.
std::optional<DigestAlgorithm> digest_algorithm(std::string_view name);
std::string digest_algorithm_names();  ///< "sha224, sha256, ...", for messages

struct Digest {
  DigestAlgorithm algorithm = DigestAlgorithm::Sha256;
  std::string hex;  ///< lower case

  Digest() = default;
  Digest(DigestAlgorithm of, std::string digits) : algorithm(of), hex(std::move(digits)) {}
  Digest(const Sha256Digest& digest) : hex(digest.hex()) {}
  static Result<Digest> parse(DigestAlgorithm algorithm, std::string_view hex);
  std::string to_text() const;  ///< "sha512:HEX", as --hash has it
  auto operator<=>(const Digest&) const = default;
};

/// What is stated of one file, or was computed of it.
struct Digests {
  std::optional<Sha256Digest> sha256;  ///< the one that nearly all state, and by which the store knows a wheel
  std::vector<Digest> others;          ///< one per algorithm, sorted

  Digests() = default;
  Digests(const Sha256Digest& digest) : sha256(digest) {}
  Digests(std::optional<Sha256Digest> digest, std::vector<Digest> more) : sha256(digest), others(std::move(more)) {}
  bool empty() const { return !sha256 && others.empty(); }
  void add(const Digest& digest);  ///< takes the place of one of the same algorithm
  std::vector<Digest> all() const;
  bool operator==(const Digests&) const = default;
};

/// "sha256=HEX&sha512=HEX", as fragments of addresses have it. What is no digest that vouches is read over; one that
/// has not the form of its algorithm is refused.
Result<Digests> digests_in_fragment(std::string_view fragment);

/// Computes SHA-256 and what else is asked for, piece by piece.
class FileHash {
 public:
  explicit FileHash(const std::set<DigestAlgorithm>& others = {});
  ~FileHash();
  FileHash(FileHash&&) noexcept;
  FileHash& operator=(FileHash&&) noexcept;

  void update(std::span<const std::byte> bytes);
  Digests finish();  ///< the object may not be updated afterwards

 private:
  struct State;
  Sha256 sha256_;
  std::vector<std::unique_ptr<State>> others_;
};

std::set<DigestAlgorithm> algorithms_of(const Digests& stated);

/// Of several files' digests those of which there is one of their algorithm: they are the file's, whichever it is.
Digests unambiguous(const std::set<Digest>& allowed);

/// All that are stated of a file have to be its own: the first that is not, as a sentence's part ("its SHA-512 is X,
/// promised was Y"). What was not computed is not judged.
std::optional<std::string> mismatch(const Digests& computed, const Digests& stated);

/// Digests that somebody allows, of any number of files. A file is one of them if of every algorithm that is named it
/// has one of the digests.
enum class Vouched { Yes, No, Unknown };
/// Unknown: of no algorithm that is named a digest of the file is known.
Vouched vouched_for(const std::set<Digest>& allowed, const Digests& of_file);

}  // namespace kenv
