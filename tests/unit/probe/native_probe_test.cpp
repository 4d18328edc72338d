// SPDX-License-Identifier: Apache-2.0
#include "io/files.hpp"
#include "probe/launch_test.hpp"
#include "support/catch.hpp"

using namespace kenv;
using Status = probe::LaunchResult::Status;

namespace {

probe::LaunchResult run_native(const std::string& script, std::chrono::milliseconds limit = std::chrono::seconds(30)) {
  const io::TemporaryDirectory folder;
  const auto program = folder.path() / "kenv-probe";
  io::write_text(program, "#!/bin/sh\n" + script + "\n", 0755);
  return probe::run_native_probe(program, limit);
}

std::string native_document(const std::string& checks) {
  return R"(echo '{"schema": "kenv-native-probe/1", "cuda": {"version": "13.0"}, "gpus": [{"index": 0, "name": "NVIDIA H200",
"uuid": "GPU-1", "compute_capability": "9.0", "checks": [)" +
         checks + "]}]}'";
}

std::string native_check(const std::string& name, const std::string& status) {
  return R"({"framework": "driver", "check": ")" + name + R"(", "status": ")" + status + R"(", "error": "because"})";
}

}  // namespace

TEST_CASE("the driver is proven by a launch, of machine code or of PTX") {
  const auto result =
      run_native(native_document(native_check("copy", "passed") + "," + native_check("launch-sass", "skipped") + "," +
                                 native_check("launch-ptx", "passed")));
  CHECK(result.status == Status::Passed);
  CHECK(result.gpus.at(0).uuid == "GPU-1");
  CHECK(run_native(native_document(native_check("launch-sass", "passed") + "," + native_check("launch-ptx", "failed")))
            .reason == "GPU 0: driver launch-ptx: because");
}

TEST_CASE("without a driver nothing was run, and the reason is the probe's") {
  const auto result =
      run_native(R"(echo '{"schema": "kenv-native-probe/1", "error": "libcuda.so.1: cannot open"}'; exit 3)");
  CHECK(result.status == Status::NotRun);
  CHECK(result.reason == "libcuda.so.1: cannot open");
}

TEST_CASE("a native probe that does not answer properly has failed") {
  struct Row {
    std::string script, reason;
  };
  const std::vector<Row> rows{
      {":", "not a JSON object"},
      {"echo '[1]'", "not a JSON object"},
      {native_document(""), "no kernel was launched"},
      {native_document(native_check("context", "passed") + "," + native_check("copy", "passed")),
       "no kernel was launched"},
      {R"(echo '{"schema": "kenv-native-probe/1", "gpus": []}')", "no GPU"},
      {R"(echo '{"schema": "kenv-native-probe/1", "error": "an error, but the exit code of success"}')", "no GPU"},
      {R"(echo '{"schema": "kenv-native-probe/1", "gpus": [{"index": -1}]}')", "without an index"},
      {native_document(native_check("launch-ptx", "passed")) + "; kill -ABRT $$", "signal 6"},
      {"echo text; exit 3", "exit code 3"},
  };
  for (const Row& row : rows) {
    INFO(row.script);
    const auto result = run_native(row.script);
    CHECK(result.status == Status::Failed);
    CHECK_THAT(result.reason, Catch::Contains(row.reason));
  }
  CHECK_THAT(run_native("sleep 1000", std::chrono::milliseconds(200)).reason, Catch::Contains("no end within 0.2 s"));
}

TEST_CASE("a missing native probe has failed") {
  const auto result = probe::run_native_probe("/nonexistent/kenv-probe");
  CHECK(result.status == Status::Failed);
  CHECK_THAT(result.reason, Catch::Contains("could not be started"));
}
