// SPDX-License-Identifier: Apache-2.0
#include "venv/libraries.hpp"

#include "support.hpp"
#include "support/catch.hpp"
#include "venv/environment_snapshot.hpp"
#include "venv/skeleton.hpp"

using namespace kenv;
using namespace kenv::venv;
using namespace kenv::venv::test;

namespace {

/// An environment with a framework of three libraries, one of them without GPU code, one that is cut off.
struct Framework {
  io::TemporaryDirectory scratch;
  fs::path root = scratch.path() / "env";
  WheelFiles wheel;

  Framework() {
    wheel.name = "frame";
    wheel.version = "2.0";
    const std::string cut = gpu_fixture("plain.so").substr(0, 9000);
    wheel.files = {{"frame/version.py", "__version__ = '2.0+cu128'\n"},
                   {"frame/lib/libframe.so.2", gpu_fixture("plain.so")},
                   {"frame/lib/lib,quoted.so", gpu_fixture("two_units.so")},
                   {"frame/host.so", gpu_fixture("no_gpu_code.so")},
                   {"frame/cut.so", cut},
                   {"frame/kernel.cubin", gpu_fixture("sm_90a.cubin")},
                   {"frame/not_a_library.so.py", "x = 1\n"}};
    plant(root, environment_skeleton(machine_python(), root));
    plant(root,
          installation_of(wheel.contents(), layout_of(machine_python(), root),
                          {.requested = true, .direct_url_json = {}, .python = {}}),
          {wheel.contents()});
  }
  fs::path site() const { return root / machine_python().environment_purelib; }
};

std::vector<std::string> paths_of(const LibraryScan& scan) {
  std::vector<std::string> paths;
  for (const auto& library : scan.libraries) paths.push_back(library.path);
  return paths;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("Libraries are found by RECORD, and those with GPU code are told with what they carry") {
  const Framework framework;
  const LibraryScan scan = scan_libraries(framework.site(), read_installed(framework.site()));
  CHECK(paths_of(scan) == Names{"frame/kernel.cubin", "frame/lib/lib,quoted.so", "frame/lib/libframe.so.2"});
  CHECK(scan.without_gpu_code == 1);
  REQUIRE(scan.damaged.size() == 1);
  CHECK(scan.damaged[0].path == "frame/cut.so");
  CHECK(scan.damaged[0].package == "frame");
  CHECK_FALSE(scan.damaged[0].reason.empty());
  CHECK(scan.libraries[0].targets.main_targets().at(0).text() == "sm_90a");
  CHECK(scan.libraries[2].package == "frame");
  CHECK(scan.libraries[2].machine == "x86_64");
  CHECK(scan.libraries[2].targets.containers() > 0);
}

TEST_CASE("A library that RECORD lists and that is gone is told") {
  const Framework framework;
  io::remove_file(framework.site() / "frame/lib/libframe.so.2");
  const LibraryScan scan = scan_libraries(framework.site(), read_installed(framework.site()));
  REQUIRE(scan.missing.size() == 1);
  CHECK(scan.missing[0].path == "frame/lib/libframe.so.2");
}

TEST_CASE("Where a distribution has no RECORD the folders are walked") {
  const Framework framework;
  io::remove_file(framework.site() / "frame-2.0.dist-info/RECORD");
  const LibraryScan scan = scan_libraries(framework.site(), read_installed(framework.site()));
  CHECK(paths_of(scan) == Names{"frame/kernel.cubin", "frame/lib/lib,quoted.so", "frame/lib/libframe.so.2"});
  CHECK(scan.libraries[0].package == "frame");
}

TEST_CASE("An environment becomes facts that a diagnosis can work with") {
  const Framework framework;
  const Environment environment = open_environment(framework.root);
  const std::vector<VariantSource> variants = {{"frame", "frame/version.py", "__version__ = '"}};
  const std::vector<gpu::ComputeCapability> gpus = {{3, 0}};
  const auto facts =
      to_snapshot(environment, query_interpreter(environment.python), read_contents(environment), variants, gpus);
  CHECK(facts.kind == "venv");
  CHECK(facts.path == framework.root.string());
  CHECK(facts.python->version == machine_python().version_text);
  CHECK(facts.python->arch == machine_python().tags.machine);
  CHECK(facts.externally_managed == false);
  CHECK(facts.search_path.empty());
  REQUIRE(facts.packages.size() == 1);
  CHECK(facts.packages[0].name == "frame");
  CHECK(facts.packages[0].version == "2.0");
  CHECK(facts.packages[0].variant == "cu128");
  CHECK(facts.packages[0].installer == "kenv");
  CHECK(facts.packages[0].requested);
  CHECK(facts.packages[0].complete == false);
  CHECK(facts.packages[0].files_missing == Names{"frame/cut.so"});
  REQUIRE(facts.libraries.size() == 3);
  CHECK(facts.libraries[0].targets == Names{"sm_90a"});
  CHECK(facts.libraries[2].uncovered.at("3.0") > 0);
  CHECK(*facts.libraries[2].containers >= facts.libraries[2].uncovered.at("3.0"));
}

TEST_CASE("An environment whose interpreter is gone is described as far as its files tell") {
  const Framework framework;
  io::remove_file(framework.root / "bin/python");
  const Environment environment = open_environment(framework.root);
  const auto facts = to_snapshot(environment, std::nullopt, read_contents(environment), {});
  CHECK(facts.packages.size() == 1);
  CHECK(facts.python->version == machine_python().version_text);
}
