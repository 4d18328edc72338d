// SPDX-License-Identifier: Apache-2.0
#include "gpu/library_coverage.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"
#include "unit/gpu/fixture.hpp"

namespace kenv::gpu {
namespace {

struct Containers {
  int count;
  const char* targets;
};

LibraryTargets library(const std::vector<Containers>& rows, PtxIsa isa = {8, 7}) {
  FatbinFile file;
  for (const auto& [count, targets] : rows) {
    Fatbin fatbin;
    for (const auto name : text::split(targets, ' ')) {
      FatbinImage image{.target = *CodeTarget::parse(name)};
      if (image.target.kind == CodeTarget::Kind::Ptx) image.ptx_isa = isa;
      fatbin.images.push_back(image);
    }
    for (int i = 0; i < count; ++i) file.fatbins.push_back(fatbin);
  }
  return summarize(file);
}

LibraryCoverage on(const LibraryTargets& targets, const char* gpu) {
  return judge(targets, *ComputeCapability::parse(gpu));
}

std::string main_text(const LibraryTargets& targets) {
  std::string text;
  for (const CodeTarget& target : targets.main_targets()) text += (text.empty() ? "" : " ") + target.text();
  return text;
}

// PyTorch's main library: the base targets everywhere, a few kernels for special GPUs on top.
const std::vector<Containers> kTorch = {{444, "sm_75 sm_80 sm_86 sm_90 sm_100 sm_120"},
                                        {59, "sm_100a sm_103a"},
                                        {4, "sm_90a"},
                                        {1, "sm_89"},
                                        {1, "sm_120a"},
                                        {1, "sm_121a"}};

}  // namespace

TEST_CASE("kernels for special GPUs on top of a complete base leave a library complete") {
  const auto torch = library(kTorch);
  CHECK(main_text(torch) == "sm_75 sm_80 sm_86 sm_90 sm_100 sm_120");
  struct Row {
    const char* gpu;
    int native, by_design;
  };
  for (const Row& row :
       {Row{"12.0", 445, 65}, Row{"7.5", 444, 66}, Row{"8.9", 445, 65}, Row{"9.0", 448, 62}, Row{"10.0", 503, 7}}) {
    INFO(row.gpu);
    const auto verdict = on(torch, row.gpu);
    CHECK(verdict.native == row.native);
    CHECK(verdict.none == 0);
    CHECK(verdict.none_by_design == row.by_design);
    CHECK(verdict.complete());
    CHECK(verdict.served());
    CHECK(verdict.containers() == 510);
  }
}

TEST_CASE("a GPU that the base does not serve has nothing by design") {
  const auto verdict = on(library(kTorch), "7.0");
  CHECK(verdict.none == 510);
  CHECK(verdict.none_by_design == 0);
  CHECK_FALSE(verdict.served());
  CHECK(verdict.uncovered_targets.front() == *CodeTarget::parse("sm_75"));
}

TEST_CASE("a library without a target lacks it, also where one container of many has it") {
  const auto without = on(library({{33, "sm_80 sm_86 sm_90 sm_100 sm_120"}}), "7.5");
  CHECK(without.none == 33);
  CHECK_FALSE(without.served());

  const auto partial =
      on(library({{32, "sm_80 sm_86 sm_90 sm_100 sm_120"}, {1, "sm_75 sm_80 sm_86 sm_90 sm_100 sm_120"}}), "7.5");
  CHECK(partial.native == 1);
  CHECK(partial.none == 32);
  CHECK(partial.served());
  CHECK_FALSE(partial.complete());
}

TEST_CASE("containers that lack what the others have are holes, not design") {
  const auto verdict = on(library({{40, "sm_75 sm_80 sm_90"}, {2, "sm_80 sm_90"}}), "7.5");
  CHECK(verdict.none == 2);
  CHECK_FALSE(verdict.complete());
}

TEST_CASE("a library for one special GPU serves that one only") {
  const auto flash = library({{50, "sm_90a"}});
  CHECK(main_text(flash) == "sm_90a");
  CHECK(on(flash, "9.0").complete());
  CHECK_FALSE(on(flash, "10.0").served());
  CHECK(on(flash, "10.0").none == 50);
}

TEST_CASE("the union of all targets is not what a library serves") {
  const auto two = library({{1, "sm_90a"}, {1, "sm_80 compute_80"}});
  CHECK(on(two, "12.0").jit == 1);
  const auto far = on(library({{1, "sm_90"}, {1, "sm_80 compute_80"}}), "12.0");
  CHECK(far.none == 1);
  CHECK_FALSE(far.complete());
}

TEST_CASE("PTX serves later GPUs if the driver knows its version") {
  const auto ptx = library({{3, "sm_80 compute_80"}, {2, "sm_80 sm_120"}}, {8, 7});
  const auto any_driver = judge(ptx, {12, 0});
  CHECK(any_driver.jit == 3);
  CHECK(any_driver.native == 2);
  CHECK(any_driver.newest_ptx == PtxIsa{8, 7});
  CHECK(judge(ptx, {12, 0}, PtxIsa{8, 7}).complete());

  const auto old_driver = judge(ptx, {12, 0}, PtxIsa{8, 4});
  CHECK(old_driver.none == 3);
  CHECK_FALSE(old_driver.complete());
  CHECK_FALSE(judge(ptx, {8, 0}, PtxIsa{8, 4}).newest_ptx);  // machine code needs no PTX
}

TEST_CASE("images of an unknown kind never count as coverage") {
  FatbinFile file;
  file.fatbins.push_back({.unknown_images = 2});
  file.fatbins.push_back({.images = {{.target = *CodeTarget::parse("sm_80")}}});
  const auto verdict = judge(summarize(file), {8, 0});
  CHECK(verdict.native == 1);
  CHECK(verdict.none == 1);
}

TEST_CASE("separately compiled code counts as the linked whole") {
  const auto targets = summarize(read_fixture("separate.so"));
  CHECK(targets.containers() == 1);
  CHECK(judge(targets, {8, 0}).native == 1);
  CHECK(judge(targets, {12, 0}).jit == 1);
  CHECK(judge(targets, {9, 0}).none == 1);
  CHECK(summarize(read_fixture("separate.o")).containers() == 1);
}

TEST_CASE("separately compiled PTX counts only where every part can be linked again") {
  const auto image = [](const char* target) { return FatbinImage{.target = *CodeTarget::parse(target)}; };
  FatbinFile file;
  file.fatbins.push_back({.linked = true});
  file.fatbins.push_back({.images = {image("compute_80")}, .prelinked = true});
  CHECK(judge(summarize(file), {9, 0}).jit == 1);

  auto with_runtime = file;  // a part that has machine code for all GPUs
  with_runtime.fatbins.push_back({.images = {image("sm_80"), image("sm_90"), image("sm_100"), image("sm_110"),
                                             image("sm_120"), image("compute_121")},
                                  .prelinked = true});
  CHECK(judge(summarize(with_runtime), {9, 0}).jit == 1);

  file.fatbins.push_back({.images = {image("sm_80")}, .prelinked = true});
  CHECK(judge(summarize(file), {9, 0}).jit == 0);
}

TEST_CASE("what nvcc built for one GPU is judged so") {
  CHECK(judge(summarize(read_fixture("plain.so")), {7, 5}).native == 1);
  CHECK(judge(summarize(read_fixture("plain.so")), {12, 0}).jit == 1);
  CHECK(judge(summarize(read_fixture("plain.so")), {7, 0}).none == 1);
  CHECK_FALSE(judge(summarize(read_fixture("lld.so")), {12, 0}).served());
  CHECK(summarize(read_fixture("no_gpu_code.so")).containers() == 0);
}

}  // namespace kenv::gpu
