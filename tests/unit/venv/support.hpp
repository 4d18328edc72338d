// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "io/files.hpp"
#include "io/process.hpp"
#include "store/stored_wheel.hpp"
#include "venv/interpreter.hpp"
#include "venv/wheel_installation.hpp"

namespace kenv::venv::test {

/// A wheel as files in memory: WHEEL, METADATA and RECORD are added where they are not given.
struct WheelFiles {
  std::string name = "sample", version = "1.0";
  std::map<std::string, std::string> files{};
  std::vector<std::string> executable{};
  bool pure = true;

  std::string dist_info() const { return name + "-" + version + ".dist-info"; }
  WheelContents contents() const;
};

/// Writes the tree below root; members come from the wheels by their digest.
void plant(const fs::path& root, const std::vector<store::TreeEntry>& tree,
           const std::vector<WheelContents>& wheels = {});

/// The same with members of wheels in the store.
void plant(const fs::path& root, const std::vector<store::TreeEntry>& tree, const store::StoredWheel& wheel);

/// The python3 that the other tests of this machine use too.
const Interpreter& machine_python();

io::ProcessResult run(std::vector<std::string> arguments, std::map<std::string, std::string> set = {});
/// The standard output of a command that has to succeed, without the last line break.
std::string output_of(std::vector<std::string> arguments, std::map<std::string, std::string> set = {});

/// A library or cubin with real GPU code, from the fixtures of the fatbin reader ("plain.so").
std::string gpu_fixture(const std::string& name);

const store::TreeEntry* find(const std::vector<store::TreeEntry>& tree, const std::string& path);
std::string generated(const std::vector<store::TreeEntry>& tree, const std::string& path);

}  // namespace kenv::venv::test
