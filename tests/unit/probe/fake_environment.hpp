// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "io/files.hpp"
#include "probe/launch_test.hpp"

namespace kenv::test {

/// An environment whose bin/python is a shell script. The script sees the marker as $marker, whether launches block as
/// $CUDA_LAUNCH_BLOCKING, and prints with `document JSON` and `begin JSON`.
class FakeEnvironment {
 public:
  explicit FakeEnvironment(std::string_view script) {
    io::make_directories(root() / "bin");
    io::make_directories(scratch());
    io::write_text(root() / "bin/python",
                   "#!/bin/sh\nmarker=$8\n"
                   "begin() { echo; echo \"$marker begin $1\"; }\n"
                   "document() { echo; echo \"$marker document $1\"; }\n" +
                       std::string(script) + "\n",
                   0755);
  }

  io::fs::path root() const { return folder_.path() / "environment"; }
  io::fs::path scratch() const { return folder_.path() / "scratch"; }

  probe::ProbeRequest request(std::vector<probe::ProbeGpu> gpus = {{.index = 0}}) const {
    return {.environment = root(), .framework = "minigpu", .gpus = std::move(gpus), .scratch = scratch()};
  }

 private:
  io::TemporaryDirectory folder_;
};

}  // namespace kenv::test
