// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/subject.hpp"
#include "support/catch.hpp"
#include "torch_like.hpp"

namespace kenv::resolvers::testing {
namespace {

/// A resolution that has ended, with what it was made of.
struct Ended {
  FakeIndexes indexes;
  manifest::Catalog catalog;
  Resolution resolution;
  std::variant<plan::Plan, NoSolution> result;

  explicit Ended(const Request& request, manifest::Catalog facts = torch_catalog(), FakeIndexes from = torch_indexes())
      : indexes(std::move(from)),
        catalog(std::move(facts)),
        resolution(request, catalog),
        result(indexes.run(resolution)) {}

  plan::Explanation why(const char* package) const { return *resolution.why(package); }
  plan::Explanation why_not(const char* subject) const { return *resolution.why_not(subject); }
};

bool says(const plan::Explanation& explanation, const std::string& text) {
  for (const auto& sentence : explanation.sentences)
    if (sentence.find(text) != std::string::npos) return true;
  UNSCOPED_INFO("looked for: " << text);
  for (const auto& sentence : explanation.sentences) UNSCOPED_INFO(sentence);
  return false;
}

}  // namespace

TEST_CASE("Why a build was chosen is told with the GPU, its code, the driver and the evidence") {
  Request request = default_index_request({v100()});
  request.driver = *gpu::DriverVersion::parse("580.65.06");
  const Ended ended(request);
  const auto story = ended.why("torch");
  CHECK(story.answer == "chosen");
  CHECK(says(story, "torch 2.10.0 (cu128, pypi) is chosen"));
  CHECK(says(story, "GPU 0 (Tesla V100), compute capability 7.0, runs its sm_70 code as it is"));
  CHECK(says(story, "needs driver 525.60.13 or newer (CUDA 12.8); this machine has 580.65.06"));
  CHECK(says(story, "declared by a test"));
  CHECK(says(story, "torchvision 0.25.0 (torch==2.10.0)"));
  CHECK(says(story,
             "torch 2.15.0 (cu132, pypi): has sm_75, sm_80, sm_86, sm_90, sm_100, sm_120, GPU 0 (Tesla V100) is 7.0 "
             "[rule coverage; measured]"));
  CHECK(says(story, "Next in line is torch 2.8.0 (cu128, pypi)"));
  REQUIRE_FALSE(story.verdicts.empty());
  CHECK(story.verdicts.front().gpu == 0);
}

TEST_CASE("A repair is explained as the smallest change") {
  Request request = fix_request({rtx_5090()});
  request.without_index = {"pytorch"};
  CHECK(says(Ended(request).why("torch"), "the smallest change, the nearest version above the installed 2.6.0"));
  CHECK(says(Ended(request).why("rich"), "rich 13.0 (installed) stays"));
}

TEST_CASE("An ordinary package is explained by who asks for it and what bounds it") {
  Request request = default_index_request({});
  request.roots = {requirement("torch==2.6.0"), requirement("torchvision")};
  const auto story = Ended(request).why("numpy");
  CHECK(says(story, "numpy 1.26.4 is chosen"));
  CHECK(says(story, "torchvision 0.21.0 (numpy)"));
  CHECK(says(story, "as kenv's manifest has it (numpy<2 (built against numpy 1))"));
  REQUIRE(story.verdicts.size() == 1);
  CHECK(story.verdicts[0].candidate == "numpy 2.4.0 (pypi)");
  CHECK(story.verdicts[0].answer == "conflict");
  CHECK(Ended(request).why("scipy").answer == "not-involved");
}

TEST_CASE("Why not: one word for each way not to be chosen") {
  Request request = torch_request({v100()});
  const Ended ended(request);
  struct Row {
    const char* subject;
    const char* answer;
    const char* sentence;
  };
  for (const Row& row : {
           Row{"torch==2.15.0", "rejected", "is 7.0 [rule coverage; measured]"},
           Row{"torch==2.15.0+cu132", "rejected", "[rule coverage"},
           Row{"torch 2.15.0 (cu132, pypi)", "rejected", "[rule coverage"},
           Row{"cu130", "rejected", "torch 2.14.0+cu130 (cu130, pytorch)"},
           Row{"cu124", "outranked", "its version is newer"},
           Row{"pytorch", "chosen", "it is what was chosen"},
           Row{"torch==2.14.0+cu126", "chosen", "it is what was chosen"},
           Row{"torch==2.8.0+cu128", "outranked",
               "torch 2.14.0+cu126 (cu126, pytorch) comes first: its version is newer"},
           Row{"torch==2.15.0+cu126", "does-not-exist", "there is torch 2.15.0 (cu132, pypi)"},
           Row{"torch==7", "does-not-exist", "the newest that is known is torch 2.15.0."},
           Row{"cu999", "does-not-exist", "torch has cu124, cu126, cu128, cu130, cu132"},
           Row{"rich==13", "not-involved",
               "rich is not in the set: neither you nor anything that was chosen asks for it"},
           Row{"numpy==1.26.4", "outranked", "numpy 2.4.0 comes first: its version is newer"},
       }) {
    INFO(row.subject);
    const auto found = ended.why_not(row.subject);
    CHECK(found.answer == row.answer);
    CHECK(says(found, row.sentence));
  }
  CHECK_FALSE(ended.resolution.why_not("=="));
  CHECK_FALSE(ended.resolution.why("two words"));
}

TEST_CASE("What the chosen set forbids from below does not go with it, though newer versions come first") {
  FakeIndexes indexes;
  indexes.add("pypi", "a", {"1.0", {"b>=1.5"}});
  for (const char* version : {"1.0", "1.5", "2.0"}) indexes.add("pypi", "b", {version, {}});
  Request request = request_for();
  request.roots = {requirement("a")};
  const Ended ended(request, {}, indexes);
  CHECK(ended.why_not("b==1.5").answer == "outranked");
  const auto found = ended.why_not("b==1.0");
  CHECK(found.answer == "conflict");
  CHECK(says(found, "it does not go with the rest: a 1.0 requires b>=1.5"));
}

TEST_CASE("Of a package with a long history its versions are not all told") {
  FakeIndexes indexes;
  for (int i = 0; i < 200; ++i) indexes.add("pypi", "a", {"1." + std::to_string(i), {}});
  Request request = request_for();
  request.roots = {requirement("a<1.100")};
  const auto story = Ended(request, {}, indexes).why("a");
  CHECK(says(story,
             "a 1.199, 1.198, 1.197, 1.196, 1.195, 1.194, 1.193, 1.192 and 92 more to 1.100 (pypi): you ask for "
             "a<1.100"));
}

TEST_CASE("What exists for another system only is said to be so") {
  auto catalog = torch_catalog();
  auto elsewhere = build("2.16.0+cu132", "cu132", "pytorch", "sm_80");
  elsewhere.machine = "aarch64";
  catalog.frameworks[0].builds.push_back(elsewhere);
  const auto found = Ended(torch_request({rtx_5090()}), catalog).why_not("torch==2.16.0");
  CHECK(found.answer == "rejected");
  CHECK(says(found, "is built for linux aarch64; this is linux x86_64"));
}

TEST_CASE("A request that cannot be met is explained from the search that failed") {
  Request request = default_index_request({v100()});
  request.roots = {requirement("torch==2.15.0")};
  const Ended ended(request);
  REQUIRE(std::holds_alternative<NoSolution>(ended.result));
  const auto story = ended.why("torch");
  CHECK(story.answer == "unsolved");
  CHECK(says(story, "is 7.0"));
  const auto other = ended.why_not("torch==2.10.0");
  CHECK(other.answer == "conflict");
  CHECK(says(other, "you ask for torch==2.15.0"));
}

TEST_CASE("What blocks every build is offered to be dropped, and dropped only with consent") {
  Request request = fix_request({rtx_5090()});
  request.without_index = {"pytorch"};
  request.installed.push_back(installed("xformers", "0.0.29", {"torch==2.6.0"}));
  auto catalog = torch_catalog();
  manifest::Companion extension{"xformers", false, {}, false};
  extension.extension = true;
  extension.rebuild = "pip install --no-binary xformers xformers";
  catalog.frameworks[0].companions.push_back(extension);
  const Ended refused(request, catalog);
  const auto* none = std::get_if<NoSolution>(&refused.result);
  REQUIRE(none);
  REQUIRE(none->offers.size() == 1);
  CHECK(none->offers[0].kind == "allow-remove");
  CHECK_THAT(none->offers[0].text, Catch::Contains("xformers 0.0.29 would go, and torch 2.8.0"));
  CHECK(none->offers[0].commands == std::vector<std::string>{"pip install --no-binary xformers xformers"});
  CHECK(refused.why("torch").answer == "unsolved");

  request.allow_remove = true;
  const Ended allowed(request, catalog);
  const auto* plan = std::get_if<plan::Plan>(&allowed.result);
  REQUIRE(plan);
  CHECK(step_of(*plan, "xformers")->action == plan::Step::Action::Remove);
  CHECK(std::ranges::any_of(plan->notes,
                            [](const auto& note) { return note.find("--no-binary xformers") != note.npos; }));
}

TEST_CASE("Where no build serves all GPUs each is told its own and the mask that hides the others") {
  Request request = torch_request({gtx_1080_ti(0), rtx_5090(1)});
  request.gpus[1].uuid = "GPU-6b8a9f5e";
  const Ended ended(request);
  const auto* none = std::get_if<NoSolution>(&ended.result);
  REQUIRE(none);
  CHECK_THAT(none->explanation, Catch::Contains("No build of torch serves all of these GPUs"));
  REQUIRE(none->offers.size() == 2);
  CHECK_THAT(none->offers[0].text,
             Catch::Contains("GPU 0 (NVIDIA GeForce GTX 1080 Ti) alone can have torch 2.14.0+cu126"));
  CHECK(none->offers[0].commands == std::vector<std::string>{"CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=0"});
  CHECK(none->offers[1].commands == std::vector<std::string>{"CUDA_VISIBLE_DEVICES=GPU-6b8a9f5e"});
}

TEST_CASE("Code for an architecture or a family is counted for its own GPUs alone") {
  struct Row {
    const char* targets;
    gpu::ComputeCapability gpu;
    bool served;
  };
  for (const Row& row :
       {Row{"sm_90a", {9, 0}, true}, Row{"sm_90a", {10, 0}, false}, Row{"sm_90 sm_90a", {12, 0}, false},
        Row{"sm_100f", {10, 0}, true}, Row{"sm_100f", {10, 3}, true}, Row{"sm_100f", {12, 0}, false},
        Row{"sm_100a", {10, 3}, false}, Row{"sm_120f", {12, 1}, true}, Row{"sm_120a", {12, 1}, false},
        Row{"sm_101", {11, 0}, true}, Row{"sm_86", {8, 9}, true}, Row{"sm_89", {8, 6}, false}}) {
    INFO(row.targets << " on " << row.gpu.text());
    auto catalog = torch_catalog();
    catalog.frameworks[0].builds = {build("2.15.0", "cu132", "pypi", row.targets)};
    Request request = default_index_request({{0, "a GPU", row.gpu}});
    request.roots = {requirement("torch==2.15.0")};
    CHECK(std::holds_alternative<plan::Plan>(Ended(request, catalog).result) == row.served);
  }
}

TEST_CASE("An index of nightlies is asked only when nothing stable serves") {
  auto catalog = torch_catalog();
  catalog.frameworks[0].nightly_indexes = {"pytorch-nightly"};
  catalog.frameworks[0].builds.push_back(
      build("2.16.0.dev20261101+cu132", "cu132", "pytorch-nightly", "sm_120 sm_150"));
  FakeIndexes indexes = torch_indexes();
  FakeFile nightly{"2.16.0.dev20261101+cu132", {}};
  nightly.tags = "cp311-cp311-manylinux_2_28_x86_64";
  indexes.add("pytorch-nightly/cu132", "torch", nightly);
  Request request = default_index_request({rtx_5090()});
  request.roots = {requirement("torch")};
  request.framework_indexes.insert("pytorch-nightly");
  FakeIndexes::Trace trace;
  auto result = indexes.run(request, catalog, 0, &trace);
  CHECK(outcome(std::get<plan::Plan>(result)).at("torch") == "2.15.0");
  for (const auto& project : trace.projects) CHECK_THAT(project, !Catch::StartsWith("pytorch-nightly"));

  request.gpus = {{0, "a GPU of tomorrow", {15, 0}}};
  result = indexes.run(request, catalog);
  const auto& bridge = std::get<plan::Plan>(result).choices.at(0);
  CHECK(bridge.version == "2.16.0.dev20261101+cu132");
  REQUIRE(bridge.bridge);
  CHECK(bridge.bridge->built == "2026-11-01");
  CHECK(bridge.bridge->reason == "no stable build serves GPU 0 (a GPU of tomorrow)");
  request.nightly = true;
  request.gpus = {rtx_5090()};
  result = indexes.run(request, catalog);
  CHECK(outcome(std::get<plan::Plan>(result)).at("torch") == "2.16.0.dev20261101+cu132");
  CHECK_FALSE(std::get<plan::Plan>(result).choices.at(0).bridge);
}

TEST_CASE("An extension that no metadata binds follows the build that it was compiled for, or holds it") {
  auto catalog = torch_catalog();
  manifest::Companion fast{"fast", false, {}, true};
  fast.extension = true;
  fast.pairs.push_back({*python::SpecifierSet::parse("==2.8.0"), *python::SpecifierSet::parse("==0.1"), ""});
  fast.pairs.push_back({*python::SpecifierSet::parse("==2.10.0"), *python::SpecifierSet::parse("==0.2"), ""});
  fast.pairs.push_back({*python::SpecifierSet::parse(">2.10"), *python::SpecifierSet::parse("<0"), ""});
  catalog.frameworks[0].companions.push_back(fast);
  FakeIndexes indexes = torch_indexes();
  for (const char* number : {"0.1+cu128", "0.2+cu128", "0.2+cu130"}) indexes.add("pypi", "fast", {number, {"torch"}});
  Request request = default_index_request({rtx_5090()});
  request.roots = {requirement("fast")};
  const Ended ended(request, catalog, indexes);
  const auto& plan = std::get<plan::Plan>(ended.result);
  CHECK(outcome(plan).at("torch") == "2.10.0");
  CHECK(outcome(plan).at("fast") == "0.2+cu128");
}

TEST_CASE("An index that falls silent while it is looked into what would help does not change the answer") {
  FakeIndexes indexes;
  indexes.add("pypi", "b", {.version = "1.0"});
  indexes.add("pypi", "b", {.version = "2.0"});
  indexes.add("pypi", "d", {.version = "1.0", .needs = {"b>=2"}});
  indexes.silence_metadata("b-2.0-py3-none-any.whl");
  const manifest::Catalog nothing;
  Request request = request_for();
  request.purpose = Request::Purpose::Install;
  request.installed = {installed("a", "1.0", {"b<2"}, true), installed("b", "1.0")};
  request.roots = {requirement("d")};
  const auto blocked = indexes.run(request, nothing);
  REQUIRE(std::holds_alternative<NoSolution>(blocked));
  CHECK_THAT(std::get<NoSolution>(blocked).explanation, Catch::Contains("b<2"));
  CHECK(std::get<NoSolution>(blocked).blocked_by_index.empty());

  request.installed = {};
  const auto silent = indexes.run(request, nothing);
  REQUIRE(std::holds_alternative<NoSolution>(silent));
  CHECK(std::get<NoSolution>(silent).blocked_by_index == "pypi");
}

TEST_CASE("What one's own words exclude is told in those words") {
  FakeIndexes indexes;
  for (const char* version : {"1.0", "2.0", "3.0"}) indexes.add("pypi", "a", {.version = version});
  const manifest::Catalog nothing;
  Request request = request_for();
  request.roots = {requirement("a<3")};
  request.constraints = {requirement("a!=2.0")};
  Resolution resolution(request, nothing);
  REQUIRE(std::holds_alternative<plan::Plan>(indexes.run(resolution)));
  const auto newest = resolution.why_not("a==3.0").value(), middle = resolution.why_not("a==2.0").value();
  CHECK(newest.verdicts.at(0).reason == "you ask for a<3");
  CHECK(middle.verdicts.at(0).reason == "the constraint a!=2.0 excludes it");
}

TEST_CASE("Why not a framework of which nothing takes part: nobody asked, whatever builds there are") {
  auto catalog = torch_catalog();
  auto elsewhere = build("2.15.0", "cu132", "pypi", "sm_120");
  elsewhere.machine = "aarch64";
  catalog.frameworks[0].builds.push_back(elsewhere);
  Request request = default_index_request({rtx_5090()});
  request.roots = {requirement("numpy")};
  const Ended ended(request, catalog);
  for (const char* subject : {"torch", "torch==2.15.0", "cu132", "cu126"}) {
    INFO(subject);
    CHECK(ended.why_not(subject).answer == "not-involved");
  }
}

TEST_CASE("What is asked for elsewhere only is said to be so") {
  FakeIndexes indexes;
  indexes.add("pypi", "click",
              {.version = "8.1", .needs = {"colorama; platform_system == 'Windows'", "docs; extra == 'doc'"}});
  const manifest::Catalog nothing;
  Request request = request_for();
  request.roots = {requirement("click"), requirement("pywin32; sys_platform == 'win32'")};
  Resolution resolution(request, nothing);
  REQUIRE(std::holds_alternative<plan::Plan>(indexes.run(resolution)));
  const auto because = [&](const char* name) { return resolution.why_not(name).value().sentences.at(0); };
  CHECK(because("colorama") ==
        "colorama is not in the set: click 8.1 asks for it only where platform_system == \"Windows\".");
  CHECK(because("docs") == "docs is not in the set: click 8.1 asks for it only where extra == \"doc\".");
  CHECK(because("pywin32") == "pywin32 is not in the set: you ask for it only where sys_platform == \"win32\".");
  CHECK(because("anything") == "anything is not in the set: neither you nor anything that was chosen asks for it.");
  CHECK(resolution.why("colorama").value().sentences == resolution.why_not("colorama").value().sentences);
}

TEST_CASE(
    "The newest version is called the newest stable one where there are pre-releases, and what stops newer ones is "
    "told apart") {
  FakeIndexes indexes;
  for (const char* version : {"1.0", "2.0rc1"}) indexes.add("pypi", "a", {.version = version});
  indexes.add("pypi", "b", {.version = "1.0"});
  indexes.add("pypi", "b", {.version = "2.0", .needs = {}, .tags = "cp311-cp311-win_amd64"});
  for (const char* version : {"1.0", "2.0"}) indexes.add("pypi", "c", {.version = version});
  const manifest::Catalog nothing;
  Request request = request_for();
  for (const char* root : {"a", "b", "c<2"}) request.roots.push_back(requirement(root));
  Resolution resolution(request, nothing);
  REQUIRE(std::holds_alternative<plan::Plan>(indexes.run(resolution)));
  const auto headline = [&](const char* name) { return resolution.why(name).value().sentences.at(0); };
  CHECK(headline("a") == "a 1.0 is chosen, from index pypi: it is the newest stable version there is.");
  CHECK(headline("b") == "b 1.0 is chosen, from index pypi: it is the newest stable version that can be used here.");
  CHECK(headline("c") == "c 1.0 is chosen, from index pypi: it is the newest stable version that goes with the rest.");
}

}  // namespace kenv::resolvers::testing
