// SPDX-License-Identifier: Apache-2.0
#include "gpu/code_target.hpp"
#include "gpu/driver_version.hpp"
#include "support/catch.hpp"

namespace kenv::gpu {

TEST_CASE("a compute capability is read in every spelling that tools print") {
  struct Row {
    const char* text;
    ComputeCapability expected;
  };
  for (const auto& [text, expected] :
       {Row{"9.0", {9, 0}}, Row{"90", {9, 0}}, Row{"sm_90", {9, 0}}, Row{"12.0", {12, 0}}, Row{"120", {12, 0}},
        Row{"sm_121", {12, 1}}, Row{" 7.5 ", {7, 5}}}) {
    INFO(text);
    CHECK(ComputeCapability::parse(text) == expected);
  }
  CHECK(ComputeCapability{12, 0}.text() == "12.0");
}

TEST_CASE("what is no compute capability is refused with a spelling that works") {
  for (const char* text :
       {"", "9", "sm_", "sm_9", "90a", "9.0.1", "9.", ".0", "9.10", "123.4", "1234", "-9.0", "nine", "0.5"}) {
    INFO(text);
    const auto parsed = ComputeCapability::parse(text);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().hint.find("sm_90") != std::string::npos);
  }
}

TEST_CASE("a code target keeps its kind and its suffix through text") {
  for (const char* text : {"sm_50", "sm_90", "sm_90a", "sm_100f", "compute_90", "compute_120a", "lto_75", "sm_121"}) {
    INFO(text);
    const auto target = CodeTarget::parse(text);
    REQUIRE(target);
    CHECK(target->text() == text);
  }
  CHECK(CodeTarget::parse("sm_90a")->suffix == CodeTarget::Suffix::Architecture);
  CHECK(CodeTarget::parse("compute_100f")->kind == CodeTarget::Kind::Ptx);
  for (const char* text : {"", "90", "sm90", "sm_", "sm_a", "sm_90b", "sm_9.0", "sm_90aa", "gfx90a", "sm_sm_90"}) {
    INFO(text);
    CHECK_FALSE(CodeTarget::parse(text));
  }
}

TEST_CASE("driver versions are ordered number by number, not as text") {
  const char* ascending[] = {"470.42.01", "525.60.13", "535.54.03", "535.104.05", "550.54.14",
                             "570.86.15", "580",       "580.65.06", "580.126.09"};
  for (std::size_t i = 1; i < std::size(ascending); ++i) {
    INFO(ascending[i]);
    CHECK(*DriverVersion::parse(ascending[i - 1]) < *DriverVersion::parse(ascending[i]));
  }
  CHECK(*DriverVersion::parse("580") == *DriverVersion::parse("580.00"));
  CHECK(DriverVersion::parse("580.65.06")->text() == "580.65.06");
  CHECK(DriverVersion::parse("576.02")->text() == "576.02");
  CHECK(DriverVersion::parse("580.65.06")->branch() == 580);
  for (const char* text : {"", "R580", "580.", "580..1", "580.65.06.1.2", "99999999999", "580-65"}) {
    INFO(text);
    CHECK_FALSE(DriverVersion::parse(text));
  }
}

TEST_CASE("a CUDA version is read from a number and from a variant") {
  CHECK(CudaVersion::parse("12.8") == CudaVersion{12, 8});
  CHECK(CudaVersion::parse("13") == CudaVersion{13, 0});
  CHECK(CudaVersion::parse("12.9.86") == CudaVersion{12, 9});
  CHECK(CudaVersion::parse_variant("cu128") == CudaVersion{12, 8});
  CHECK(CudaVersion::parse_variant("cu117") == CudaVersion{11, 7});
  CHECK(CudaVersion::parse_variant("cu92") == CudaVersion{9, 2});
  for (const char* text : {"cpu", "cu", "cu12", "128", "rocm6.2", "cu1280", "xpu"}) {
    INFO(text);
    CHECK_FALSE(CudaVersion::parse_variant(text));
  }
}

}  // namespace kenv::gpu
