// SPDX-License-Identifier: Apache-2.0
#include "diagnose/diagnose.hpp"

#include <algorithm>

#include "base/embedded.hpp"
#include "support/catch.hpp"

using namespace kenv;

namespace {

const manifest::Catalog& catalog() {
  static const auto read = manifest::read_catalog(manifests::embedded_files());
  REQUIRE(read.has_value());
  return *read;
}

snapshot::Snapshot scene(std::string_view capability, std::string_view driver,
                         std::vector<std::pair<std::string, std::string>> packages) {
  snapshot::Snapshot out;
  out.machine.os = "linux";
  out.machine.arch = "x86_64";
  snapshot::Gpu gpu;
  gpu.index = 0;
  gpu.name = "a GPU";
  gpu.capability = *gpu::ComputeCapability::parse(capability);
  out.machine.gpus = {gpu};
  out.machine.gpus_known = true;
  if (!driver.empty()) out.machine.driver.emplace().version = *gpu::DriverVersion::parse(driver);
  for (auto& [name, version] : packages) {
    snapshot::Package package;
    package.name = name;
    package.version = version;
    out.environment.packages.push_back(package);
  }
  return out;
}

}  // namespace

TEST_CASE("the first finding is the cause, as version, variant, GPU and driver decide it", "[diagnose]") {
  struct Row {
    const char* what;
    const char* capability;
    const char* driver;
    std::vector<std::pair<std::string, std::string>> packages;
    const char* code;
  };
  const std::vector<Row> rows = {
      {"a new card on an old build", "12.0", "580.65", {{"torch", "2.6.0+cu124"}}, "torch-arch-too-new-gpu"},
      {"PyPI's file without a variant in its version",
       "12.0",
       "580.65",
       {{"torch", "2.6.0"}},
       "torch-arch-too-new-gpu"},
      {"an old card on a new build", "6.1", "580.65", {{"torch", "2.11.0+cu130"}}, "torch-arch-dropped-old-gpu"},
      {"Ada runs code of Ampere", "8.9", "580.65", {{"torch", "2.6.0+cu124"}}, "healthy"},
      {"the same version as another variant", "7.0", "580.65", {{"torch", "2.8.0+cu128"}}, "healthy"},
      {"a CPU build beside a GPU", "8.9", "580.65", {{"torch", "2.9.1+cpu"}}, "cpu-only-wheel"},
      {"CUDA 13 on a driver of CUDA 12", "9.0", "570.86.15", {{"torch", "2.11.0+cu130"}}, "driver-too-old"},
      {"Pascal on a driver that has left it behind", "6.1", "590.44", {{"torch", "2.7.1+cu126"}}, "driver-drops-gpu"},
      {"Blackwell on a driver from before it", "12.0", "550.54.14", {{"torch", "2.8.0+cu128"}}, "driver-too-old"},
      {"Ampere on the same driver", "8.6", "550.54.14", {{"torch", "2.8.0+cu128"}}, "healthy"},
      {"Turing on the same driver", "7.5", "590.44", {{"torch", "2.7.1+cu126"}}, "healthy"},
      {"minor versions are compatible", "9.0", "525.60.13", {{"torch", "2.8.0+cu128"}}, "healthy"},
      {"torchvision of another torch",
       "8.6",
       "580.65",
       {{"torch", "2.6.0+cu124"}, {"torchvision", "0.20.1+cu124"}},
       "torch-family-mismatch"},
      {"torchvision of another CUDA",
       "8.6",
       "580.65",
       {{"torch", "2.6.0+cu124"}, {"torchvision", "0.21.0+cu126"}},
       "torch-family-mismatch"},
      {"a family that fits", "8.6", "580.65", {{"torch", "2.6.0+cu124"}, {"torchvision", "0.21.0+cu124"}}, "healthy"},
      {"no framework at all", "8.6", "580.65", {{"requests", "2.32.0"}}, "healthy"},
  };
  for (const auto& row : rows) {
    INFO(row.what);
    const auto findings = diagnose::diagnose(scene(row.capability, row.driver, row.packages), catalog());
    REQUIRE_FALSE(findings.empty());
    CHECK(findings.front().code == row.code);
  }
}

TEST_CASE("open kernel modules serve no GPU before Turing", "[diagnose]") {
  for (const auto& [capability, module, code] :
       {std::tuple{"6.1", "open", "driver-drops-gpu"}, {"6.1", "proprietary", "healthy"}, {"7.5", "open", "healthy"}}) {
    INFO(capability << " " << module);
    auto snapshot = scene(capability, "580.65", {{"torch", "2.7.1+cu126"}});
    snapshot.machine.driver->module = module;
    snapshot.machine.tegra = false;  // as detected
    const auto findings = diagnose::diagnose(snapshot, catalog());
    CHECK(findings.front().code == code);
    if (findings.front().code == "driver-drops-gpu") CHECK(findings.front().remedy.kind == "change-driver");
  }
}

TEST_CASE("a driver that does not see the GPU is changed where it is: on the host", "[diagnose]") {
  for (const auto& [driver, container, kind] :
       {std::tuple{"565.77", "", "change-driver"}, {"565.77", "docker", "host-action"}}) {
    INFO(container);
    auto snapshot = scene("12.0", driver, {{"torch", "2.8.0+cu128"}});
    snapshot.machine.container = container;
    const auto findings = diagnose::diagnose(snapshot, catalog());
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].code == "driver-too-old");
    CHECK(findings[0].summary == "driver 565.77 does not serve GPU 0 (a GPU, 12.0)");
    CHECK_THAT(findings[0].remedy.text, Catch::Contains("branch R570 or newer"));
    CHECK(findings[0].remedy.kind == kind);
  }
}

TEST_CASE("a build from elsewhere tells the CUDA that it needs by the runtime that its library asks for",
          "[diagnose]") {
  for (const auto& [runtime, code] :
       {std::pair{"libcudart.so.12", "driver-too-old"}, {"libcudart.so.11.0", "healthy"}}) {
    INFO(runtime);
    auto snapshot = scene("8.0", "450.80.02", {{"torch", "2.1.0a0+fe05266"}});
    snapshot::Library library;
    library.path = "torch/lib/libtorch_cuda.so";
    library.package = "torch";
    library.targets = {"sm_80"};
    library.needed = {runtime};
    snapshot.environment.libraries = {library};
    CHECK(diagnose::diagnose(snapshot, catalog()).front().code == code);
    snapshot.machine.container = "docker";
    const auto inside = diagnose::diagnose(snapshot, catalog()).front();
    CHECK(inside.code == code);
    if (inside.code != "healthy") CHECK(inside.remedy.kind == "host-action");
  }
}

TEST_CASE("what conda installed is judged by its build, not by what PyPI serves as that version", "[diagnose]") {
  struct Row {
    const char* build;
    const char* code;
  };
  for (const Row& row : {Row{"cpu_generic_py311_h8f3cb48_1", "cpu-only-wheel"},
                         {"py3.10_cpu_0", "cpu-only-wheel"},
                         {"py3.10_cuda11.8_cudnn8.7.0_0", "torch-arch-too-new-gpu"},
                         {"cuda124_generic_py312_h1234567_200", "torch-arch-too-new-gpu"},
                         {"", "healthy"}}) {
    INFO(row.build);
    auto snapshot = scene("12.0", "580.65", {{"torch", "2.5.1"}, {"pytorch", "2.5.1"}});
    snapshot.environment.packages[0].installer = "conda";
    snapshot.environment.packages[1].build = row.build;
    CHECK(diagnose::diagnose(snapshot, catalog()).front().code == row.code);
  }
}

TEST_CASE("what the libraries carry counts more than what a manifest says of the version", "[diagnose]") {
  auto snapshot = scene("12.0", "580.65", {{"torch", "2.6.0+cu124"}});
  snapshot::Library library;
  library.path = "torch/lib/libtorch_cuda.so";
  library.package = "torch";
  library.targets = {"sm_90", "sm_120"};
  snapshot.environment.libraries = {library};
  CHECK(diagnose::diagnose(snapshot, catalog()).front().code == "healthy");
}

TEST_CASE("a library that leaves the GPU out is a warning, not a broken environment", "[diagnose]") {
  auto snapshot = scene("7.5", "580.65", {{"torch", "2.15.0"}});
  for (const auto& [path, targets, holes] :
       {std::tuple{"torch/lib/libtorch_cuda.so", std::vector<std::string>{"sm_75", "sm_80"}, 0},
        {"torch/lib/libtorch_cuda_linalg.so", {"sm_80"}, 32}}) {
    snapshot::Library library;
    library.path = path;
    library.package = "torch";
    library.targets = targets;
    library.containers = 33;
    library.uncovered["7.5"] = holes;
    snapshot.environment.libraries.push_back(library);
  }
  const auto findings = diagnose::diagnose(snapshot, catalog());
  CHECK(findings.front().code == "healthy");
  REQUIRE(findings.size() == 2);
  CHECK(findings[1].severity == "warning");
  CHECK(findings[1].summary.find("libtorch_cuda_linalg.so (32 of 33)") != std::string::npos);
}

TEST_CASE("every GPU has to be served, and the finding names those that are not", "[diagnose]") {
  auto snapshot = scene("12.0", "580.65", {{"torch", "2.8.0+cu128"}});
  auto old = snapshot.machine.gpus[0];
  old.index = 1;
  old.capability = *gpu::ComputeCapability::parse("6.1");
  snapshot.machine.gpus.push_back(old);
  const auto findings = diagnose::diagnose(snapshot, catalog());
  CHECK(findings.front().code == "torch-arch-dropped-old-gpu");
  CHECK(findings.front().gpus == std::vector<int>{1});
}

TEST_CASE("a library that is older than what the build was linked against is found, a newer one is left alone",
          "[diagnose]") {
  struct Row {
    const char* torch;
    const char* nccl;
    const char* code;
  };
  for (const Row& row : {Row{"2.2.0+cu121", "2.18.1", "nvidia-subpackage-mismatch"},
                         {"2.2.0+cu121", "2.19.3", "healthy"},
                         {"2.2.0+cu121", "2.21.5", "healthy"}}) {
    INFO(row.nccl);
    auto snapshot = scene("8.9", "551.23", {{"torch", row.torch}, {"nvidia-nccl-cu12", row.nccl}});
    snapshot.environment.packages[0].requires_dist = {
        "nvidia-nccl-cu12==2.19.3; platform_system == \"Linux\" and platform_machine == \"x86_64\"",
        "nvidia-nccl-cu12==9.9; platform_system == \"Windows\""};
    const auto findings = diagnose::diagnose(snapshot, catalog());
    CHECK(findings.front().code == row.code);
    if (findings.front().code != "healthy") CHECK(findings.front().subject == "nvidia-nccl-cu12");
  }
  // A build that has to change anyway brings its own libraries.
  auto snapshot = scene("12.0", "580.65", {{"torch", "2.2.0+cu121"}, {"nvidia-nccl-cu12", "2.18.1"}});
  snapshot.environment.packages[0].requires_dist = {"nvidia-nccl-cu12==2.19.3"};
  const auto findings = diagnose::diagnose(snapshot, catalog());
  CHECK(findings.size() == 1);
  CHECK(findings.front().code == "torch-arch-too-new-gpu");
}
