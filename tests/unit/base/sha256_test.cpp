// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.hpp"

#include "support/catch.hpp"

using kenv::Sha256;
using kenv::Sha256Digest;

namespace {
// From FIPS 180-4's examples.
const std::string kAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const std::string kEmpty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
}  // namespace

TEST_CASE("the digests are those of the standard's examples") {
  CHECK(kenv::sha256("abc").hex() == kAbc);
  CHECK(kenv::sha256("").hex() == kEmpty);
}

TEST_CASE("hashing in pieces gives the digest of the whole") {
  Sha256 hash;
  hash.update("a");
  hash.update("");
  hash.update("bc");
  CHECK(hash.finish().hex() == kAbc);
}

TEST_CASE("hexadecimal and RECORD's base64 form are read back to the same digest") {
  const Sha256Digest digest = kenv::sha256("abc");
  CHECK(digest.base64url() == "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
  CHECK(Sha256Digest::from_hex(digest.hex()) == digest);
  CHECK(Sha256Digest::from_base64url(digest.base64url()) == digest);
  CHECK(Sha256Digest::from_base64url(digest.base64url() + "=") == digest);
}

TEST_CASE("a damaged digest is refused") {
  const std::string hex = kenv::sha256("abc").hex();
  CHECK(!Sha256Digest::from_hex(""));
  CHECK(!Sha256Digest::from_hex(hex.substr(1)));
  CHECK(!Sha256Digest::from_hex("g" + hex.substr(1)));
  const std::string base64 = kenv::sha256("abc").base64url();
  CHECK(!Sha256Digest::from_base64url(base64.substr(1)));
  CHECK(!Sha256Digest::from_base64url("+" + base64.substr(1)));
}
