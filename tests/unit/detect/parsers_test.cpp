// SPDX-License-Identifier: Apache-2.0
#include "detect/pci.hpp"
#include "detect/proc_driver.hpp"
#include "detect/system_facts.hpp"
#include "support/catch.hpp"

namespace kenv::detect {

TEST_CASE("the kernel module's version file tells version and flavour") {
  struct Row {
    const char* text;
    const char* version;
    const char* module;
  };
  const Row rows[] = {
      {"NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.183.01  Sun May 12 19:39:15 UTC 2024\n"
       "GCC version:  gcc version 12.2.0 (Debian 12.2.0-14)\n",
       "535.183.01", "proprietary"},
      {"NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build  (builder@host.4.example)  "
       "Sun Jul 27\n"
       "GCC version:\n",
       "580.65.06", "open"},
      {"NVRM version: NVIDIA UNIX Open Kernel Module for aarch64  540.4.0  Release Build  (buildbrain@mobile-u64)\n",
       "540.4.0", "open"},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const auto driver = parse_driver_file(row.text);
    REQUIRE(driver);
    CHECK(driver->version == *gpu::DriverVersion::parse(row.version));
    CHECK(driver->module == row.module);
  }
  for (const char* text : {"", "NVRM version:\n", "GCC version:  gcc version 12.2.0\n", "NVRM version: nothing here\n"})
    CHECK_FALSE(parse_driver_file(text));
}

TEST_CASE("the kernel module's word about a GPU is read, its question marks are not") {
  const auto gpu =
      parse_gpu_information("Model: \t\t NVIDIA GeForce RTX 5090\nIRQ:   \t\t 42\nGPU UUID: \t GPU-" +
                            std::string(8, '?') + "\n" + "Bus Type: \t PCIe\nBus Location: \t 0000:0A:00.0\n");
  CHECK(gpu.name == "NVIDIA GeForce RTX 5090");
  CHECK(gpu.uuid.empty());
  CHECK(gpu.pci_bus == "0000:0a:00.0");
}

TEST_CASE("all spellings of a PCI place become one") {
  CHECK(normal_pci_bus("00000000:0A:00.0") == "0000:0a:00.0");
  CHECK(normal_pci_bus("0000:0a:00.0") == "0000:0a:00.0");
  CHECK(normal_pci_bus("00010002:0a:00.0") == "10002:0a:00.0");
  CHECK(normal_pci_bus("").empty());
}

TEST_CASE("glibc's version is read from its banner") {
  CHECK(parse_glibc_banner(
            "\x7f"
            "ELF...GNU C Library (Debian GLIBC 2.36-9+deb12u13) stable release version 2.36.\nCopyright") == "2.36");
  CHECK(parse_glibc_banner("GNU C Library (Ubuntu GLIBC 2.39-0ubuntu8.4) stable release version 2.39.") == "2.39");
  CHECK(parse_glibc_banner("musl libc").empty());
  CHECK(parse_glibc_banner("GNU C Library").empty());
}

TEST_CASE("WSL is told by its kernel") {
  CHECK(is_wsl_kernel("Linux version 5.15.153.1-microsoft-standard-WSL2 (root@x)"));
  CHECK_FALSE(is_wsl_kernel("Linux version 6.1.0-28-amd64 (debian-kernel@lists.debian.org)"));
}

TEST_CASE("only variables that concern GPUs and libraries are taken") {
  const auto taken = relevant_variables(
      {{"CUDA_VISIBLE_DEVICES", ""}, {"HOME", "/home/x"}, {"AWS_SECRET_ACCESS_KEY", "s"}, {"CUDA_FORCE_PTX_JIT", "1"}});
  CHECK(taken == std::map<std::string, std::string>{{"CUDA_FORCE_PTX_JIT", "1"}, {"CUDA_VISIBLE_DEVICES", ""}});
}

}  // namespace kenv::detect
