// SPDX-License-Identifier: Apache-2.0
#include "store/object_text.hpp"

#include "support/catch.hpp"

using namespace kenv;

namespace {

gpu::FatbinImage image(const std::string& target, std::optional<gpu::PtxIsa> isa = {}, bool compressed = false,
                       bool debug = false) {
  return {*gpu::CodeTarget::parse(target), isa, compressed, debug};
}

store::StoredWheel example() {
  store::StoredWheel wheel;
  wheel.origin = {"demo-1.0-py3-none-any.whl", "https://index.invalid/demo 1.whl", "main"};
  wheel.name = *python::WheelName::parse(wheel.origin.file_name);
  wheel.is_purelib = true;
  wheel.dist_info = "demo-1.0.dist-info";
  wheel.boot_id = "0f";
  wheel.device = 42;
  wheel.members = {{"demo/a file.py", 0644, 12, 0xdeadbeef, 77, -1'000'000'001},
                   {"demo/lib.so", 0755, 1u << 20, 1, 78, 5}};
  gpu::LibraryTargets targets;
  targets.groups.push_back(
      {{image("sm_80", {}, true), image("sm_90a"), image("compute_120", gpu::PtxIsa{8, 8}, true, true)}, 33, 0});
  targets.groups.push_back({{}, 1, 2});
  wheel.gpu_libraries.emplace("demo/lib.so", targets);
  return wheel;
}

}  // namespace

TEST_CASE("A store object is read back as it was written") {
  const auto written = example();
  const auto read = store::parse_object(render_object(written));
  REQUIRE(read);
  CHECK(read->origin == written.origin);
  CHECK(read->is_purelib);
  CHECK(read->dist_info == written.dist_info);
  CHECK(read->boot_id == written.boot_id);
  CHECK(read->device == written.device);
  CHECK(read->members == written.members);
  REQUIRE(read->gpu_libraries.count("demo/lib.so") == 1);
  const auto& groups = read->gpu_libraries.at("demo/lib.so").groups;
  const auto& expected = written.gpu_libraries.at("demo/lib.so").groups;
  REQUIRE(groups.size() == expected.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    CHECK(groups[i].images == expected[i].images);
    CHECK(groups[i].containers == expected[i].containers);
    CHECK(groups[i].with_unknown_images == expected[i].with_unknown_images);
  }
}

TEST_CASE("A store object that was cut off or damaged anywhere is refused, never half read") {
  const std::string text = render_object(example());
  for (std::size_t length = 0; length < text.size(); ++length) CHECK_FALSE(store::parse_object(text.substr(0, length)));
  CHECK_FALSE(store::parse_object(text + "more\n"));
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    changed[at] = '\n';
    store::parse_object(changed);  // must not crash; some changes are lawful
  }
}
