// SPDX-License-Identifier: Apache-2.0
// Hands every kept input to its target, without a fuzzer: tests/fuzz/corpus/TARGET/* and the folders named behind it.
// usage: test_fuzz_replay CORPUS... ; each CORPUS has one folder for each target
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/targets.hpp"

namespace fs = std::filesystem;

namespace {

std::size_t replay(const kenv::fuzz::Target& target, const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code absent;
  for (const auto& entry : fs::directory_iterator(folder, absent)) files.push_back(entry.path());
  std::ranges::sort(files);
  for (const auto& file : files) {
    std::cout << target.name << ' ' << file.filename().string() << std::endl;  // flushed: the next step may end us
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    target.run(bytes);
  }
  return files.size();
}

}  // namespace

int main(int count, char** arguments) {
  std::size_t replayed = 0;
  for (const auto& target : kenv::fuzz::targets()) {
    for (int i = 1; i < count; ++i) replayed += replay(target, fs::path(arguments[i]) / target.name);
    target.run("");
  }
  std::cout << replayed << " inputs, " << kenv::fuzz::targets().size() << " targets\n";
}
