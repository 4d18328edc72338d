// SPDX-License-Identifier: Apache-2.0
#include "resolvers/dependencies/wheel_choice.hpp"

#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::resolvers;

namespace {

Target linux_312() {
  python::TagFacts facts;
  facts.libc_minor = 36;
  return {python::SupportedTags::for_interpreter(facts), python::Version::parse("3.12.4").value()};
}

WheelChoice choice_among(std::initializer_list<const char*> names) {
  python::ProjectPage page;
  for (const char* name : names) {
    python::ProjectFile file;
    file.filename = name;
    page.files.push_back(std::move(file));
  }
  const auto choices = choose_wheels(page, python::PackageName::from_normal("a"), linux_312(), {});
  REQUIRE(choices.size() == 1);
  return choices.front().second;
}

}  // namespace

TEST_CASE("wheel variants are passed over, and named where a version has nothing else") {
  CHECK(choice_among({"a-1-cp312-cp312-linux_x86_64-cu130.whl", "a-1-py3-none-any.whl"}).file.filename ==
        "a-1-py3-none-any.whl");
  const auto none =
      choice_among({"a-1-cp312-cp312-linux_x86_64-cu130.whl", "a-1-cp312-cp312-linux_x86_64-null.whl", "a-1.tar.gz"});
  CHECK(none.rule == "wheel");
  CHECK(none.reason == "has only wheel variants (PEP 825: cu130, null), which kenv does not install");
}

TEST_CASE("of wheels that fit alike the one with the highest build number is taken") {
  CHECK(choice_among({"a-1-9-py3-none-any.whl", "a-1-100000000000000000000-py3-none-any.whl", "a-1-py3-none-any.whl"})
            .file.filename == "a-1-100000000000000000000-py3-none-any.whl");
}

TEST_CASE("a yanked file that may be taken comes after every file that is not yanked") {
  python::ProjectPage page;
  const auto add = [&](const char* name, bool yanked) {
    auto& file = page.files.emplace_back();
    file.filename = name;
    file.yanked = yanked;
  };
  add("a-1-2-py3-none-any.whl", true);
  add("a-1-1-py3-none-any.whl", false);
  add("a-2-py3-none-any.whl", true);
  const FileRules pinned{[](const python::Version&) { return true; }, {}};
  const auto choices = choose_wheels(page, python::PackageName::from_normal("a"), linux_312(), pinned);
  REQUIRE(choices.size() == 2);
  CHECK(choices[0].second.rule.empty());
  CHECK(choices[0].second.file.filename == "a-2-py3-none-any.whl");
  CHECK(choices[1].second.file.filename == "a-1-1-py3-none-any.whl");
}
