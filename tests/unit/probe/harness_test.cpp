// SPDX-License-Identifier: Apache-2.0
#include "io/files.hpp"
#include "io/process.hpp"
#include "probe/launch_test.hpp"
#include "support/catch.hpp"

using namespace kenv;
using probe::CheckStatus;
using Status = probe::LaunchResult::Status;

// The harness and the minigpu probe as they are shipped, run by a real Python in a real virtual environment. What
// stands in for a GPU is a minigpu in pure Python that can be told to go wrong.
namespace {

constexpr std::string_view kMinigpu = R"PY(
import os, random as _random, struct, sys
__version__ = "1.0"
trouble = open(os.path.join(os.path.dirname(__file__), "trouble.txt")).read()
if trouble == "import": raise ImportError("libminigpu.so: cannot open")
if trouble == "exit": raise SystemExit(0)
class GpuError(RuntimeError): pass
class Tensor:
    def __init__(self, values, shape): self.values, self.shape = [struct.unpack("f", struct.pack("f", v))[0] for v in values], shape
    def tolist(self):
        if len(self.shape) == 1: return self.values
        n = self.shape[1]; return [self.values[i:i + n] for i in range(0, len(self.values), n)]
    def to(self, device): return self
    def clone(self): return self
    def __add__(self, other): return Tensor([a + b for a, b in zip(self.values, other.values)], self.shape)
    def __matmul__(self, other):
        if trouble == "crash": os.kill(os.getpid(), 11)
        a, b = self.tolist(), other.tolist()
        return Tensor([sum(x * b[k][c] for k, x in enumerate(r)) for r in a for c in range(len(b[0]))], (len(a), len(b[0])))
def get_device_name(index): return "Pretended GPU"
def get_device_capability(index): return 9, 0
def tensor(values, device): return Tensor(values, (len(values),))
def full(n, value, device):
    if trouble == "209": raise GpuError("minigpu: fill: CUDA_ERROR_NO_BINARY_FOR_GPU (209): no kernel image")
    if trouble == "stdout" and sys.stdout: print("noise on stdout " * 5, end=""); os.close(1); sys.stdout = None
    return Tensor([value if trouble != "lie" else 0.0] * n, (n,))
def arange(n, start=0.0, step=1.0, device=None): return Tensor([start + step * i for i in range(n)], (n,))
def random(shape, seed, device):
    n = shape if isinstance(shape, int) else shape[0] * shape[1]
    def one(i):
        m = seed ^ (i * 0x9E3779B9 & 0xFFFFFFFF)
        m = (m ^ m >> 16) * 0x85EBCA6B & 0xFFFFFFFF; m = (m ^ m >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
        return ((m ^ m >> 16) >> 8) / (1 << 24)
    return Tensor([one(i) if trouble != "nan" else float("nan") for i in range(n)], (n,) if isinstance(shape, int) else shape)
)PY";

class Environment {
 public:
  Environment() {
    const auto made = io::run({.arguments = {"python3", "-m", "venv", "--without-pip", root().string()}});
    INFO(made.error_output);
    REQUIRE(made.ok());
    io::make_directories(folder_.path() / "scratch");
    for (const auto& python : io::list_directory(root() / "lib"))
      package_ = root() / "lib" / python / "site-packages/minigpu";
    io::make_directories(package_);
    io::write_text(package_ / "__init__.py", kMinigpu);
  }

  probe::LaunchResult run(std::string_view trouble) {
    io::write_text(package_ / "trouble.txt", trouble);
    return probe::run_framework_probe(
        {.environment = root(), .framework = "minigpu", .gpus = {{.index = 0}}, .scratch = folder_.path() / "scratch"});
  }

  io::fs::path package() const { return package_; }

 private:
  io::fs::path root() const { return folder_.path() / "environment"; }

  io::TemporaryDirectory folder_;
  io::fs::path package_;
};

}  // namespace

TEST_CASE("the minigpu probe in a real Python tells a sound framework from a broken one") {
  Environment environment;
  const auto sound = environment.run("");
  INFO(sound.reason);
  CHECK(sound.status == Status::Passed);
  CHECK(sound.gpus.at(0).name == "Pretended GPU");
  CHECK(sound.gpus.at(0).checks.size() == 8);  // device, copy and six kernels
  CHECK_FALSE(io::exists(environment.package() / "__pycache__"));

  struct Row {
    std::string trouble, check, error;
  };
  const std::vector<Row> rows{
      {"import", "import", "ImportError: libminigpu.so: cannot open"},
      {"exit", "import", "the probe printed no result"},
      {"209", "fill", "CUDA_ERROR_NO_BINARY_FOR_GPU (209)"},
      {"lie", "fill", "value 0 is 0.0 instead of 1.5"},
      {"nan", "random", "value 0 is nan"},
      {"crash", "matmul", "killed by signal 11"},
  };
  for (const Row& row : rows) {
    INFO(row.trouble);
    const auto result = environment.run(row.trouble);
    CHECK(result.status == Status::Failed);
    CHECK_THAT(result.reason, Catch::Contains("minigpu " + row.check + ": ") && Catch::Contains(row.error));
  }
  CHECK(environment.run("stdout").status == Status::Passed);
}
