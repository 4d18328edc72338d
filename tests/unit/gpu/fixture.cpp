// SPDX-License-Identifier: Apache-2.0
#include "unit/gpu/fixture.hpp"

#include <fstream>
#include <string>

#include "support/catch.hpp"

namespace kenv::gpu {

ByteVector load_fixture(const std::string& name) {
  const std::string path = std::string(KENV_SOURCE_DIR) + "/tests/unit/gpu/fixtures/" + name + ".txt";
  std::ifstream text(path);
  std::string word, hex;
  std::size_t size = 0, offset = 0;
  text >> word >> size;
  REQUIRE(word == "size");
  ByteVector bytes(size);
  while (text >> offset >> hex)
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
      bytes.at(offset + i / 2) = static_cast<std::byte>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

FatbinFile read_fixture(const std::string& name) {
  const auto bytes = load_fixture(name);
  auto file = read_fatbins(MemorySource(bytes));
  INFO(name << ": " << (file ? "" : file.error().message));
  REQUIRE(file);
  return *file;
}

std::string targets_of(const Fatbin& fatbin) {
  std::string text;
  for (const FatbinImage& image : fatbin.images) text += (text.empty() ? "" : " ") + image.target.text();
  return text;
}

}  // namespace kenv::gpu
