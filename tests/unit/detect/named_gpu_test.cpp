// SPDX-License-Identifier: Apache-2.0
#include "detect/named_gpu.hpp"

#include "support/catch.hpp"
#include "unit/detect/catalog.hpp"

namespace kenv::detect {

TEST_CASE("a GPU can be named as people write it") {
  const auto catalog = small_catalog();
  struct Row {
    const char* typed;
    const char* name;
    gpu::ComputeCapability capability;
  };
  for (const Row& row :
       {Row{"RTX 5090", "NVIDIA GeForce RTX 5090", {12, 0}}, Row{"geforce rtx5090", "NVIDIA GeForce RTX 5090", {12, 0}},
        Row{" Tesla V100 ", "Tesla V100-SXM2-16GB", {7, 0}}, Row{"sm_120", "sm_120", {12, 0}},
        Row{"5090", "NVIDIA GeForce RTX 5090", {12, 0}}, Row{"1080 Ti", "NVIDIA GeForce GTX 1080 Ti", {6, 1}},
        Row{"750", "NVIDIA GeForce GTX 750", {5, 0}},
        Row{"NVIDIA GeForce RTX 5090 Laptop GPU", "NVIDIA GeForce RTX 5090 Laptop GPU", {12, 0}},
        Row{"12.0", "sm_120", {12, 0}}, Row{"90", "sm_90", {9, 0}}, Row{"GTX 750", "NVIDIA GeForce GTX 750", {5, 0}}}) {
    INFO(row.typed);
    const auto gpu = named_gpu(row.typed, catalog);
    REQUIRE(gpu);
    CHECK(gpu->name == row.name);
    CHECK(gpu->capability == row.capability);
    CHECK(gpu->seen_by == std::vector<std::string>{"named"});
  }
}

TEST_CASE("a misspelt GPU is refused with the name that was probably meant") {
  const auto catalog = small_catalog();
  struct Row {
    const char* typed;
    const char* suggestion;
  };
  for (const Row& row : {Row{"RTX 5900", "RTX 5090"},
                         Row{"RTX 409O", "RTX 4090"},
                         Row{"Tesla V10", "Tesla V100-SXM2-16GB"},
                         {"RTX 5090 Ti", "RTX 5090"}}) {
    INFO(row.typed);
    const auto gpu = named_gpu(row.typed, catalog);
    REQUIRE_FALSE(gpu);
    CHECK(gpu.error().message.find(row.typed) != std::string::npos);
    CHECK(gpu.error().hint.find(row.suggestion) != std::string::npos);
  }
  for (const char* typed : {"", "banana split", "9999", "sm_90a", "gfx942"}) {
    INFO(typed);
    const auto gpu = named_gpu(typed, catalog);
    REQUIRE_FALSE(gpu);
    CHECK(gpu.error().hint.find("sm_120") != std::string::npos);
  }
}

TEST_CASE("a word for no GPU at all is told what it could be") {
  for (const char* typed : {"none", "cpu", "CPU"}) {
    INFO(typed);
    const auto gpu = named_gpu(typed, small_catalog());
    REQUIRE_FALSE(gpu);
    CHECK(gpu.error().message.find("builds are chosen for GPUs") != std::string::npos);
    CHECK(gpu.error().hint.find("leave --gpu out") != std::string::npos);
  }
}

}  // namespace kenv::detect
