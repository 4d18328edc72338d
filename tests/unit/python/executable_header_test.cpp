// SPDX-License-Identifier: Apache-2.0
#include "python/executable_header.hpp"

#include <vector>

#include "support/catch.hpp"

using kenv::python::ExecutableHeader;

namespace {

/// A 64-bit little-endian ELF header with one program header, which names the loader.
std::vector<std::byte> executable(const std::string& loader) {
  std::vector<std::byte> bytes(64 + 56);
  const auto put = [&](std::size_t at, std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) bytes[at + i] = static_cast<std::byte>(value >> (8 * i));
  };
  put(0, 0x464c457f, 4);
  put(4, 2, 1);    // 64 bits
  put(5, 1, 1);    // little-endian
  put(18, 62, 2);  // x86-64
  put(32, 64, 8);  // program headers
  put(54, 56, 2);
  put(56, 1, 2);
  put(64, 3, 4);  // PT_INTERP
  put(64 + 8, bytes.size(), 8);
  put(64 + 32, loader.size() + 1, 8);
  for (char c : loader) bytes.push_back(static_cast<std::byte>(c));
  bytes.push_back(std::byte{0});
  return bytes;
}

}  // namespace

TEST_CASE("the loader says which C library an interpreter is linked with") {
  const auto library = [](const char* loader) {
    return std::string(ExecutableHeader::read(executable(loader)).value().c_library());
  };
  CHECK(library("/lib64/ld-linux-x86-64.so.2") == "glibc");
  CHECK(library("/lib/ld-musl-x86_64.so.1") == "musl");
  CHECK(library("/nix/store/x-musl-1.2.5/lib/ld-musl-x86_64.so.1") == "musl");
  CHECK(library("/lib/ld64.so.2") == "glibc");
  CHECK(library("/system/bin/linker64") == "");
  CHECK(library("") == "");
}

TEST_CASE("a header cut at any place, or with places beyond the file, is refused or read without its loader") {
  const auto whole = executable("/lib/ld-musl-x86_64.so.1");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto header = ExecutableHeader::read(std::span(whole).first(length));
    CHECK(header.has_value() == (length >= 58));
    if (header) CHECK(header->loader.empty());
  }
  for (std::size_t at = 32; at < 64 + 56; ++at) {
    auto damaged = whole;
    damaged[at] = std::byte{0xff};
    static_cast<void>(ExecutableHeader::read(damaged));
  }
}
