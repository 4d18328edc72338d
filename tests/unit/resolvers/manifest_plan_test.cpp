// SPDX-License-Identifier: Apache-2.0
#include "base/embedded.hpp"
#include "resolvers/builds/manifest_rows.hpp"
#include "support/catch.hpp"
#include "torch_like.hpp"

// Plans for a snapshot: no index is asked, what there is beside the installed packages is what manifests name.
namespace kenv::resolvers::testing {
namespace {

using Action = plan::Step::Action;

manifest::Companion::Pair pair(const std::string& framework, const std::string& extension,
                               const std::string& newest = "") {
  manifest::Companion::Pair result{*python::SpecifierSet::parse(framework), *python::SpecifierSet::parse(extension),
                                   ""};
  if (!newest.empty()) result.newest = version(newest);
  return result;
}

/// fastops is compiled for one torch each; engine pins torch and fastops, as its releases do.
manifest::Catalog catalog_with_extensions() {
  auto catalog = torch_catalog();
  manifest::Companion fastops{"fastops", false, {}, false, true, "pip install --no-binary fastops fastops"};
  fastops.pairs = {pair("==2.8.0", ">=0.32,<0.33", "0.32.2"), pair("==2.6.0", "==0.29")};
  manifest::Companion engine{"engine", false, {}, false, true, "pip install --no-binary engine engine"};
  engine.pairs = {pair("==2.8.0", ">=2"), pair("==2.6.0", "==1.0")};
  catalog.frameworks[0].companions.push_back(fastops);
  catalog.frameworks[0].companions.push_back(engine);
  return catalog;
}

Request snapshot_request(std::vector<InstalledPackage> beside) {
  Request request = fix_request({rtx_5090()});
  request.manifest_is_index = true;
  for (auto& package : request.installed) package.requested = package.name == name("torchvision");
  for (auto& package : beside) request.installed.push_back(std::move(package));
  return request;
}

plan::Plan solved(const Request& request, const manifest::Catalog& catalog) {
  auto progress = Resolution(request, catalog).advance();
  if (const auto* none = std::get_if<NoSolution>(&progress)) FAIL(none->explanation);
  return std::get<plan::Plan>(std::move(progress));
}

}  // namespace

TEST_CASE("An extension moves to the version that its manifest pairs with the build, and the plan says why") {
  const auto catalog = catalog_with_extensions();
  const auto plan = solved(snapshot_request({installed("fastops", "0.29", {"torch==2.6.0"}, true)}), catalog);
  CHECK(step_of(plan, "torch")->to == "2.8.0");
  CHECK(step_of(plan, "torchvision")->to == "0.23.0");
  const auto* step = step_of(plan, "fastops");
  CHECK(step->action == Action::Replace);
  CHECK(step->to == "0.32.2");
  CHECK(step->reason == "it requires torch==2.6.0, and torch 2.8.0 (cu128, pypi) is chosen");
}

TEST_CASE("An extension whose own METADATA says nothing moves by its pair") {
  const auto catalog = catalog_with_extensions();
  const auto plan = solved(snapshot_request({installed("fastops", "0.29", {"torch"}, true)}), catalog);
  CHECK(step_of(plan, "fastops")->to == "0.32.2");
  CHECK(step_of(plan, "fastops")->reason == "torch 2.8.0 (cu128, pypi) goes with fastops>=0.32,<0.33");
}

TEST_CASE("A chain of pins moves as a whole") {
  const auto catalog = catalog_with_extensions();
  const auto plan = solved(
      snapshot_request({installed("engine", "1.0", {"torch==2.6.0", "torchvision==0.21.0", "fastops==0.29"}, true),
                        installed("fastops", "0.29", {"torch==2.6.0"}, true)}),
      catalog);
  CHECK(step_of(plan, "torch")->to == "2.8.0");
  CHECK(step_of(plan, "engine")->to == "2");
  CHECK(step_of(plan, "fastops")->to == "0.32.2");
}

TEST_CASE("Who pins and is known to no manifest has to move, and where to is left to the index") {
  const auto catalog = catalog_with_extensions();
  const auto plan = solved(snapshot_request({installed("pinner", "1.0", {"torch==2.6.0"})}), catalog);
  CHECK(step_of(plan, "torch")->to == "2.8.0");
  const auto* step = step_of(plan, "pinner");
  CHECK(step->action == Action::Replace);
  CHECK(step->from == "1.0");
  CHECK(step->to.empty());
  CHECK_THAT(step->reason, Catch::Contains("requires torch==2.6.0"));
  CHECK(std::ranges::any_of(plan.notes, [](const auto& note) {
    return note.starts_with("pinner 1.0 cannot stay: it requires torch==2.6.0") &&
           note.find("--allow-remove") != note.npos;
  }));
}

TEST_CASE("A version that is paired with another build is not offered beside the chosen one") {
  auto catalog = catalog_with_extensions();
  for (auto& build : catalog.frameworks[0].builds)
    if (build.version.public_text() == "2.8.0")
      build.targets.clear(), build.targets.push_back(*gpu::CodeTarget::parse("sm_90"));
  const auto plan = solved(snapshot_request({installed("fastops", "0.29", {"torch==2.6.0"}, true)}), catalog);
  CHECK(step_of(plan, "torch")->to == "2.10.0");
  CHECK(step_of(plan, "fastops")->action == Action::Replace);
  CHECK(step_of(plan, "fastops")->to.empty());
}

TEST_CASE("A pin that a build satisfies narrows the choice and stays") {
  const auto catalog = catalog_with_extensions();
  const auto plan = solved(snapshot_request({installed("pinner", "1.0", {"torch<=2.11,>=2.10"})}), catalog);
  CHECK(step_of(plan, "torch")->to == "2.10.0");
  CHECK(step_of(plan, "pinner")->action == Action::Keep);
}

TEST_CASE("What the next version of a package needs is not known, so nothing but parts of the framework goes") {
  const auto catalog = catalog_with_extensions();
  const auto plan = solved(
      snapshot_request({installed("engine", "1.0", {"torch==2.6.0", "server"}, true), installed("server", "1.0")}),
      catalog);
  CHECK(step_of(plan, "engine")->to == "2");
  CHECK(step_of(plan, "server")->action == Action::Keep);
  CHECK(step_of(plan, "nvidia-cublas-cu12")->action == Action::Remove);
}

TEST_CASE("Where nobody says what the framework required, what it names and what is for a CUDA goes with it") {
  auto catalog = catalog_with_extensions();
  catalog.frameworks[0].members.push_back("triton");
  auto request = snapshot_request({installed("triton", "3.1.0"), installed("nvidia-ml-py", "12.5")});
  for (auto& package : request.installed) package.requires_dist.clear();
  const auto plan = solved(request, catalog);
  CHECK(step_of(plan, "triton")->action == Action::Remove);
  CHECK(step_of(plan, "nvidia-cublas-cu12")->action == Action::Remove);
  CHECK(step_of(plan, "nvidia-ml-py")->action == Action::Keep);
}

TEST_CASE("A library that is to change goes to the version that the installed build pins") {
  Request request = snapshot_request({});
  request.gpus = {v100()};
  request.must_change = {name("nvidia-cublas-cu12")};
  request.installed[0] = installed("torch", "2.6.0", {"nvidia-cublas-cu12==12.8"}, true, "cu124");
  const auto catalog = catalog_with_extensions();
  const auto plan = solved(request, catalog);
  CHECK(step_of(plan, "torch")->action == Action::Keep);
  CHECK(step_of(plan, "nvidia-cublas-cu12")->from == "12.4");
  CHECK(step_of(plan, "nvidia-cublas-cu12")->to == "12.8");
}

TEST_CASE("An extension that was compiled beside the installed framework is left alone, whatever its version says") {
  auto catalog = catalog_with_extensions();
  Request request = fix_request({v100()});
  request.purpose = Request::Purpose::Install;
  request.must_change.clear();
  request.roots = {requirement("tool")};
  request.installed.push_back(installed("fastops", "0.32.2", {"torch"}, true));
  FakeIndexes indexes = torch_indexes();
  indexes.add("pypi", "tool", {"1.0", {"fastops"}});
  const auto result = indexes.run(request, catalog);
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  CHECK(step_of(std::get<plan::Plan>(result), "fastops")->action == Action::Keep);
}

const manifest::Catalog& built_in() {
  static const auto read = manifest::read_catalog(manifests::embedded_files());
  REQUIRE(read);
  return *read;
}

TEST_CASE("A companion is named with a variant only where that pair exists") {
  const auto& torch = *built_in().framework("torch");
  struct Row {
    const char* torch;
    const char* package;
    const char* version;  // empty: there is none in that variant
  };
  const Row rows[] = {
      {"2.14.0+cu132", "torchaudio", ""},
      {"2.14.0+cu132", "torchvision", "0.29.0+cu132"},
      {"2.14.0+cu130", "torchaudio", "2.11.0+cu130"},
      {"2.13.0+cu129", "torchaudio", "2.11.0+cu129"},
      {"2.12.0+cu132", "torchaudio", ""},
      {"2.9.1+cu130", "torchaudio", "2.9.1+cu130"},
      {"2.15.0", "torchaudio", "2.11.0"},
      {"2.15.0", "torchvision", "0.29.2"},
  };
  for (const auto& row : rows) {
    INFO(row.torch << " " << row.package);
    const auto build = std::ranges::find_if(
        torch.builds, [&](const auto& one) { return one.version == version(row.torch) && one.os == "linux"; });
    REQUIRE(build != torch.builds.end());
    const auto found = companion_builds(torch, name(row.package), *build);
    REQUIRE(found.size() == (*row.version ? 1 : 0));
    if (*row.version) CHECK(found[0].version.text() == row.version);
  }
}

TEST_CASE("A version that is not known in any variant is named as it is, without one") {
  manifest::Framework torch = torch_catalog().frameworks[0];
  torch.companions[0].pairs = {pair(">=2.8", ">=0.23")};
  const auto found = companion_builds(torch, name("torchvision"), build("2.14.0+cu126", "cu126", "pytorch", "sm_90"));
  REQUIRE(found.size() == 1);
  CHECK(found[0].version.text() == "0.23");
  CHECK(found[0].variant.empty());
}

TEST_CASE("A family without a member in the newest CUDA is planned with what its members have") {
  Request request = fix_request({rtx_5090()});
  request.manifest_is_index = true;
  request.driver = *gpu::DriverVersion::parse("580.65.06");
  request.installed = {installed("torch", "2.9.1+cu126", {}, true, "cu126"),
                       installed("torchaudio", "2.9.1+cu126", {"torch==2.9.1"}, true, "cu126")};
  const auto near = solved(request, built_in());
  CHECK(step_of(near, "torch")->to == "2.9.1+cu130");
  CHECK(step_of(near, "torchaudio")->to == "2.9.1+cu130");

  request.constraints = {requirement("torch==2.14.0+cu132")};
  const auto newest = solved(request, built_in());
  CHECK(step_of(newest, "torch")->to == "2.14.0+cu132");
  CHECK(step_of(newest, "torchaudio")->to == "2.11.0+cu130");  // one CUDA major suffices from there on
}

}  // namespace kenv::resolvers::testing
