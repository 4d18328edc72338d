// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "torch_like.hpp"

namespace kenv::resolvers::testing {
namespace {

plan::Plan created(const FakeIndexes& indexes, const Request& request, const manifest::Catalog& catalog,
                   FakeIndexes::Trace* trace = nullptr) {
  auto result = indexes.run(request, catalog, 0, trace);
  if (const auto* none = std::get_if<NoSolution>(&result)) FAIL(none->explanation);
  return std::get<plan::Plan>(std::move(result));
}

NoSolution refused(const FakeIndexes& indexes, const Request& request, const manifest::Catalog& catalog) {
  auto result = indexes.run(request, catalog);
  REQUIRE(std::holds_alternative<NoSolution>(result));
  return std::get<NoSolution>(std::move(result));
}

bool noted(const plan::Plan& plan, const std::string& words) {
  for (const auto& note : plan.notes)
    if (note.find(words) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("From the default index alone each GPU gets the newest torch that has code for it, with its family") {
  struct Row {
    TargetGpu gpu;
    std::string torch, torchvision;
  };
  for (const auto& [gpu, torch, torchvision] :
       {Row{rtx_5090(), "2.15.0", "0.29.2"}, Row{v100(), "2.10.0", "0.25.0"}, Row{gtx_1080_ti(), "2.7.1", "0.22.1"}}) {
    INFO(gpu.name);
    const auto plan = created(torch_indexes(), default_index_request({gpu}), torch_catalog());
    CHECK(outcome(plan).at("torch") == torch);
    CHECK(outcome(plan).at("torchvision") == torchvision);
    REQUIRE(plan.choices.size() == 1);
    REQUIRE(plan.choices[0].coverage.size() == 1);
    CHECK(plan.choices[0].coverage[0].status == "native");
    CHECK(plan.guard.constraints == std::vector<std::string>{"torch==" + torch, "torchvision==" + torchvision});
  }
}

TEST_CASE("A framework's own index is asked only for the parts that promise something better") {
  FakeIndexes::Trace trace;
  const auto newest = created(torch_indexes(), torch_request({rtx_5090()}), torch_catalog(), &trace);
  CHECK(outcome(newest).at("torch") == "2.15.0");
  for (const auto& project : trace.projects) CHECK_THAT(project, !Catch::StartsWith("pytorch/"));

  FakeIndexes::Trace second;
  const auto old = created(torch_indexes(), torch_request({v100()}), torch_catalog(), &second);
  CHECK(outcome(old).at("torch") == "2.14.0+cu126");
  CHECK(outcome(old).at("torchvision") == "0.29.0+cu126");
  CHECK(step_of(old, "torchvision")->wheel->index_url == "http://index/pytorch/cu126");
  CHECK(step_of(newest, "torch")->wheel->index_url == "http://index/pypi");
  for (const auto& project : second.projects)
    CHECK_THAT(project, !Catch::Contains("cu128") && !Catch::Contains("cu130"));
  CHECK(old.choices.at(0).index == "pytorch");
  CHECK(old.choices.at(0).variant == "cu126");
}

TEST_CASE("A build that a manifest promises and the index does not list is passed over, and that is said") {
  FakeIndexes indexes = torch_indexes(false);
  const auto plan = created(indexes, torch_request({v100()}), torch_catalog());
  CHECK(outcome(plan).at("torch") == "2.10.0");
  CHECK(mentions(plan.rejections, "torch 2.14.0+cu126, 2.8.0+cu126, 2.6.0+cu126 (cu126, pytorch)", "index",
                 "does not list it"));
}

TEST_CASE("Every rejected build says which GPU it fails and on what") {
  const auto plan = created(torch_indexes(), default_index_request({v100()}), torch_catalog());
  CHECK(mentions(plan.rejections, "torch 2.15.0 (cu132, pypi)", "coverage",
                 "has sm_75, sm_80, sm_86, sm_90, sm_100, sm_120, GPU 0 (Tesla V100) is 7.0"));
  CHECK(mentions(plan.rejections, "torch 2.14.0", "index", "left out"));
  CHECK(noted(plan, "would come first, but index pytorch is left out"));
}

TEST_CASE("A driver that is too old for a build's CUDA rules it out with both figures") {
  Request request = default_index_request({rtx_5090()});
  request.driver = *gpu::DriverVersion::parse("570.86.16");
  const auto plan = created(torch_indexes(), request, torch_catalog());
  CHECK(outcome(plan).at("torch") == "2.10.0");
  CHECK(mentions(plan.rejections, "torch 2.15.0", "driver",
                 "needs driver 580 or newer (CUDA 13.2), this machine has 570.86.16"));
}

TEST_CASE("A driver branch that has dropped the GPU rules out every build") {
  Request request = default_index_request({gtx_1080_ti()});
  request.driver = *gpu::DriverVersion::parse("590.44.01");
  const auto none = refused(torch_indexes(), request, torch_catalog());
  CHECK(mentions(none.rejections, "torch 2.7.1", "driver",
                 "R580 is the last branch that does, this machine has 590.44.01"));
  CHECK_THAT(none.hint, Catch::Contains("branch R580"));
  FakeIndexes silent = torch_indexes();
  silent.make_unreachable("pypi");
  CHECK(refused(silent, request, torch_catalog()).blocked_by_index.empty());  // it could not help
}

TEST_CASE("A driver from before the GPU rules out every build, and the hint names the first one that sees it") {
  auto catalog = torch_catalog();
  catalog.cuda.first_branches = {{{10, 0}, 570}};
  Request request = torch_request({rtx_5090()});
  request.driver = *gpu::DriverVersion::parse("550.54.14");
  const auto result = torch_indexes().run(request, catalog);
  REQUIRE(std::holds_alternative<NoSolution>(result));
  const auto& none = std::get<NoSolution>(result);
  CHECK(mentions(none.rejections, "torch 2.8.0", "driver",
                 "needs a driver that serves GPU 0 (NVIDIA GeForce RTX 5090): R570 is the first branch that does, this "
                 "machine has 550.54.14"));
  CHECK(none.hint == "no build of any version can help: install a driver of branch R570 or newer");
}

TEST_CASE("A promised build is held to the C library and the interpreter, as a wheel's own tags would be") {
  auto catalog = torch_catalog();
  for (auto& build : catalog.frameworks[0].builds) {
    build.python_tags = {"cp311"};
    build.glibc = build.version < version("2.7") ? python::LibcVersion{2, 5} : python::LibcVersion{2, 28};
  }
  struct Row {
    const char* libc;
    int minor;
    bool known;
    const char* implementation;
    const char* chosen;  // empty: nothing
    const char* says;
  };
  for (const Row& row : {Row{"glibc", 39, true, "cpython", "2.15.0", ""},
                         {"glibc", 28, true, "cpython", "2.15.0", ""},
                         {"glibc", 17, true, "cpython", "2.6.0", "needs glibc 2.28 or newer, this system has 2.17"},
                         {"glibc", 17, false, "cpython", "2.15.0", ""},
                         {"musl", 2, true, "cpython", "", "is built for glibc, this system has musl"},
                         {"glibc", 39, true, "pypy", "", "is built for cp311, this Python is pp311"}}) {
    INFO(row.libc << " 2." << row.minor << " " << row.implementation);
    Request request = torch_request({v100()});
    request.gpus[0].capability = {9, 0};
    request.roots = {requirement("torch")};
    request.manifest_is_index = true;
    request.tags.libc = row.libc;
    request.tags.libc_minor = row.minor;
    request.libc_known = row.known;
    request.tags.implementation = row.implementation;
    const auto result = torch_indexes().run(request, catalog);
    REQUIRE(std::holds_alternative<plan::Plan>(result) == (*row.chosen != 0));
    if (*row.chosen)
      CHECK(step_of(std::get<plan::Plan>(result), "torch")->to.starts_with(row.chosen));
    else
      CHECK(std::ranges::any_of(std::get<NoSolution>(result).rejections,
                                [&](const auto& one) { return one.reason == row.says; }));
  }
}

TEST_CASE("All GPUs count: where no build serves both, it is said which one each would get") {
  Request request = default_index_request({gtx_1080_ti(0), rtx_5090(1)});
  const auto none = refused(torch_indexes(), request, torch_catalog());
  CHECK_THAT(none.explanation, Catch::Contains("No build of torch serves all of these GPUs"));
  CHECK_THAT(none.explanation,
             Catch::Contains("GPU 0 (NVIDIA GeForce GTX 1080 Ti) would be served by torch 2.7.1 (cu126, pypi)"));
  CHECK_THAT(none.explanation,
             Catch::Contains("GPU 1 (NVIDIA GeForce RTX 5090) would be served by torch 2.15.0 (cu132, pypi)"));
  const auto both = created(torch_indexes(), default_index_request({v100(0), rtx_5090(1)}), torch_catalog());
  CHECK(outcome(both).at("torch") == "2.10.0");
  CHECK(both.choices.at(0).coverage.size() == 2);
}

TEST_CASE("A partly covered build is taken and shown as such, and --complete refuses it") {
  const auto partial = created(torch_indexes(), default_index_request({t4()}), torch_catalog());
  CHECK(outcome(partial).at("torch") == "2.15.0");
  REQUIRE(partial.choices.at(0).coverage.at(0).status == "partial");
  CHECK(partial.choices.at(0).coverage.at(0).uncovered.at(0).library == "torch/lib/libtorch_cuda_linalg.so");
  CHECK(noted(partial, "only in part"));
  Request request = default_index_request({t4()});
  request.complete = true;
  const auto complete = created(torch_indexes(), request, torch_catalog());
  CHECK(outcome(complete).at("torch") == "2.11.0");
  CHECK(mentions(complete.rejections, "torch 2.15.0", "complete", "libtorch_cuda_linalg.so has no code for GPU 0"));
}

TEST_CASE("Where another driver is what is needed, the hint says which") {
  const auto catalog = torch_catalog();
  struct Row {
    TargetGpu gpu;
    const char* driver;
    const char* hint;
  };
  const Row rows[] = {
      {gtx_1080_ti(), "590.44", "no build of any version can help: install a driver of branch R580"},
      {rtx_5090(), "470.256",
       "with driver 580 or newer torch 2.15.0 (cu132, pypi) would be possible; this machine has 470.256"},
      {{0, "a GPU of nobody", {13, 0}}, "595.10", ""},
  };
  for (const auto& row : rows) {
    INFO(row.driver);
    Request request = default_index_request({row.gpu});
    request.driver = *gpu::DriverVersion::parse(row.driver);
    const auto result = torch_indexes().run(request, catalog);
    REQUIRE(std::holds_alternative<NoSolution>(result));
    const std::string hint = std::get<NoSolution>(result).hint;
    if (*row.hint == 0)
      CHECK(hint.empty());
    else
      CHECK_THAT(hint, Catch::Contains(row.hint));
  }
}

TEST_CASE("A driver is the hint only where what was asked for fails on it") {
  struct Row {
    std::vector<const char*> roots;
    const char* driver;
    const char* hint;  ///< empty: none about drivers
  };
  const Row rows[] = {
      {{"torch==2.15.0"}, "535.54", "with driver 580 or newer torch 2.15.0"},
      {{"torch==99"}, "535.54", ""},
      {{"torch", "numpy==99"}, "535.54", ""},
      {{"no-such-project"}, "470.256", ""},
  };
  for (const auto& row : rows) {
    INFO(row.roots.back());
    Request request = default_index_request({rtx_5090()});
    request.driver = *gpu::DriverVersion::parse(row.driver);
    request.roots.clear();
    for (const char* root : row.roots) request.roots.push_back(requirement(root));
    const auto result = torch_indexes().run(request, torch_catalog());
    REQUIRE(std::holds_alternative<NoSolution>(result));
    const std::string hint = std::get<NoSolution>(result).hint;
    if (*row.hint == 0)
      CHECK_THAT(hint, !Catch::Contains("driver"));
    else
      CHECK_THAT(hint, Catch::Contains(row.hint));
  }
  // Nor is it the answer where an index is silent of which nothing but that is known.
  FakeIndexes silent = torch_indexes();
  silent.make_unreachable("pypi");
  Request request = default_index_request({gtx_1080_ti()});
  request.driver = *gpu::DriverVersion::parse("590.44");
  request.roots = {requirement("numpy")};
  const auto result = silent.run(request, torch_catalog());
  REQUIRE(std::holds_alternative<NoSolution>(result));
  CHECK(std::get<NoSolution>(result).blocked_by_index == "pypi");
  CHECK_THAT(std::get<NoSolution>(result).hint, !Catch::Contains("driver"));
}

TEST_CASE("Where a driver is what is missing, no index of nightlies is asked, and none that is silent is blamed") {
  auto catalog = torch_catalog();
  catalog.frameworks[0].nightly_indexes = {"pytorch-nightly"};
  catalog.frameworks[0].builds.push_back(build("2.16.0.dev20261101+cu132", "cu132", "pytorch-nightly", "sm_120"));
  for (const auto& [gpu, driver, hint] : {std::tuple{rtx_5090(), "470.256", "with driver 580 or newer"},
                                          std::tuple{gtx_1080_ti(), "590.44", "install a driver of branch R580"}}) {
    INFO(driver);
    FakeIndexes indexes = torch_indexes();
    indexes.make_unreachable("pytorch-nightly");
    Request request = default_index_request({gpu});
    request.framework_indexes.insert("pytorch-nightly");
    request.driver = *gpu::DriverVersion::parse(driver);
    FakeIndexes::Trace trace;
    const auto result = indexes.run(request, catalog, 0, &trace);
    REQUIRE(std::holds_alternative<NoSolution>(result));
    const auto& none = std::get<NoSolution>(result);
    CHECK_THAT(none.hint, Catch::Contains(hint));
    CHECK(none.blocked_by_index.empty());
    for (const auto& project : trace.projects) CHECK_THAT(project, !Catch::StartsWith("pytorch-nightly"));
    CHECK_FALSE(mentions(none.rejections, "2.16.0.dev20261101", "index", ""));
  }
}

TEST_CASE("Machine code of an older version comes before a newer one that would have to be compiled") {
  auto catalog = torch_catalog();
  catalog.frameworks[0].builds = {build("2.8.0", "cu128", "pypi", "sm_90", "compute_90"),
                                  build("2.7.1", "cu126", "pypi", "sm_90 sm_120")};
  const auto plan = created(torch_indexes(), default_index_request({rtx_5090()}), catalog);
  CHECK(outcome(plan).at("torch") == "2.7.1");
  CHECK(plan.choices.at(0).coverage.at(0).status == "native");
}

TEST_CASE("PTX counts only where the driver can compile it") {
  auto catalog = torch_catalog();
  catalog.frameworks[0].builds = {build("2.8.0", "cu128", "pypi", "sm_90", "compute_90"),
                                  build("2.7.1", "cu126", "pypi", "sm_90")};
  Request request = default_index_request({rtx_5090()});
  request.driver = *gpu::DriverVersion::parse("595.10");
  const auto plan = created(torch_indexes(), request, catalog);
  CHECK(outcome(plan).at("torch") == "2.8.0");
  CHECK(plan.choices.at(0).coverage.at(0).status == "jit");
  request.driver = *gpu::DriverVersion::parse("550.54");
  const auto result = torch_indexes().run(request, catalog);
  const auto* fallback = std::get_if<plan::Plan>(&result);
  REQUIRE(fallback);  // a version that no manifest knows, to be measured first
  CHECK(mentions(fallback->rejections, "torch 2.8.0", "ptx", "driver 550.54 compiles up to 8.4"));
  CHECK(noted(*fallback, "no manifest knows"));
}

TEST_CASE("Files that the index lists and no manifest knows come after every known build that fits") {
  FakeIndexes indexes = torch_indexes();
  FakeFile newer{"2.16.0", {}};
  newer.tags = "cp311-cp311-manylinux_2_28_x86_64";
  indexes.add("pypi", "torch", newer);
  Request request = default_index_request({rtx_5090()});
  request.roots = {requirement("torch")};
  CHECK(outcome(created(indexes, request, torch_catalog())).at("torch") == "2.15.0");
  request.roots = {requirement("torch>2.15")};
  const auto plan = created(indexes, request, torch_catalog());
  CHECK(outcome(plan).at("torch") == "2.16.0");
  CHECK(noted(plan, "kenv measures it before it is switched on"));
}

TEST_CASE("An unknown patch of a known line is not fetched when its line cannot serve the GPU") {
  FakeIndexes indexes = torch_indexes();
  FakeFile patch{"2.11.1", {}};
  patch.tags = "cp311-cp311-manylinux_2_28_x86_64";
  indexes.add("pypi", "torch", patch);
  auto catalog = torch_catalog();
  catalog.frameworks[0].default_variants.push_back(
      {"pypi", "linux", "x86_64", "cu130", *python::SpecifierSet::parse("==2.11.1")});
  Request request = default_index_request({gtx_1080_ti(0), rtx_5090(1)});
  request.roots = {requirement("torch")};
  const auto none = refused(indexes, request, catalog);
  CHECK(mentions(none.rejections, "torch 2.11.1", "coverage",
                 "GPU 0 (NVIDIA GeForce GTX 1080 Ti) is 6.1 (so it is in 2.11.0; this one is not known)"));
}

TEST_CASE("A build that nobody knows is not fetched when its toolkit compiles nothing for the GPU") {
  FakeIndexes indexes = torch_indexes();
  FakeFile unknown{"9.0", {}};
  unknown.tags = "cp311-cp311-manylinux_2_28_x86_64";
  indexes.add("pypi", "torch", unknown);
  auto catalog = torch_catalog();
  catalog.frameworks[0].default_variants.push_back(
      {"pypi", "linux", "x86_64", "cu132", *python::SpecifierSet::parse("==9.0")});
  Request request = default_index_request({gtx_1080_ti(0), rtx_5090(1)});
  request.roots = {requirement("torch")};
  CHECK(
      mentions(refused(indexes, request, catalog).rejections, "torch 9.0", "coverage",
               "is made with CUDA 13.2, which compiles for 7.5 and newer; GPU 0 (NVIDIA GeForce GTX 1080 Ti) is 6.1"));
}

TEST_CASE("No build, known or not, runs on a GPU that the driver has dropped") {
  FakeIndexes indexes = torch_indexes();
  FakeFile unknown{"9.0", {}};
  unknown.tags = "cp311-cp311-manylinux_2_28_x86_64";
  indexes.add("pypi", "torch", unknown);
  Request request = default_index_request({gtx_1080_ti()});
  request.roots = {requirement("torch")};
  request.driver = *gpu::DriverVersion::parse("590.44.01");
  CHECK(mentions(refused(indexes, request, torch_catalog()).rejections, "torch 9.0", "driver",
                 "R580 is the last branch"));
}

TEST_CASE("A nightly is taken when nothing stable covers the GPU, or when it is asked for") {
  auto catalog = torch_catalog();
  catalog.frameworks[0].builds.push_back(build("2.16.0.dev20261101", "cu132", "pypi", "sm_80 sm_120 sm_150"));
  FakeIndexes indexes = torch_indexes();
  FakeFile nightly{"2.16.0.dev20261101", {}};
  nightly.tags = "cp311-cp311-manylinux_2_28_x86_64";
  indexes.add("pypi", "torch", nightly);
  catalog.frameworks[0].default_variants.push_back(
      {"pypi", "linux", "x86_64", "cu132", *python::SpecifierSet::parse(">2.15")});
  Request request = default_index_request({rtx_5090()});
  request.roots = {requirement("torch")};
  const auto stable = created(indexes, request, catalog);
  CHECK(outcome(stable).at("torch") == "2.15.0");
  CHECK(mentions(stable.rejections, "torch 2.16.0.dev20261101", "channel"));
  request.nightly = true;
  CHECK(outcome(created(indexes, request, catalog)).at("torch") == "2.16.0.dev20261101");
  request.nightly = false;
  request.gpus = {{0, "a GPU of tomorrow", {15, 0}}};
  const auto bridge = created(indexes, request, catalog);
  CHECK(outcome(bridge).at("torch") == "2.16.0.dev20261101");
  CHECK(noted(bridge, "is a nightly build"));
}

TEST_CASE("CPU builds are out when a GPU is given, and first when none is") {
  auto catalog = torch_catalog();
  catalog.frameworks[0].builds.push_back(build("2.15.0+cpu", "cpu", "pytorch", ""));
  FakeIndexes indexes = torch_indexes();
  FakeFile cpu{"2.15.0+cpu", {}};
  cpu.tags = "cp311-cp311-manylinux_2_28_x86_64";
  indexes.add("pytorch/cpu", "torch", cpu);
  Request request = torch_request({});
  request.roots = {requirement("torch")};
  CHECK(outcome(created(indexes, request, catalog)).at("torch") == "2.15.0+cpu");
  request.gpus = {rtx_5090()};
  const auto plan = created(indexes, request, catalog);
  CHECK(outcome(plan).at("torch") == "2.15.0");
  CHECK(mentions(plan.rejections, "torch 2.15.0+cpu (cpu, pytorch)", "coverage", "is a CPU build"));
}

TEST_CASE("A companion's bound that no METADATA declares holds where the companion is there") {
  Request request = default_index_request({rtx_5090()});
  request.gpus.clear();
  request.roots = {requirement("torch==2.6.0"), requirement("torchvision")};
  const auto plan = created(torch_indexes(), request, torch_catalog());
  CHECK(outcome(plan).at("numpy") == "1.26.4");
  request.roots = {requirement("torch==2.6.0"), requirement("numpy>=2")};
  CHECK_THAT(refused(torch_indexes(), request, torch_catalog()).explanation,
             Catch::Contains("goes only with numpy<2 (built against numpy 1)"));
}

TEST_CASE("A pin that no build can meet is refused with the rule's figure in the sentence") {
  Request request = default_index_request({v100()});
  request.roots = {requirement("torch==2.15.0")};
  const auto none = refused(torch_indexes(), request, torch_catalog());
  CHECK_THAT(none.explanation,
             Catch::Contains(
                 "2.15.0 cannot be used: has sm_75, sm_80, sm_86, sm_90, sm_100, sm_120, GPU 0 (Tesla V100) is 7.0"));
  CHECK(none.blocked_by_index.empty());
}

TEST_CASE("An index out of reach stops the search only if it should hold a better build") {
  FakeIndexes indexes = torch_indexes();
  indexes.make_unreachable("pytorch");
  const auto none = refused(indexes, torch_request({v100()}), torch_catalog());
  CHECK(none.blocked_by_index == "pytorch");
  CHECK(mentions(none.rejections, "torch 2.14.0", "index", "gives no usable answer: connection refused"));
  CHECK(outcome(created(indexes, torch_request({rtx_5090()}), torch_catalog())).at("torch") == "2.15.0");
  CHECK(outcome(created(indexes, default_index_request({v100()}), torch_catalog())).at("torch") == "2.10.0");
  FakeIndexes nothing = torch_indexes();
  nothing.make_unreachable("pypi");
  CHECK(refused(nothing, default_index_request({v100()}), torch_catalog()).blocked_by_index == "pypi");
}

TEST_CASE("A refusal is a silence where the manifest promises builds, and means absent where it does not") {
  FakeIndexes indexes = torch_indexes();
  indexes.forbid("pytorch");
  const auto none = refused(indexes, torch_request({v100()}), torch_catalog());
  CHECK(none.blocked_by_index == "pytorch");
  CHECK(mentions(none.rejections, "torch 2.14.0", "index", "gives no usable answer: HTTP 403"));
  CHECK(outcome(created(indexes, torch_request({rtx_5090()}), torch_catalog())).at("torch") == "2.15.0");
  // Without rows of that index it is another word for 404.
  manifest::Catalog knows_less = torch_catalog();
  std::erase_if(knows_less.frameworks.front().builds, [](const auto& row) { return row.index == "pytorch"; });
  CHECK(outcome(created(indexes, torch_request({v100()}), knows_less)).at("torch") == "2.10.0");
}

TEST_CASE("A file that its server does not have stops the search where it is needed, not where it was only looked at") {
  FakeIndexes indexes;
  for (int i = 1; i <= 9; ++i)
    indexes.add("pypi", "a", {.version = std::to_string(i) + ".0", .needs = {i > 4 ? "b>=9" : "b"}});
  indexes.add("pypi", "b", {.version = "1.0"});
  Request request = request_for();
  request.roots = {requirement("a")};
  const manifest::Catalog nothing;
  for (const auto& [missing, blocked] :
       {std::pair("a-1.0-py3-none-any.whl", false), std::pair("a-4.0-py3-none-any.whl", true)}) {
    CAPTURE(missing);
    FakeIndexes lagging = indexes;
    lagging.silence_metadata(missing);
    FakeIndexes::Trace trace;
    const auto result = lagging.run(request, nothing, 0, &trace);
    CHECK(std::ranges::find(trace.metadata, missing) != trace.metadata.end());
    if (blocked) {
      CHECK(std::get<NoSolution>(result).blocked_by_index == "pypi");
      CHECK_THAT(std::get<NoSolution>(result).explanation, Catch::Contains(missing));
    } else {
      CHECK(outcome(std::get<plan::Plan>(result)).at("a") == "4.0");
    }
  }
}

TEST_CASE("A build that fails after the plan makes room for the next one") {
  const auto catalog = torch_catalog();
  Resolution resolution(default_index_request({rtx_5090()}), catalog);
  const auto indexes = torch_indexes();
  REQUIRE(std::holds_alternative<plan::Plan>(indexes.run(resolution)));
  resolution.answer(CandidateFailed{
      name("torch"), "2.15.0", "pypi", {"torch 2.15.0 (cu132, pypi)", "launch", 0, "fill failed with error 209"}});
  const auto second = indexes.run(resolution);
  REQUIRE(std::holds_alternative<plan::Plan>(second));
  const auto& plan = std::get<plan::Plan>(second);
  CHECK(outcome(plan).at("torch") == "2.11.0");
  CHECK(mentions(plan.rejections, "torch 2.15.0", "launch", "error 209"));
}

TEST_CASE("A member of the framework's index that the default index lacks is taken from the framework's index") {
  auto catalog = torch_catalog();
  FakeIndexes indexes = torch_indexes();
  FakeFile torch{"2.14.1+cu126", {"torchtriton==3.9+git1"}};
  torch.tags = "cp311-cp311-manylinux_2_28_x86_64";
  indexes.add("pytorch/cu126", "torch", torch);
  indexes.add("pytorch/cu126", "torchtriton", {"3.9+git1", {}});
  indexes.add("pypi", "torchtriton", {"0.1", {}});
  catalog.frameworks[0].builds.push_back(build("2.14.1+cu126", "cu126", "pytorch", "sm_70"));
  Request request = torch_request({v100()});
  request.roots = {requirement("torch")};
  const auto plan = created(indexes, request, catalog);
  CHECK(outcome(plan).at("torch") == "2.14.1+cu126");
  CHECK(step_of(plan, "torchtriton")->wheel->index == "pytorch");
}

TEST_CASE("One index with local versions as variants, like minigpu's") {
  manifest::Catalog catalog = torch_catalog();
  manifest::Framework minigpu;
  minigpu.name = "minigpu";
  minigpu.indexes = {"minigpu"};
  minigpu.builds = {build("1.2.0+old", "old", "minigpu", "sm_50 sm_70 sm_75"),
                    build("1.2.0+new", "new", "minigpu", "sm_80 sm_90 sm_120"),
                    build("1.2.0+cpu", "cpu", "minigpu", "")};
  minigpu.companions.push_back({"minigpu-vision", true, {}, true});
  minigpu.members = {"minigpu", "minigpu-vision", "minicore"};
  catalog.frameworks.push_back(minigpu);
  FakeIndexes indexes;
  indexes.add("minigpu", "minicore", {"1.0", {}});
  indexes.add("pypi", "minicore", {"9.0", {}});  // somebody else's
  for (const char* variant : {"old", "new", "cpu"}) {
    indexes.add("minigpu", "minigpu", {std::string("1.2.0+") + variant, {"minicore"}});
    indexes.add("minigpu", "minigpu-vision", {std::string("0.2.0+") + variant, {"minigpu==1.2.0"}});
  }
  Request request = request_for();
  request.roots = {requirement("minigpu"), requirement("minigpu-vision")};
  request.framework_indexes = {"minigpu"};
  for (const auto& [gpu, variant] : {std::pair{v100(), "+old"}, std::pair{rtx_5090(), "+new"}}) {
    request.gpus = {gpu};
    FakeIndexes::Trace trace;
    const auto plan = created(indexes, request, catalog, &trace);
    CHECK(outcome(plan).at("minigpu") == std::string("1.2.0") + variant);
    CHECK(outcome(plan).at("minigpu-vision") == std::string("0.2.0") + variant);
    CHECK(outcome(plan).at("minicore") == "1.0");
    for (const auto& project : trace.projects) CHECK_THAT(project, Catch::StartsWith("minigpu/"));
  }
  request.gpus.clear();
  CHECK(outcome(created(indexes, request, catalog)).at("minigpu") == "1.2.0+cpu");
}

TEST_CASE("The same plan comes out whatever the order of the answers") {
  for (const auto& gpu : {rtx_5090(), v100(), gtx_1080_ti()}) {
    const auto first = created(torch_indexes(), torch_request({gpu}), torch_catalog());
    for (unsigned order = 1; order <= 6; ++order) {
      const auto result = torch_indexes().run(torch_request({gpu}), torch_catalog(), order);
      const auto& plan = std::get<plan::Plan>(result);
      CHECK(outcome(plan) == outcome(first));
      CHECK(plan.rejections == first.rejections);
      CHECK(plan.notes == first.notes);
    }
  }
}

TEST_CASE("Downloads are added up, and what is asked for is marked as requested") {
  const auto plan = created(torch_indexes(), default_index_request({rtx_5090()}), torch_catalog());
  CHECK(plan.download_bytes == 1000);
  CHECK(plan.disk_bytes == 2000);
  CHECK(step_of(plan, "torch")->requested);
  CHECK_FALSE(step_of(plan, "numpy")->requested);
  CHECK(step_of(plan, "torch")->wheel->file.filename == "torch-2.15.0-cp311-cp311-manylinux_2_28_x86_64.whl");
}

TEST_CASE("A file whose METADATA is damaged is no candidate, and the reason is kept") {
  FakeIndexes indexes;
  indexes.add("pypi", "a", {"1.0", {}});
  indexes.add("pypi", "a", {"2.0", {}});
  indexes.damage_metadata("a-2.0-py3-none-any.whl");
  Request request = request_for();
  request.roots = {requirement("a")};
  const manifest::Catalog nothing;
  CHECK(outcome(created(indexes, request, nothing)).at("a") == "1.0");
  request.roots = {requirement("a>=2")};
  CHECK_THAT(refused(indexes, request, nothing).explanation, Catch::Contains("METADATA:7:1: not a requirement"));
}

}  // namespace kenv::resolvers::testing
