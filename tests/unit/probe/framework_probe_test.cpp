// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "support/catch.hpp"
#include "unit/probe/fake_environment.hpp"

using namespace kenv;
using probe::CheckStatus;
using probe::LaunchResult;
using test::FakeEnvironment;
using Status = LaunchResult::Status;

namespace {

constexpr std::string_view kImport = R"({"framework": "minigpu", "check": "import", "status": "passed"})";

std::string on_gpu(int index, std::string_view checks, std::string_view name = "NVIDIA H200",
                   std::string_view capability = "9.0") {
  return fmt::format(R"({{"index": {}, "name": "{}", "compute_capability": "{}", "checks": [{}]}})", index, name,
                     capability, checks);
}

std::string document(std::string_view gpus, std::string_view checks = kImport) {
  return fmt::format(R"(document '{{"schema": "kenv-framework-probe/1", "checks": [{}], "gpus": [{}]}}')", checks,
                     gpus);
}

std::string check(std::string_view name, std::string_view status) {
  return fmt::format(
      R"({{"framework": "minigpu", "check": "{}", "status": "{}", "error": "GpuError: no kernel image", )"
      R"("symbol": "minigpu_fill", "ms": 1.5}})",
      name, status);
}

LaunchResult run(std::string_view script, std::vector<probe::ProbeGpu> gpus = {{.index = 0}}) {
  return run_framework_probe(FakeEnvironment(script).request(std::move(gpus)));
}

}  // namespace

TEST_CASE("a probe whose kernels ran on every GPU has passed, whatever the framework printed besides") {
  const auto result = run("echo noise; printf 'no line end'\n" +
                              document(on_gpu(0, check("fill", "passed")) + "," + on_gpu(2, check("fill", "passed"))) +
                              "\necho more noise",
                          {{.index = 0}, {.index = 2}});
  CHECK(result.status == Status::Passed);
  REQUIRE(result.gpus.size() == 2);
  CHECK(result.gpus[1].index == 2);
  CHECK(result.gpus[1].name == "NVIDIA H200");
  CHECK(result.gpus[1].checks.front().milliseconds == 1.5);
}

TEST_CASE("a check that failed fails the test and names the GPU, the operation and the error") {
  const auto result = run(document(on_gpu(0, check("copy", "passed") + "," + check("fill", "failed"))));
  CHECK(result.status == Status::Failed);
  CHECK(result.reason == "GPU 0: minigpu fill: GpuError: no kernel image");
  CHECK(result.gpus.at(0).checks.at(1).symbol == "minigpu_fill");
}

TEST_CASE("nothing passes by default") {
  struct Row {
    std::string what, script, reason;
  };
  const std::vector<Row> rows{
      {"no output", ":", "the probe printed no result"},
      {"garbage", "head -c 20000 /dev/urandom", "the probe printed no result"},
      {"a document under another marker", "marker=other\n" + document(on_gpu(0, check("fill", "passed"))),
       "the probe printed no result"},
      {"a document that is no JSON", "document '{'", "not a JSON object"},
      {"a document of another schema", R"(document '{"schema": "kenv-framework-probe/2"}')", "schema"},
      {"a document without GPUs", document(""), "nothing for this GPU"},
      {"a GPU without checks", document(on_gpu(0, "")), "no kernel was launched"},
      {"only a copy passed", document(on_gpu(0, check("copy", "passed"))), "no kernel was launched"},
      {"everything was skipped", document(on_gpu(0, check("fill", "skipped"))), "no kernel was launched"},
      {"a status that does not exist", document(on_gpu(0, check("fill", "excellent"))), "no status for this check"},
      {"a result of another CUDA device", document(on_gpu(1, check("fill", "passed"))), "was not asked for"},
      {"two results for one GPU",
       document(on_gpu(0, check("fill", "passed")) + "," + on_gpu(0, check("fill", "passed"))), "reported twice"},
      {"no word of an import", document(on_gpu(0, check("fill", "passed")), ""), "import"},
      {"a failed import",
       document("", R"({"framework": "minigpu", "check": "import", "status": "failed", "error": "ImportError"})"),
       "ImportError"},
      {"a failure at the exit", document(on_gpu(0, check("fill", "passed"))) + "\nexit 3", "exit code 3"},
      {"a crash at the exit", document(on_gpu(0, check("fill", "passed"))) + "\nkill -SEGV $$", "signal 11"},
      {"an error before the first check", "echo 'SyntaxError: bad' >&2; exit 1", "exit code 1: SyntaxError: bad"},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    const auto result = run(row.script);
    CHECK(result.status == Status::Failed);
    CHECK_THAT(result.reason, Catch::Contains(row.reason));
  }
}

TEST_CASE("a crash is a failure of the check that had begun, and other GPUs count as not tested") {
  const auto result = run(R"(begin '{"gpu": 0, "framework": "minigpu", "check": "fill"}'
begin '{"gpu": 1, "framework": "minivision", "check": "blur"}'
kill -SEGV $$)",
                          {{.index = 0}, {.index = 1}});
  CHECK(result.status == Status::Failed);
  REQUIRE(result.gpus.size() == 2);
  CHECK_THAT(result.gpus[0].checks.at(0).error, Catch::Contains("not tested"));
  CHECK(result.gpus[1].checks.at(0).framework == "minivision");
  CHECK(result.gpus[1].checks.at(0).check == "blur");
  CHECK_THAT(result.gpus[1].checks.at(0).error, Catch::Contains("killed by signal 11"));
}

TEST_CASE("a hang ends at the time limit and is not tried again") {
  const FakeEnvironment environment(R"(echo x >> started
begin '{"gpu": 0, "framework": "minigpu", "check": "matmul"}'
sleep 1000)");
  auto request = environment.request();
  request.time_limit = std::chrono::milliseconds(300);
  const auto result = run_framework_probe(request);
  CHECK(result.status == Status::Failed);
  CHECK(result.gpus.at(0).checks.at(0).check == "matmul");
  CHECK_THAT(result.reason, Catch::Contains("no end within 0.3 s"));
  CHECK(io::read_text(environment.scratch() / "started") == "x\n");
}

TEST_CASE("a GPU that is not the expected one fails, by name or by capability") {
  const std::string answer = document(on_gpu(0, check("fill", "passed"), "NVIDIA H200", "9.0"));
  CHECK(run(answer, {{.index = 0, .name = "NVIDIA H200", .capability = gpu::ComputeCapability{9, 0}}}).passed());
  CHECK_THAT(run(answer, {{.index = 0, .name = "Tesla T4"}}).reason,
             Catch::Contains("NVIDIA H200 instead of Tesla T4"));
  CHECK_THAT(run(answer, {{.index = 0, .capability = gpu::ComputeCapability{7, 5}}}).reason,
             Catch::Contains("9.0 instead of 7.5"));
}

TEST_CASE("GPUs with UUIDs are shown to the probe by these, whatever mask the user has set") {
  const auto result =
      run(R"([ "$CUDA_VISIBLE_DEVICES" = GPU-b,GPU-a ] && [ "${10}" = --gpus=0,1 ] && )" +
              document(on_gpu(0, check("fill", "passed")) + "," + on_gpu(1, check("fill", "passed"), "other")),
          {{.index = 5, .uuid = "GPU-b"}, {.index = 3, .uuid = "GPU-a"}});
  CHECK(result.status == Status::Passed);
  CHECK(result.gpus.at(0).index == 5);
  CHECK(result.gpus.at(1).index == 3);
  CHECK(result.gpus.at(1).name == "other");
}

TEST_CASE("after a failure the second, blocking run names the operation") {
  const std::string script = "if [ \"$CUDA_LAUNCH_BLOCKING\" = 1 ]; then\n" +
                             document(on_gpu(0, check("sort", "failed"))) + "\nelse\n" +
                             document(on_gpu(0, check("fft", "failed"))) + "\nfi";
  CHECK_THAT(run(script).reason, Catch::Contains("minigpu sort"));

  const std::string heals = "if [ \"$CUDA_LAUNCH_BLOCKING\" = 1 ]; then\n" +
                            document(on_gpu(0, check("fft", "passed"))) + "\nelse\n" +
                            document(on_gpu(0, check("fft", "failed"))) + "\nfi";
  const auto result = run(heals);
  CHECK(result.status == Status::Failed);
  CHECK_THAT(result.reason, Catch::Contains("fft") && Catch::Contains("passes with CUDA_LAUNCH_BLOCKING=1"));
}

TEST_CASE("without a GPU imports and CPU operations are tried, and the launch test counts as not run") {
  auto result =
      run(R"([ "${10}" = --cpu ] && )" + document("", std::string(kImport) + "," + check("add", "passed")), {});
  CHECK(result.status == Status::NotRun);
  CHECK(result.checks.size() == 2);
  result = run(document("", std::string(kImport) + "," + check("add", "failed")), {});
  CHECK(result.status == Status::Failed);
}

TEST_CASE("an environment without an interpreter fails, a framework without a probe is not run") {
  FakeEnvironment environment(":");
  auto request = environment.request();
  request.python = environment.root() / "bin/absent";
  CHECK(run_framework_probe(request).status == Status::Failed);
  request.framework = "unheard-of";
  CHECK(run_framework_probe(request).status == Status::NotRun);
}

TEST_CASE("the environment is active for the probe, and bytecode and caches go to the scratch folder") {
  const FakeEnvironment environment(
      "echo \"$VIRTUAL_ENV|$PATH|$PYTHONPATH|$6|$PYTHONPYCACHEPREFIX|$CUDA_CACHE_PATH|$TRITON_CACHE_DIR\" > seen");
  run_framework_probe(environment.request());
  const std::string seen = io::read_text(environment.scratch() / "seen");
  const std::string root = environment.root().string(), scratch = environment.scratch().string();
  CHECK(seen.starts_with(root + "|" + root + "/bin:"));
  CHECK(seen.ends_with("||pycache_prefix=" + scratch + "/bytecode|" + scratch + "/bytecode|" + scratch + "/cuda|" +
                       scratch + "/triton\n"));
}

TEST_CASE(
    "a staged tree is seen at its final path where the system allows it, and never mixed up with the tree there") {
  // Both trees hold an interpreter; only the staged one may answer.
  const FakeEnvironment live(document(on_gpu(0, check("live", "passed"))));
  const FakeEnvironment staged("echo \"$0 $VIRTUAL_ENV\" > seen\n" + document(on_gpu(0, check("staged", "passed"))));
  auto request = staged.request();
  request.final_root = live.root();
  const auto result = run_framework_probe(request);
  CHECK(result.gpus.at(0).checks.at(0).check == "staged");
  const std::string root = (result.at_final_path ? live : staged).root().string();
  CHECK(io::read_text(staged.scratch() / "seen") == root + "/bin/python " + root + "\n");
}
