// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "torch_like.hpp"

namespace kenv::resolvers::testing {
namespace {

plan::Plan fixed(const FakeIndexes& indexes, const Request& request, const manifest::Catalog& catalog = torch_catalog(),
                 FakeIndexes::Trace* trace = nullptr) {
  auto result = indexes.run(request, catalog, 0, trace);
  if (const auto* none = std::get_if<NoSolution>(&result)) FAIL(none->explanation);
  return std::get<plan::Plan>(std::move(result));
}

using Action = plan::Step::Action;

}  // namespace

TEST_CASE("A repair takes the nearest newer version that covers the GPU and moves the family along") {
  Request request = fix_request({rtx_5090()});
  request.without_index = {"pytorch"};
  const auto plan = fixed(torch_indexes(), request);
  CHECK(step_of(plan, "torch")->action == Action::Replace);
  CHECK(step_of(plan, "torch")->from == "2.6.0");
  CHECK(step_of(plan, "torch")->to == "2.8.0");
  CHECK(step_of(plan, "torchvision")->to == "0.23.0");
}

TEST_CASE("A repair leaves everything else as it is and fetches nothing for it") {
  FakeIndexes::Trace trace;
  const auto plan = fixed(torch_indexes(), fix_request({rtx_5090()}), torch_catalog(), &trace);
  for (const char* package : {"rich", "pygments", "numpy"}) {
    CHECK(step_of(plan, package)->action == Action::Keep);
    for (const auto& project : trace.projects) CHECK_THAT(project, !Catch::EndsWith(package));
  }
}

TEST_CASE("The variant changes before the version does") {
  // A driver that cannot run CUDA 12.8 code would be one reason; here the GPU is served by the same version's cu126.
  auto catalog = torch_catalog();
  catalog.frameworks[0].builds[0].targets = {*gpu::CodeTarget::parse("sm_90")};
  const auto plan = fixed(torch_indexes(), fix_request({gtx_1080_ti()}), catalog);
  CHECK(step_of(plan, "torch")->to == "2.6.0+cu126");
  CHECK(step_of(plan, "torchvision")->to == "0.21.0+cu126");
  CHECK(step_of(plan, "torch")->action == Action::Replace);
}

TEST_CASE("A repair takes machine code of another version before PTX of the installed one") {
  auto catalog = torch_catalog();
  for (auto& one : catalog.frameworks[0].builds)
    if (one.variant == "cu126") one.ptx = {*gpu::CodeTarget::parse("compute_50")};
  const auto plan = fixed(torch_indexes(), fix_request({rtx_5090()}), catalog);
  CHECK(step_of(plan, "torch")->to.starts_with("2.8.0"));
  CHECK(plan.choices.at(0).variant == "cu128");
  CHECK(plan.choices.at(0).coverage.at(0).status == "native");
}

TEST_CASE("An older version is taken when no newer one serves the GPU") {
  Request request = fix_request({gtx_1080_ti()});
  request.without_index = {"pytorch"};
  request.installed[0] = installed("torch", "2.10.0", {"nvidia-cublas-cu12==12.8"}, false, "cu128");
  request.installed[1] = installed("torchvision", "0.25.0", {"torch==2.10.0", "numpy"});
  const auto plan = fixed(torch_indexes(), request);
  CHECK(step_of(plan, "torch")->to == "2.7.1");
}

TEST_CASE("A minor version is entered at its newest patch") {
  auto catalog = torch_catalog();
  for (auto& build : catalog.frameworks[0].builds)
    if (build.version == version("2.7.0") || build.version == version("2.7.1"))
      build.targets.push_back(*gpu::CodeTarget::parse("sm_120"));
  Request request = fix_request({rtx_5090()});
  request.without_index = {"pytorch"};
  CHECK(step_of(fixed(torch_indexes(), request, catalog), "torch")->to == "2.7.1");
}

TEST_CASE("Libraries that only the replaced build needed go, other orphans stay") {
  Request request = fix_request({rtx_5090()});
  request.installed.push_back(installed("nvidia-old-cu12", "1.0"));
  request.installed[0].requires_dist.push_back(requirement("nvidia-old-cu12"));
  request.installed.push_back(installed("loop-a", "1.0", {"loop-b"}));
  request.installed.push_back(installed("loop-b", "1.0", {"loop-a"}));
  const auto plan = fixed(torch_indexes(), request);
  CHECK(step_of(plan, "nvidia-old-cu12")->action == Action::Remove);
  CHECK(step_of(plan, "loop-a")->action == Action::Keep);
  CHECK(step_of(plan, "loop-b")->action == Action::Keep);
}

TEST_CASE("What the old build needed and somebody else needs too stays") {
  Request request = fix_request({rtx_5090()});
  request.installed.push_back(installed("nvidia-old-cu12", "1.0"));
  request.installed[0].requires_dist.push_back(requirement("nvidia-old-cu12"));
  request.installed.push_back(installed("cupy", "13.0", {"nvidia-old-cu12"}));
  CHECK(step_of(fixed(torch_indexes(), request), "nvidia-old-cu12")->action == Action::Keep);
}

TEST_CASE("A repair leaves the user's own CUDA packages, though their names are those of the framework's libraries") {
  for (const bool from_manifests_alone : {false, true}) {
    INFO(from_manifests_alone);
    Request request = fix_request({rtx_5090()});
    request.manifest_is_index = from_manifests_alone;
    request.installed.push_back(installed("nvidia-ml-py", "12.5"));
    request.installed.push_back(installed("nvidia-dali-cuda120", "1.40", {"nvidia-nvimgcodec-cu12"}));
    request.installed.push_back(installed("nvidia-nvimgcodec-cu12", "0.3"));
    const auto plan = fixed(torch_indexes(), request);
    for (const char* own : {"nvidia-ml-py", "nvidia-dali-cuda120", "nvidia-nvimgcodec-cu12"})
      CHECK(step_of(plan, own)->action == Action::Keep);
    CHECK(step_of(plan, "nvidia-cublas-cu12")->action != Action::Keep);
  }
}

TEST_CASE("A library that an upgrade has left for another CUDA makes way for the one that lies at its paths") {
  Request request = fix_request({rtx_5090()});
  request.without_index = {"pytorch"};
  request.installed.push_back(installed("nvidia-cublas-cu11", "11.10"));
  request.installed.push_back(installed("nvidia-nccl-cu11", "2.14"));
  const auto plan = fixed(torch_indexes(), request);
  CHECK(step_of(plan, "nvidia-cublas-cu12")->action == Action::Replace);
  CHECK(step_of(plan, "nvidia-cublas-cu11")->action == Action::Remove);
  CHECK(step_of(plan, "nvidia-nccl-cu11")->action == Action::Keep);
}

TEST_CASE(
    "What a build needs by way of its libraries goes with it, and nothing else does where only manifests are asked") {
  Request request = fix_request({rtx_5090()});
  request.manifest_is_index = true;
  request.installed[0].requires_dist.push_back(requirement("nvidia-cudnn-cu12"));
  request.installed[0].requires_dist.push_back(requirement("sympy"));
  request.installed.push_back(installed("nvidia-cudnn-cu12", "9.1", {"nvidia-nvrtc-cu12"}));
  request.installed.push_back(installed("nvidia-nvrtc-cu12", "12.4"));
  request.installed.push_back(installed("sympy", "1.13"));
  const auto plan = fixed(torch_indexes(), request);
  CHECK(step_of(plan, "nvidia-cudnn-cu12")->action == Action::Remove);
  CHECK(step_of(plan, "nvidia-nvrtc-cu12")->action == Action::Remove);
  CHECK(step_of(plan, "sympy")->action == Action::Keep);
}

TEST_CASE("An installed package that pins the framework narrows the choice before it is touched itself") {
  Request request = fix_request({rtx_5090()});
  request.installed.push_back(installed("pinner", "1.0", {"torch<=2.11,>=2.10"}));
  FakeIndexes indexes = torch_indexes();
  indexes.add("pypi", "pinner", {"2.0", {}});
  // The pin was broken before (2.6.0 is installed), but it is about what moves, so it counts.
  const auto plan = fixed(indexes, request);
  CHECK(step_of(plan, "torch")->to == "2.10.0");
  CHECK(step_of(plan, "pinner")->action == Action::Keep);
}

TEST_CASE("A blocker is moved when nothing else helps, and dropped only with consent") {
  Request request = fix_request({rtx_5090()});
  request.without_index = {"pytorch"};
  request.installed.push_back(installed("xformers", "0.0.29", {"torch==2.6.0"}));
  FakeIndexes movable = torch_indexes();
  movable.add("pypi", "xformers", {"0.0.32", {"torch==2.8.0"}});
  CHECK(step_of(fixed(movable, request), "xformers")->to == "0.0.32");

  const auto catalog = torch_catalog();
  const auto stuck = torch_indexes().run(request, catalog);
  REQUIRE(std::holds_alternative<NoSolution>(stuck));
  CHECK_THAT(std::get<NoSolution>(stuck).explanation, Catch::Contains("xformers 0.0.29 depends on torch==2.6.0"));
  request.allow_remove = true;
  const auto plan = fixed(torch_indexes(), request);
  CHECK(step_of(plan, "xformers")->action == Action::Remove);
  CHECK(step_of(plan, "torch")->to == "2.8.0");
}

TEST_CASE("The build that does not work is not chosen again") {
  Request request = fix_request({v100()});
  request.without_index = {"pytorch"};
  const auto plan = fixed(torch_indexes(), request);  // 2.6.0 has sm_70, but it is what has to change
  CHECK(step_of(plan, "torch")->to == "2.7.1");
  CHECK(mentions(plan.rejections, "torch 2.6.0 (cu124, pypi)", "installed"));
}

TEST_CASE("Installing beside a working framework does not touch it") {
  Request request = fix_request({v100()});
  request.purpose = Request::Purpose::Install;
  request.must_change.clear();
  request.roots = {requirement("tool")};
  FakeIndexes indexes = torch_indexes();
  indexes.add("pypi", "tool", {"1.0", {"torch>=2"}});
  FakeIndexes::Trace trace;
  const auto plan = fixed(indexes, request, torch_catalog(), &trace);
  CHECK(step_of(plan, "torch")->action == Action::Keep);
  CHECK(step_of(plan, "tool")->action == Action::Add);
  CHECK(trace.projects == std::vector<std::string>{"pypi/tool"});
}

TEST_CASE("Planning from manifests alone asks for nothing") {
  Request request = fix_request({rtx_5090()});
  request.manifest_is_index = true;
  const auto catalog = torch_catalog();
  Resolution resolution(request, catalog);
  const auto progress = resolution.advance();
  REQUIRE(std::holds_alternative<plan::Plan>(progress));
  const auto& plan = std::get<plan::Plan>(progress);
  CHECK(step_of(plan, "torch")->to == "2.8.0");
  CHECK(step_of(plan, "torchvision")->to == "0.23.0");
  CHECK(step_of(plan, "nvidia-cublas-cu12")->action == Action::Remove);
  CHECK(plan.choices.at(0).variant == "cu128");
}

}  // namespace kenv::resolvers::testing
