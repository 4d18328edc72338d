// SPDX-License-Identifier: Apache-2.0
#include "resolvers/knowledge.hpp"

#include "fake_index.hpp"
#include "support/catch.hpp"

namespace kenv::resolvers::testing {
namespace {

NeedMetadata need_of(const std::string& index, const std::string& url) {
  python::ProjectFile file;
  file.filename = "helper-1.0-py3-none-any.whl";
  file.url = url;
  return {index, file};
}

python::CoreMetadata metadata_with(const std::string& needs) {
  python::CoreMetadata metadata;
  metadata.requires_dist.push_back(requirement(needs));
  return metadata;
}

}  // namespace

TEST_CASE("Files of one name on two indexes are two files") {
  const NeedMetadata there = need_of("default", "http://a/helper-1.0-py3-none-any.whl");
  const NeedMetadata here = need_of("framework", "http://b/helper-1.0-py3-none-any.whl");
  Knowledge knowledge;
  knowledge.learn(MetadataAnswer{there, metadata_with("left")});
  CHECK(knowledge.metadata(here.index, here.file) == nullptr);
  knowledge.want(here);
  REQUIRE(knowledge.open().metadata.size() == 1);
  knowledge.learn(MetadataAnswer{here, metadata_with("right")});
  CHECK_FALSE(knowledge.waiting());
  CHECK(knowledge.metadata(there.index, there.file)->requires_dist.front().name.text() == "left");
  CHECK(knowledge.metadata(here.index, here.file)->requires_dist.front().name.text() == "right");
}

TEST_CASE("A damaged file of one index does not speak against its namesake elsewhere") {
  const NeedMetadata damaged = need_of("default", "http://a/helper-1.0-py3-none-any.whl");
  const NeedMetadata sound = need_of("framework", "http://b/helper-1.0-py3-none-any.whl");
  Knowledge knowledge;
  knowledge.learn(MetadataUnusable{damaged, "METADATA:3: not a version"});
  CHECK(knowledge.unusable(damaged.index, damaged.file) != nullptr);
  CHECK(knowledge.unusable(sound.index, sound.file) == nullptr);
}

}  // namespace kenv::resolvers::testing
