// SPDX-License-Identifier: Apache-2.0
#include "detect/detect_machine.hpp"

#include <cstdlib>

#include "io/files.hpp"
#include "support/catch.hpp"
#include "unit/detect/catalog.hpp"

namespace kenv::detect {
namespace {

/// A machine made of files.
class FakeRoot {
 public:
  void write(const std::string& path, const std::string& text) {
    io::make_directories((folder_.path() / path).parent_path());
    io::write_text(folder_.path() / path, text);
  }
  void pci(const std::string& bus, const std::string& vendor, const std::string& device, const std::string& kind) {
    const std::string folder = "sys/bus/pci/devices/" + bus + "/";
    write(folder + "vendor", "0x" + vendor + "\n");
    write(folder + "device", "0x" + device + "\n");
    write(folder + "class", "0x" + kind + "\n");
  }
  const std::filesystem::path& path() const { return folder_.path(); }

 private:
  io::TemporaryDirectory folder_;
};

/// What the fake library answers while this lives.
class FakeNvml {
 public:
  explicit FakeNvml(const char* script) { ::setenv("KENV_FAKE_NVML", script, 1); }
  ~FakeNvml() { ::unsetenv("KENV_FAKE_NVML"); }
  FakeNvml(const FakeNvml&) = delete;
  FakeNvml& operator=(const FakeNvml&) = delete;
};

snapshot::Machine without_nvml(const FakeRoot& root, std::map<std::string, std::string> variables = {}) {
  return detect_machine(
      {.root = root.path(), .nvml_library = "/nowhere/libnvidia-ml.so.1", .variables = std::move(variables)},
      small_catalog());
}
snapshot::Machine with_nvml(const FakeRoot& root, std::map<std::string, std::string> variables = {}) {
  return detect_machine(
      {.root = root.path(), .nvml_library = KENV_FAKE_NVML_LIBRARY, .variables = std::move(variables)},
      small_catalog());
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("a working driver's GPUs are known by name, capability and place") {
  FakeRoot root;
  root.pci("0000:01:00.0", "10de", "2b85", "030000");
  root.pci("0000:01:00.1", "10de", "22e8", "040300");  // the card's sound device
  root.write("proc/driver/nvidia/version",
             "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build\n");
  root.write("proc/driver/nvidia/gpus/0000:01:00.0/information",
             "Model: \t NVIDIA GeForce RTX 5090\nBus Location: \t 0000:01:00.0\n");
  root.write("dev/nvidia0", "");
  root.write("dev/nvidiactl", "");
  root.write("dev/null", "");
  const FakeNvml nvml("driver=580.65.06;cuda=13000;gpu=NVIDIA GeForce RTX 5090|12.0|00000000:01:00.0|2b85|-");
  const auto machine = with_nvml(root, {{"CUDA_VISIBLE_DEVICES", "7"}});

  REQUIRE(machine.gpus.size() == 1);
  const auto& gpu = machine.gpus[0];
  CHECK(gpu.index == 0);
  CHECK(gpu.name == "NVIDIA GeForce RTX 5090");
  CHECK(gpu.capability == gpu::ComputeCapability{12, 0});
  CHECK(gpu.pci_id == "10de:2b85");
  CHECK(gpu.pci_bus == "0000:01:00.0");
  CHECK(gpu.seen_by == Words{"nvml", "proc", "pci"});
  CHECK(gpu.mig == false);
  REQUIRE(machine.driver);
  CHECK(machine.driver->version == *gpu::DriverVersion::parse("580.65.06"));
  CHECK(machine.driver->cuda == gpu::CudaVersion{13, 0});
  CHECK(machine.driver->module == "open");
  CHECK(machine.nvml_error.empty());
  CHECK(machine.device_nodes == Words{"/dev/nvidia0", "/dev/nvidiactl"});
  CHECK(machine.variables.at("CUDA_VISIBLE_DEVICES") == "7");  // told, and no reason to see fewer GPUs
  CHECK(machine.origin.at("gpus") == "nvml");
}

TEST_CASE("a GPU without any driver is seen on the bus and known from the catalog") {
  FakeRoot root;
  root.pci("0000:01:00.0", "10de", "2684", "030000");
  root.pci("0000:0a:00.0", "10de", "2335", "030200");
  root.pci("0000:00:02.0", "8086", "46a6", "030000");
  const auto machine = without_nvml(root);
  REQUIRE(machine.gpus.size() == 2);
  CHECK(machine.gpus[0].name == "NVIDIA GeForce RTX 4090");
  CHECK(machine.gpus[0].capability == gpu::ComputeCapability{8, 9});
  CHECK(machine.gpus[0].seen_by == Words{"pci"});
  CHECK(machine.gpus[1].index == 1);
  CHECK(machine.gpus[1].capability == gpu::ComputeCapability{9, 0});
  CHECK_FALSE(machine.driver);
  CHECK_FALSE(machine.nvml_error.empty());
  CHECK(machine.origin.at("gpus") == "pci");
}

TEST_CASE("a GPU that the catalog does not know keeps its id and no invented capability") {
  FakeRoot root;
  root.pci("0000:01:00.0", "10de", "ffff", "030000");
  const auto machine = without_nvml(root);
  REQUIRE(machine.gpus.size() == 1);
  CHECK(machine.gpus[0].pci_id == "10de:ffff");
  CHECK_FALSE(machine.gpus[0].capability);
}

TEST_CASE("a driver whose library does not fit its module is reported with NVML's words") {
  FakeRoot root;
  root.pci("0000:01:00.0", "10de", "2684", "030000");
  root.write("proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.86.15  Mon\n");
  const FakeNvml nvml("init=18");
  const auto machine = with_nvml(root);
  CHECK(machine.nvml_error == "Driver/library version mismatch");
  REQUIRE(machine.driver);
  CHECK(machine.driver->version == *gpu::DriverVersion::parse("570.86.15"));
  CHECK(machine.driver->cuda == gpu::CudaVersion{12, 8});
  CHECK(machine.origin.at("driver.cuda") == "manifest");
  CHECK(machine.gpus.size() == 1);
}

TEST_CASE("all GPUs of a mixed machine are listed, those the driver left out too") {
  FakeRoot root;
  root.pci("0000:01:00.0", "10de", "2b85", "030000");
  root.pci("0000:02:00.0", "10de", "1381", "030000");
  root.pci("0000:03:00.0", "10de", "1db1", "030200");
  const FakeNvml nvml(
      "driver=580.65.06;gpu=Tesla V100-SXM2-16GB|7.0|00000000:03:00.0|1db1|-;gpu=NVIDIA GeForce RTX "
      "5090|12.0|00000000:01:00.0|2b85|-");
  const auto machine = with_nvml(root);
  REQUIRE(machine.gpus.size() == 3);
  CHECK(machine.gpus[0].name == "Tesla V100-SXM2-16GB");
  CHECK(machine.gpus[1].seen_by == Words{"nvml", "pci"});
  CHECK(machine.gpus[2].name == "NVIDIA GeForce GTX 750");
  CHECK(machine.gpus[2].seen_by == Words{"pci"});
  CHECK_FALSE(machine.gpus[2].index);
}

TEST_CASE("a container is given some GPUs although the bus shows all of the host") {
  FakeRoot root;
  root.write(".dockerenv", "");
  root.pci("0000:01:00.0", "10de", "2b85", "030000");
  root.pci("0000:02:00.0", "10de", "2684", "030000");
  {
    const FakeNvml nvml("driver=580.65.06;gpu=NVIDIA GeForce RTX 4090|8.9|00000000:02:00.0|2684|-");
    const auto machine = with_nvml(root);
    CHECK(machine.container == "docker");
    REQUIRE(machine.gpus.size() == 1);
    CHECK(machine.gpus[0].name == "NVIDIA GeForce RTX 4090");
  }
  CHECK(without_nvml(root).gpus.size() == 2);  // none was given: they are the evidence
}

TEST_CASE("MIG mode and an old driver's missing answers are told apart") {
  const FakeRoot root;
  const FakeNvml nvml(
      "driver=580.65.06;cuda=13000;gpu=NVIDIA H200|9.0|00000000:01:00.0|2335|1;gpu=NVIDIA GeForce RTX "
      "4090||00000000:02:00.0|2684|0");
  const auto machine = with_nvml(root);
  REQUIRE(machine.gpus.size() == 2);
  CHECK(machine.gpus[0].mig == true);
  CHECK(machine.gpus[1].mig == false);
  CHECK(machine.gpus[1].capability == gpu::ComputeCapability{8, 9});  // from the catalog
}

TEST_CASE("another maker's GPU is named where there is none of NVIDIA's") {
  FakeRoot root;
  root.pci("0000:03:00.0", "1002", "744c", "030000");
  REQUIRE(without_nvml(root).gpus.size() == 1);
  CHECK(without_nvml(root).gpus[0].vendor == "amd");
  CHECK_FALSE(without_nvml(root).gpus[0].capability);
  root.pci("0000:04:00.0", "10de", "2684", "030000");
  REQUIRE(without_nvml(root).gpus.size() == 1);
  CHECK(without_nvml(root).gpus[0].pci_id == "10de:2684");
}

TEST_CASE("a Jetson's GPU is known by its board") {
  FakeRoot root;
  root.write("etc/nv_tegra_release", "# R36 (release), REVISION: 4.3\n");
  root.write("proc/device-tree/model", std::string("NVIDIA Jetson AGX Orin Developer Kit\0", 37));
  const auto machine = without_nvml(root);
  CHECK(machine.tegra == true);
  REQUIRE(machine.gpus.size() == 1);
  CHECK(machine.gpus[0].capability == gpu::ComputeCapability{8, 7});
}

TEST_CASE("the system's own facts are read below the root") {
  FakeRoot root;
  root.write("proc/version", "Linux version 5.15.153.1-microsoft-standard-WSL2 (root@x)\n");
  root.write("proc/sys/kernel/osrelease", "5.15.153.1-microsoft-standard-WSL2\n");
  root.write("lib/x86_64-linux-gnu/libc.so.6",
             "...GNU C Library (Ubuntu GLIBC 2.39-0ubuntu8.4) stable release version 2.39.\n");
  root.write("usr/local/cuda-12.4/bin/nvcc", "");
  root.write("usr/local/cuda-11.8/version.json", "{}");
  root.write("run/.containerenv", "");
  root.write("dev/dxg", "");
  const auto machine = without_nvml(root);
  CHECK(machine.os == "linux");
  CHECK(machine.wsl == true);
  CHECK(machine.kernel == "5.15.153.1-microsoft-standard-WSL2");
  CHECK(machine.glibc == "2.39");
  CHECK(machine.libc == "glibc");
  CHECK(machine.container == "podman");
  CHECK(machine.device_nodes == Words{"/dev/dxg"});
  REQUIRE(machine.toolkits.size() == 2);
  CHECK(machine.toolkits[0].version == "11.8");
  CHECK_FALSE(machine.toolkits[0].nvcc);
  CHECK(machine.toolkits[1].nvcc);
}

TEST_CASE("an empty machine has no GPUs, and that is known") {
  const FakeRoot root;
  const auto machine = without_nvml(root);
  CHECK(machine.gpus.empty());
  CHECK(machine.gpus_known);
  CHECK_FALSE(machine.driver);
  CHECK_FALSE(machine.wsl);
  CHECK(machine.tegra == false);
  CHECK(machine.container.empty());
  CHECK_FALSE(machine.device_nodes_known);
}

TEST_CASE("the machine that runs this test is described without an accident") {
  const auto machine = detect_machine({}, small_catalog());
  CHECK(machine.os == "linux");
  CHECK_FALSE(machine.kernel.empty());
  CHECK_FALSE(machine.libc.empty());
}

}  // namespace kenv::detect
