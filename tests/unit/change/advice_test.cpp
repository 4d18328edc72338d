// SPDX-License-Identifier: Apache-2.0
#include "change/advice.hpp"

#include "base/embedded.hpp"
#include "change/requests.hpp"
#include "diagnose/diagnose.hpp"
#include "support/catch.hpp"

using namespace kenv;

namespace {

const manifest::Catalog& catalog() {
  static const auto read = manifest::read_catalog(manifests::embedded_files());
  REQUIRE(read.has_value());
  return *read;
}

snapshot::Snapshot machine_with_torch(const std::string& capability, const std::string& driver,
                                      const std::string& torch) {
  snapshot::Snapshot out;
  out.machine.os = "linux";
  out.machine.arch = "x86_64";
  out.machine.gpus.push_back(
      {.index = 0, .name = "a GPU", .capability = gpu::ComputeCapability::parse(capability).value()});
  out.machine.gpus_known = true;
  out.machine.driver.emplace().version = gpu::DriverVersion::parse(driver).value();
  out.environment.python.emplace().version = "3.12.3";
  out.environment.packages.push_back({.name = "torch", .version = torch});
  return out;
}

std::vector<plan::Finding> advice_for(const snapshot::Snapshot& snapshot) {
  auto findings = diagnose::diagnose(snapshot, catalog());
  change::complete_remedies(findings, snapshot, snapshot.machine.gpus, catalog(), "kenv fix ENV");
  return findings;
}

}  // namespace

TEST_CASE("a driver that is too old for the installed build asks for a build that goes with it", "[change]") {
  const auto snapshot = machine_with_torch("9.0", "535.104.05", "2.15.0+cu132");
  const auto findings = advice_for(snapshot);
  REQUIRE(findings.front().code == "driver-too-old");
  CHECK(findings.front().subject == "driver 535.104.05");
  CHECK(change::packages_to_change(diagnose::diagnose(snapshot, catalog())) ==
        std::set{python::PackageName::from_normal("torch")});
  CHECK(findings.front().remedy.kind == "change-packages");
  REQUIRE(findings.front().remedy.packages.size() == 1);
  CHECK_THAT(findings.front().remedy.packages[0], Catch::StartsWith("torch==2."));
  CHECK(findings.front().remedy.packages[0] != "torch==2.15.0+cu132");
}

TEST_CASE("where no build goes with the driver, the driver has to be changed", "[change]") {
  const auto findings = advice_for(machine_with_torch("9.0", "418.40.04", "2.15.0+cu132"));
  REQUIRE(findings.front().code == "driver-too-old");
  CHECK(findings.front().remedy.kind == "change-driver");
  CHECK_THAT(findings.front().remedy.text, Catch::Contains("needs driver 580"));

  auto contained = machine_with_torch("9.0", "418.40.04", "2.15.0+cu132");
  contained.machine.container = "docker";  // the driver is the host's
  CHECK(advice_for(contained).front().remedy.kind == "none-exists");
}

TEST_CASE("no build is named for a system or an interpreter that has none, and what stands against it is said",
          "[change]") {
  struct Row {
    const char* glibc;
    const char* libc;
    const char* implementation;
    const char* kind;
    const char* says;
  };
  for (const Row& row : {Row{"2.39", "glibc", "cpython", "change-packages", "torch==2."},
                         {"", "", "", "change-packages", "torch==2."},
                         {"2.17", "glibc", "cpython", "none-exists", "needs glibc 2.28 or newer, this system has 2.17"},
                         {"", "musl", "cpython", "none-exists", "is built for glibc, this system has musl"},
                         {"2.39", "glibc", "PyPy", "none-exists", "this Python is pp312"}}) {
    INFO(row.glibc << " " << row.libc << " " << row.implementation);
    auto snapshot = machine_with_torch("12.0", "580.65.06", "2.6.0+cu124");
    snapshot.machine.glibc = row.glibc;
    snapshot.machine.libc = row.libc;
    snapshot.environment.python->implementation = row.implementation;
    const auto found = advice_for(snapshot).front();
    CHECK(found.code == "torch-arch-too-new-gpu");
    CHECK(found.remedy.kind == row.kind);
    std::string told;
    for (const auto& package : found.remedy.packages) told += package + "\n";
    for (const auto& evidence : found.evidence) told += evidence.what + "\n";
    CHECK_THAT(told, Catch::Contains(row.says));
  }
}
