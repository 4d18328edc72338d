// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "manifest/manifest.hpp"
#include "support/catch.hpp"

using namespace kenv;

namespace {

std::vector<Problem> problems_of(std::string_view name, std::string_view text) {
  const base::EmbeddedFile file{name, text};
  auto catalog = manifest::read_catalog({&file, 1});
  REQUIRE_FALSE(catalog.has_value());
  return catalog.error();
}

manifest::Catalog built_in() {
  auto catalog = manifest::read_catalog(manifests::embedded_files());
  if (!catalog)
    for (const auto& problem : catalog.error()) UNSCOPED_INFO(problem.text());
  REQUIRE(catalog.has_value());
  return *std::move(catalog);
}

}  // namespace

TEST_CASE("the manifests that are built in are read without a problem", "[manifest]") {
  const auto catalog = built_in();
  REQUIRE(catalog.framework("torch") != nullptr);
  CHECK(catalog.framework("torch")->builds.size() > 150);
  CHECK(catalog.gpus.size() > 100);
}

TEST_CASE("every build of the built-in manifests has evidence and a variant that its index can serve", "[manifest]") {
  for (const auto& framework : built_in().frameworks)
    for (const auto& build : framework.builds) {
      INFO(framework.name << " " << build.version.text() << " at " << build.where.file << ":" << build.where.line);
      CHECK((build.evidence.sha256.has_value() || !build.evidence.source.empty()));
      CHECK((build.variant == "cpu" || build.has_gpu_code()));
    }
}

TEST_CASE("a GPU is found by the names that people and tools use for it", "[manifest]") {
  struct Row {
    const char* typed;
    const char* capability;
  };
  const auto catalog = built_in();
  for (const Row& row : {Row{"RTX 5090", "12.0"},
                         {"NVIDIA GeForce RTX 5090", "12.0"},
                         {"rtx5090", "12.0"},
                         {"Tesla V100", "7.0"},
                         {"Tesla V100-SXM2-16GB", "7.0"},
                         {"GTX 1080 Ti", "6.1"},
                         {"T4", "7.5"},
                         {"NVIDIA H200", "9.0"},
                         {"NVIDIA GeForce RTX 5090 Laptop GPU", "12.0"},
                         {"NVIDIA GeForce RTX 3050 A Laptop GPU", "8.9"},
                         {"NVIDIA GeForce RTX 2070 with Max-Q Design", "7.5"},
                         {"NVIDIA GeForce GTX 1060 6GB", "6.1"},
                         {"NVIDIA RTX PRO 6000 Blackwell Server Edition", "12.0"},
                         {"NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", "12.0"},
                         {"NVIDIA A100-SXM4-80GB", "8.0"},
                         {"NVIDIA A100-SXM4-40GB MIG 3g.20gb", "8.0"},
                         {"A800-SXM4-80GB", "8.0"},
                         {"NVIDIA H100 PCIe", "9.0"},
                         {"NVIDIA H100 80GB HBM3", "9.0"},
                         {"NVIDIA GH200 480GB", "9.0"},
                         {"NVIDIA B300 SXM6 AC", "10.3"},
                         {"NVIDIA GB10", "12.1"},
                         {"NVIDIA Thor", "11.0"},
                         {"Orin (nvgpu)", "8.7"},
                         {"Jetson AGX Orin", "8.7"},
                         {"Tesla K80", "3.7"},
                         {"Tesla K40m", "3.5"},
                         {"5090", "12.0"},
                         {"1080", "6.1"},
                         {"NVIDIA TITAN X", "6.1"},
                         {"GeForce GTX TITAN X", "5.2"}}) {
    INFO(row.typed);
    const auto* model = catalog.gpu_named(row.typed);
    REQUIRE(model != nullptr);
    CHECK(model->capability.text() == row.capability);
  }
  CHECK(catalog.gpu_named("RTX 9999") == nullptr);
  CHECK(catalog.gpu_named("RTX 5090 Ti") == nullptr);
  CHECK(catalog.gpu_named("NVIDIA Graphics Device") == nullptr);
  CHECK(catalog.gpu_named("750 GPU Laptop 16GB SXM4")->name == "GeForce GTX 750");
  CHECK(catalog.gpu_by_pci("2B85")->name == "GeForce RTX 5090");
  CHECK(catalog.gpu_by_pci("2c58")->capability.text() == "12.0");  // its laptop variant
}

TEST_CASE("the driver rules say what a driver brings and which cards it has left behind", "[manifest]") {
  const auto cuda = built_in().cuda;
  CHECK(cuda.cuda_of(*gpu::DriverVersion::parse("580.65.06"))->text() == "13.0");
  CHECK(cuda.cuda_of(*gpu::DriverVersion::parse("535.129.03"))->text() == "12.2");
  CHECK(cuda.floor_for({12, 8}, "linux")->text() == "525.60.13");
  CHECK(cuda.floor_for({13, 2}, "linux")->branch() == 580);
  CHECK(cuda.oldest_for({13, 2}) == gpu::ComputeCapability{7, 5});
  CHECK(cuda.oldest_for({12, 6}) == gpu::ComputeCapability{5, 0});
  CHECK_FALSE(cuda.oldest_for({9, 0}).has_value());
  CHECK(cuda.last_branch_for({6, 1}) == 580);
  CHECK(cuda.last_branch_for({3, 5}) == 470);
  CHECK_FALSE(cuda.last_branch_for({7, 5}).has_value());
  CHECK(cuda.first_branch_for({12, 0}) == 570);
  CHECK_FALSE(cuda.first_branch_for({9, 0}).has_value());
}

TEST_CASE("a build knows the glibc that its file names ask for", "[manifest]") {
  const auto catalog = built_in();
  struct Row {
    const char* version;
    const char* variant;
    const char* machine;
    const char* glibc;
  };
  for (const Row& row : {Row{"2.15.0", "cu132", "x86_64", "2.28"},
                         {"2.6.0+cu126", "cu126", "x86_64", "2.28"},
                         {"2.6.0+cu124", "cu124", "x86_64", "2.5"},
                         {"2.6.0", "cu124", "x86_64", "2.5"},
                         {"2.7.1+cu118", "cu118", "x86_64", "2.28"},
                         {"2.11.0", "cu130", "aarch64", "2.28"}}) {
    INFO(row.version << " " << row.machine);
    bool there = false;
    for (const auto& build : catalog.framework("torch")->builds) {
      if (build.os == "windows") CHECK_FALSE(build.glibc);
      if (build.os != "linux" || build.version.text() != row.version || build.variant != row.variant ||
          build.machine != row.machine)
        continue;
      there = true;
      REQUIRE(build.glibc);
      CHECK(build.glibc->text() == row.glibc);
    }
    CHECK(there);
  }
  for (const auto& build : catalog.framework("torch")->builds) CHECK((build.os != "linux" || build.glibc));
}

TEST_CASE("a manifest with mistakes is refused with the place of each of them", "[manifest]") {
  SECTION("broken TOML") {
    const auto problems = problems_of("frameworks/x.toml", "schema = \"kenv-framework/1\"\nname = \n");
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].where.file == "frameworks/x.toml");
    CHECK(problems[0].where.line == 2);
  }
  SECTION("a schema of a later kenv") {
    const auto problems = problems_of("x.toml", "schema = \"kenv-framework/9\"\nname = \"x\"\n");
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].message.find("kenv-framework/9") != std::string::npos);
  }
  SECTION("several at once") {
    const auto problems = problems_of("x.toml",
                                      "schema = \"kenv-framework/1\"\nname = \"x\"\ncolour = \"red\"\n"
                                      "[[build]]\nversion = \"1.0\"\nindex = \"i\"\ntargets = [\"sm_x\"]\n");
    REQUIRE(problems.size() == 3);  // a target that is none, no evidence, an unknown key
    CHECK(problems[0].where.line == 7);
    CHECK(problems[2].message == "unknown key `colour`");
    CHECK(problems[2].where.line == 3);
  }
}
