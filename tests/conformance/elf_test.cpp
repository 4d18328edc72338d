// SPDX-License-Identifier: Apache-2.0
// Headers of executables of several machines and C libraries, whose names say what they are.
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>

#include "conformance/packaging_suite.hpp"
#include "python/executable_header.hpp"
#include "support/catch.hpp"

using kenv::python::ExecutableHeader;

namespace {

/// What a name means: "musl-i386", "hello-world-armv7l-armhf", "hello-world-invalid-class".
std::string judge(const std::string& name, const std::string& content) {
  const auto ends = [&](const char* ending) { return name.ends_with(ending); };
  const auto header = ExecutableHeader::read(std::as_bytes(std::span(content)));
  if (name.find("invalid") != std::string::npos || ends("too-short"))
    return header ? "is read, but must be refused" : "";
  if (!header) return header.error().message;

  const std::string machine = name.substr(name.rfind('-') + 1);
  const std::map<std::string, std::pair<int, bool>> machines = {
      {"x86_64", {62, true}},   {"amd64", {62, true}},  {"x32", {62, false}},   {"i386", {3, false}},
      {"aarch64", {183, true}}, {"armhf", {40, false}}, {"armel", {40, false}}, {"s390x", {22, true}}};
  const auto expected = machines.find(machine);
  if (expected == machines.end()) return "has a name that says no known machine";
  if (header->machine != expected->second.first) return "has the machine " + std::to_string(header->machine);
  if (header->is_64_bit != expected->second.second) return "has the wrong class";
  if (header->little_endian == (machine == "s390x")) return "has the wrong byte order";
  if (header->takes_wheels_for("armv7l") != (machine == "armhf")) return "is misjudged for armv7l wheels";
  if (header->takes_wheels_for("i686") != (machine == "i386")) return "is misjudged for i686 wheels";
  for (const std::string library : {"glibc", "musl"})
    if (name.starts_with(library) && header->c_library() != library)
      return "has the loader " + header->loader + " of " + std::string(header->c_library());
  if (name.starts_with("hello-world") && !header->loader.empty()) return "has a loader beyond its end";
  return "";
}

}  // namespace

TEST_CASE("the header of an interpreter says which machine and which C library it is for") {
  const auto folder = kenv::conformance::suites_folder() / "elf";
  std::error_code absent;
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, absent)) {
    std::ifstream stream(entry.path(), std::ios::binary);
    files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(stream), {}};
  }
  if (files.empty()) std::cout << "NOT RUN: no headers in " << folder.string() << "; set KENV_SUITES\n";
  for (const auto& [name, content] : files) {
    if (name.find('.') != std::string::npos || name.starts_with("LICENSE")) continue;
    const std::string wrong = judge(name, content);
    std::cout << (wrong.empty() ? "ok      " : "FAILED  ") << "elf/" << name << '\n';
    if (!wrong.empty()) FAIL_CHECK("elf/" << name << " " << wrong);
  }
}
