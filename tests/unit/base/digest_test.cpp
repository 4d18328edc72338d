// SPDX-License-Identifier: Apache-2.0
#include "base/digest.hpp"

#include "support/catch.hpp"

using namespace kenv;

namespace {

Digests computed(std::string_view text, const std::set<DigestAlgorithm>& others) {
  FileHash hash(others);
  for (const char& c : text) hash.update(std::as_bytes(std::span(&c, 1)));
  return hash.finish();
}

Digest digest(DigestAlgorithm algorithm, char digit, std::size_t length) {
  return {algorithm, std::string(length, digit)};
}

}  // namespace

TEST_CASE("digests are those that hashlib computes under the same name") {
  // python3 -c 'import hashlib; print(hashlib.new(NAME, b"abc").hexdigest())'
  const auto [name, hex] = GENERATE(table<std::string, std::string>({
      {"sha224", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"},
      {"sha384", "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"},
      {"sha512",
       "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80"
       "e2a9ac94fa54ca49f"},
      {"sha3_224", "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf"},
      {"sha3_256", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"},
      {"sha3_384", "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25"},
      {"sha3_512",
       "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a"
       "56592f8274eec53f0"},
      {"blake2b",
       "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925"
       "ab92386edd4009923"},
      {"blake2s", "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982"},
      {"sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
  }));
  CAPTURE(name);
  const auto algorithm = digest_algorithm(name);
  REQUIRE(algorithm);
  CHECK(to_text(*algorithm) == name);
  const auto all = computed("abc", {*algorithm}).all();
  CHECK(all.back().to_text() == name + ":" + hex);
  CHECK(Digest::parse(*algorithm, hex));
  CHECK_FALSE(Digest::parse(*algorithm, hex + "00"));
  CHECK_FALSE(Digest::parse(*algorithm, "x" + hex.substr(1)));
}

TEST_CASE("algorithms that vouch for nothing, or have no length of their own, are none") {
  for (const char* name : {"md5", "sha1", "shake_128", "sha-256", "", "crc32"}) CHECK_FALSE(digest_algorithm(name));
  CHECK(digest_algorithm("SHA256") == DigestAlgorithm::Sha256);
}

TEST_CASE("a fragment states any number of digests of one file") {
  const std::string sha512(128, 'A');
  const auto both = digests_in_fragment("egg=x&md5=00&sha512=" + sha512 + "&sha256=" + std::string(64, 'b'));
  REQUIRE(both);
  CHECK(both->sha256->hex() == std::string(64, 'b'));
  CHECK(both->others == std::vector<Digest>{digest(DigestAlgorithm::Sha512, 'a', 128)});
  CHECK(digests_in_fragment("md5=00&x")->empty());
  CHECK_FALSE(digests_in_fragment("sha384=00"));
}

TEST_CASE("one wrong digest among those that are stated is enough") {
  Digests stated = computed("abc", {DigestAlgorithm::Sha512});
  CHECK_FALSE(mismatch(computed("abc", {DigestAlgorithm::Sha512}), stated));
  CHECK_FALSE(mismatch(computed("abc", {}), stated));  // what was not computed is not judged
  stated.add(digest(DigestAlgorithm::Sha512, '0', 128));
  CHECK(mismatch(computed("abc", {DigestAlgorithm::Sha512}), stated)->starts_with("its SHA-512 is ddaf35a1"));
  CHECK(mismatch(computed("abd", {}), sha256("abc"))->starts_with("its SHA-256 is "));
}

TEST_CASE("a file is one of those that are allowed if it has a digest of each algorithm that is named") {
  const Digest a = sha256("a"), b = sha256("b"), strong = digest(DigestAlgorithm::Sha512, '1', 128),
               other = digest(DigestAlgorithm::Sha512, '2', 128);
  Digests file = sha256("a");
  CHECK(vouched_for({a, b}, file) == Vouched::Yes);
  CHECK(vouched_for({b}, file) == Vouched::No);
  CHECK(vouched_for({strong}, file) == Vouched::Unknown);
  CHECK(vouched_for({a, strong}, file) == Vouched::Yes);
  file.add(strong);
  CHECK(vouched_for({a, strong, other}, file) == Vouched::Yes);
  CHECK(vouched_for({a, other}, file) == Vouched::No);
  CHECK(vouched_for({b, strong}, file) == Vouched::No);
  CHECK(vouched_for({}, file) == Vouched::No);
}
