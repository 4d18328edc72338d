// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "fake_index.hpp"

// A framework with the traits of PyTorch, small enough to be read: a default index with one variant per version, an
// index with a part per variant, a companion that pins it, CUDA libraries, builds that lost old GPUs.
namespace kenv::resolvers::testing {

manifest::Build build(const std::string& version, const std::string& variant, const std::string& index,
                      const std::string& targets, const std::string& ptx = "");
manifest::Catalog torch_catalog();
/// What the two indexes serve. Without the second, as where only the default index is in reach.
FakeIndexes torch_indexes(bool with_framework_index = true);

TargetGpu rtx_5090(int index = 0);
TargetGpu v100(int index = 0);
TargetGpu gtx_1080_ti(int index = 0);
TargetGpu t4(int index = 0);

/// torch and torchvision for the GPUs, from both indexes.
Request torch_request(const std::vector<TargetGpu>& gpus);
/// The same, the framework's own index left out.
Request default_index_request(const std::vector<TargetGpu>& gpus);
/// An environment with torch 2.6.0 and its family, as pip left it, in which torch does not serve the GPU.
Request fix_request(const std::vector<TargetGpu>& gpus);

}  // namespace kenv::resolvers::testing
