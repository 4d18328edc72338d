// SPDX-License-Identifier: Apache-2.0
#include "snapshot/snapshot.hpp"

#include "support/catch.hpp"

using namespace kenv;

namespace {
constexpr std::string_view kSnapshot =
    R"({"schema":"kenv-snapshot/1","taken":"2026-10-01","machine":{"os":"linux","arch":"x86_64",
 "driver":{"version":"580.65.06","cuda":"13.0"},"gpus":[{"index":0,"name":"NVIDIA GeForce RTX 5090","compute_capability":"12.0","seen_by":["nvml"]}]},
 "environment":{"kind":"venv","packages":[{"name":"torch","version":"2.6.0+cu124","requires":["filelock"]}],
 "libraries":[{"path":"torch/lib/libtorch_cuda.so","package":"torch","targets":["sm_50","sm_90"]}]},
 "project":{"files":[{"path":"requirements.txt","text":"torch==2.6.0"}],"launcher":{"variables":{"TORCH_COMMAND":"pip install"}}},"message":"boom"})";
}

TEST_CASE("a snapshot is read and written again without loss", "[snapshot]") {
  const auto first = snapshot::read_snapshot(kSnapshot);
  REQUIRE(first.has_value());
  CHECK(first->machine.gpus.at(0).capability->text() == "12.0");
  CHECK(first->machine.driver->version->branch() == 580);
  CHECK(first->environment.libraries.at(0).targets.size() == 2);
  CHECK(first->launcher_variables.at("TORCH_COMMAND") == "pip install");
  const std::string written = snapshot::render_snapshot(*first);
  const auto second = snapshot::read_snapshot(written);
  REQUIRE(second.has_value());
  CHECK(snapshot::render_snapshot(*second) == written);
}

TEST_CASE("what a snapshot does not say stays unknown", "[snapshot]") {
  const auto empty = snapshot::read_snapshot(R"({"schema":"kenv-snapshot/1"})");
  REQUIRE(empty.has_value());
  CHECK_FALSE(empty->machine.gpus_known);
  CHECK_FALSE(empty->machine.driver.has_value());
  CHECK_FALSE(empty->environment.packages_known);
}

TEST_CASE("a damaged snapshot is refused with the place of the first mistake", "[snapshot]") {
  struct Row {
    const char* text;
    const char* expected;
  };
  const Row row =
      GENERATE(Row{"{", "not a JSON document"}, Row{R"({"schema":"other/1"})", "$.schema"},
               Row{R"({"schema":"kenv-snapshot/1","machine":{"os":7}})", "$.machine.os"},
               Row{R"({"schema":"kenv-snapshot/1","machine":{"gpus":[{"compute_capability":"x"}]}})",
                   "$.machine.gpus[0].compute_capability"},
               Row{R"({"schema":"kenv-snapshot/1","environment":{"packages":{}}})", "$.environment.packages"},
               Row{R"({"schema":"kenv-snapshot/1","machine":{"errors":{"nvml":[]}}})", "$.machine.errors.nvml"},
               Row{"[]", "must be an object"});
  const auto result = snapshot::read_snapshot(row.text, "s.json");
  REQUIRE_FALSE(result.has_value());
  INFO(result.error().text());
  CHECK(result.error().text().find(row.expected) != std::string::npos);
  CHECK(result.error().where.file == "s.json");
}

TEST_CASE("errors are numbers or words, as whoever asked was told, and stay so", "[snapshot]") {
  const std::string errors =
      GENERATE(R"({"nvml":9,"cuInit":"no device"})", R"({"nvml":"Driver/library version mismatch","cuInit":803})");
  const auto read = snapshot::read_snapshot(R"({"schema":"kenv-snapshot/1","machine":{"errors":)" + errors + "}}");
  REQUIRE(read.has_value());
  const std::string written = snapshot::render_snapshot(*read);
  std::string packed;
  for (const char c : written)
    if (c != '\n') packed += c;
  INFO(packed);
  const auto again = snapshot::read_snapshot(written);
  REQUIRE(again.has_value());
  CHECK(again->machine.nvml_error == read->machine.nvml_error);
  CHECK(again->machine.cu_init_error == read->machine.cu_init_error);
  CHECK_FALSE(read->machine.cu_init_error.empty());
  CHECK(written.find(errors.find(":9") != std::string::npos ? "\"nvml\": 9" : "\"cuInit\": 803") != std::string::npos);
}
