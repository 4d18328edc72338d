// SPDX-License-Identifier: Apache-2.0
#include "torch_like.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace kenv::resolvers::testing {
namespace {

constexpr const char* kOld = "sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90";
constexpr const char* kMiddle = "sm_70 sm_75 sm_80 sm_86 sm_90 sm_100 sm_120";
constexpr const char* kNew = "sm_75 sm_80 sm_86 sm_90 sm_100 sm_120";

std::vector<gpu::CodeTarget> targets_of(const std::string& text) {
  std::vector<gpu::CodeTarget> result;
  for (auto word : text::split(text, ' '))
    if (!word.empty()) result.push_back(*gpu::CodeTarget::parse(word));
  return result;
}

struct Line {
  std::string torch, torchvision, variant, targets;
};
const std::vector<Line>& default_lines() {
  static const std::vector<Line> lines{{"2.6.0", "0.21.0", "cu124", kOld},     {"2.7.0", "0.22.0", "cu126", kOld},
                                       {"2.7.1", "0.22.1", "cu126", kOld},     {"2.8.0", "0.23.0", "cu128", kMiddle},
                                       {"2.10.0", "0.25.0", "cu128", kMiddle}, {"2.11.0", "0.26.0", "cu130", kNew},
                                       {"2.15.0", "0.29.2", "cu132", kNew}};
  return lines;
}
const std::vector<Line>& framework_lines() {
  static const std::vector<Line> lines{{"2.6.0", "0.21.0", "cu126", kOld},
                                       {"2.8.0", "0.23.0", "cu126", kOld},
                                       {"2.8.0", "0.23.0", "cu128", kMiddle},
                                       {"2.14.0", "0.29.0", "cu126", kOld},
                                       {"2.14.0", "0.29.0", "cu130", kNew}};
  return lines;
}

manifest::Framework torch_framework() {
  manifest::Framework torch;
  torch.name = "torch";
  torch.title = "PyTorch";
  torch.members = {"torch", "torchvision", "torchtriton", "nvidia-*"};
  torch.indexes = {"pypi", "pytorch"};
  for (const auto& line : default_lines()) {
    torch.builds.push_back(build(line.torch, line.variant, "pypi", line.targets));
    torch.default_variants.push_back(
        {"pypi", "linux", "x86_64", line.variant, *python::SpecifierSet::parse("==" + line.torch)});
  }
  for (const auto& line : framework_lines())
    torch.builds.push_back(build(line.torch + "+" + line.variant, line.variant, "pytorch", line.targets));
  auto& newest = torch.builds[6];
  newest.libraries.push_back({"torch/lib/libtorch_cuda_linalg.so", targets_of("sm_80 sm_86 sm_90 sm_100 sm_120"), 33});
  newest.evidence = {manifest::Evidence::Kind::Measured, {}, {}};
  manifest::Companion vision{"torchvision", true, {}, true};
  for (const auto& line : default_lines())
    vision.pairs.push_back(
        {*python::SpecifierSet::parse("==" + line.torch), *python::SpecifierSet::parse("==" + line.torchvision), ""});
  torch.companions.push_back(vision);
  manifest::Companion numpy{"numpy", false, {}, false};
  numpy.pairs.push_back(
      {*python::SpecifierSet::parse("<2.7"), *python::SpecifierSet::parse("<2"), "built against numpy 1"});
  torch.companions.push_back(numpy);
  return torch;
}

}  // namespace

manifest::Build build(const std::string& build_version, const std::string& variant, const std::string& index,
                      const std::string& targets, const std::string& ptx) {
  manifest::Build result;
  result.version = version(build_version);
  result.variant = variant;
  result.index = index;
  result.targets = targets_of(targets);
  result.ptx = targets_of(ptx);
  if (const auto cuda = gpu::CudaVersion::parse_variant(variant)) result.cuda = *cuda;
  if (result.version.dev) result.channel = manifest::Channel::Nightly;
  result.evidence.source = "a test";
  return result;
}

manifest::Catalog torch_catalog() {
  manifest::Catalog catalog;
  catalog.frameworks.push_back(torch_framework());
  auto& cuda = catalog.cuda;
  cuda.driver_floors = {{{11, 0}, "linux", *gpu::DriverVersion::parse("450.80.02")},
                        {{12, 0}, "linux", *gpu::DriverVersion::parse("525.60.13")},
                        {{13, 0}, "linux", *gpu::DriverVersion::parse("580")}};
  cuda.driver_cuda = {{*gpu::DriverVersion::parse("595"), {13, 2}},
                      {*gpu::DriverVersion::parse("580"), {13, 0}},
                      {*gpu::DriverVersion::parse("570"), {12, 8}},
                      {*gpu::DriverVersion::parse("550"), {12, 4}}};
  cuda.last_branches = {{{7, 2}, 580}, {{3, 7}, 470}};
  cuda.toolkit_oldest = {{{13, 0}, {7, 5}}, {{12, 0}, {5, 0}}};
  return catalog;
}

FakeIndexes torch_indexes(bool with_framework_index) {
  FakeIndexes indexes;
  const auto add_line = [&](const std::string& part, const Line& line, const std::string& local) {
    const std::string cuda = line.variant.starts_with("cu13") ? "cu13" : "cu12";
    FakeFile torch{line.torch + local, {fmt::format("nvidia-cublas-{}=={}", cuda, cuda == "cu13" ? "13.1" : "12.8")}};
    torch.tags = "cp311-cp311-manylinux_2_28_x86_64";
    torch.size = 1000;
    indexes.add(part, "torch", torch);
    FakeFile vision{line.torchvision + local, {"torch==" + line.torch, "numpy"}};
    vision.tags = torch.tags;
    if (line.torchvision == "0.29.2") vision.needs[0] = "torch>=2.14.0";
    indexes.add(part, "torchvision", vision);
  };
  for (const auto& line : default_lines()) add_line("pypi", line, "");
  if (with_framework_index)
    for (const auto& line : framework_lines()) add_line("pytorch/" + line.variant, line, "+" + line.variant);
  for (const char* number : {"1.26.4", "2.4.0"}) indexes.add("pypi", "numpy", {number, {}});
  indexes.add("pypi", "nvidia-cublas-cu12", {"12.8", {}});
  indexes.add("pypi", "nvidia-cublas-cu13", {"13.1", {}});
  return indexes;
}

TargetGpu rtx_5090(int index) { return {index, "NVIDIA GeForce RTX 5090", {12, 0}}; }
TargetGpu v100(int index) { return {index, "Tesla V100", {7, 0}}; }
TargetGpu gtx_1080_ti(int index) { return {index, "NVIDIA GeForce GTX 1080 Ti", {6, 1}}; }
TargetGpu t4(int index) { return {index, "Tesla T4", {7, 5}}; }

Request torch_request(const std::vector<TargetGpu>& gpus) {
  Request request = request_for();
  request.roots = {requirement("torch"), requirement("torchvision")};
  request.gpus = gpus;
  request.framework_indexes = {"pytorch"};
  return request;
}

Request default_index_request(const std::vector<TargetGpu>& gpus) {
  Request request = torch_request(gpus);
  request.without_index = {"pytorch"};
  return request;
}

Request fix_request(const std::vector<TargetGpu>& gpus) {
  Request request = torch_request(gpus);
  request.purpose = Request::Purpose::Fix;
  request.roots.clear();
  request.installed = {installed("torch", "2.6.0", {"nvidia-cublas-cu12==12.4"}, false, "cu124"),
                       installed("torchvision", "0.21.0", {"torch==2.6.0", "numpy"}),
                       installed("nvidia-cublas-cu12", "12.4"),
                       installed("numpy", "1.26.4"),
                       installed("rich", "13.0", {"pygments>=2"}),
                       installed("pygments", "2.19")};
  request.must_change = {name("torch")};
  return request;
}

}  // namespace kenv::resolvers::testing
