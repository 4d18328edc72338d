// SPDX-License-Identifier: Apache-2.0
#include "python/wheel_name.hpp"

#include "python/wheel_name_reader.hpp"
#include "support/catch.hpp"

using namespace kenv::python;

TEST_CASE("a wheel's file name is taken apart") {
  const auto wheel = WheelName::parse("torch-2.8.0+cu128-cp312-cp312-manylinux_2_28_x86_64.whl").value();
  CHECK(wheel.name.text() == "torch");
  CHECK(wheel.version.text() == "2.8.0+cu128");
  CHECK(wheel.build == BuildNumber{0, ""});
  CHECK(wheel.tags == std::vector<Tag>{{"cp312", "cp312", "manylinux_2_28_x86_64"}});
  CHECK(wheel.variant_label.empty());
}

TEST_CASE("compressed tags expand to their product") {
  const auto wheel = WheelName::parse("a-1-py2.py3-none-linux_x86_64.win_amd64.whl").value();
  CHECK(wheel.tags == std::vector<Tag>{{"py2", "none", "linux_x86_64"},
                                       {"py2", "none", "win_amd64"},
                                       {"py3", "none", "linux_x86_64"},
                                       {"py3", "none", "win_amd64"}});
}

TEST_CASE("builds are ordered by their number, then by their text") {
  const auto build = [](const char* name) { return WheelName::parse(name).value().build; };
  CHECK(build("a-1-2-py3-none-any.whl") < build("a-1-10-py3-none-any.whl"));
  CHECK(build("a-1-10-py3-none-any.whl") < build("a-1-10b-py3-none-any.whl"));
  CHECK(build("a-1-py3-none-any.whl") < build("a-1-1-py3-none-any.whl"));
  CHECK(build("a-1-99999999999999999999-py3-none-any.whl") < build("a-1-100000000000000000000-py3-none-any.whl"));
}

TEST_CASE("old spellings of names are read, and characters that the file name may hold but no project's name") {
  CHECK(WheelName::parse("Foo.Bar-1.0-py3-none-any.whl").value().name.text() == "foo-bar");
  CHECK(WheelName::parse("foo_b\u00e1r-1.0-py3-none-any.whl").value().name.text() == "foo-b\u00e1r");
}

TEST_CASE("a wheel variant is told from an ordinary wheel, and is none to be installed") {
  const auto variant = WheelName::parse_with_variant("torch-2.10.0-cp312-cp312-linux_x86_64-cu130.whl").value();
  CHECK(variant.variant_label == "cu130");
  CHECK(variant.tags == std::vector<Tag>{{"cp312", "cp312", "linux_x86_64"}});
  const auto both = WheelName::parse_with_variant("torch-2.10.0-1-cp312-cp312-linux_x86_64-null.whl").value();
  CHECK(both.build.first == 1);
  CHECK(both.variant_label == "null");
  const auto refusal = WheelName::parse("torch-2.10.0-cp312-cp312-linux_x86_64-cu130.whl").error();
  CHECK(refusal.where.column == 39);
  CHECK(refusal.message ==
        "\"torch-2.10.0-cp312-cp312-linux_x86_64-cu130.whl\" is a wheel variant with the label cu130, a kind (PEP 825) "
        "that kenv does not install");
}

TEST_CASE("what is no wheel name is refused") {
  for (const char* damaged :
       {"", ".whl", "a-1.0-py3-none-any.zip", "a-1.0.whl", "a-1.0-py3-none.whl", "a-1.x-py3-none-any.whl",
        "a__b-1.0-py3-none-any.whl", "-1.0-py3-none-any.whl", "a-1.0--none-any.whl", "a-1.0-py3.-none-any.whl",
        "a-1.0-py3-none-.whl", "a-1.0-x1-py3-none-any-l.whl", "../a-1.0-py3-none-any.whl", "a-1.0-1-py3-none-any-L.whl",
        "a-1-1-1-py3-none-any-x.whl", "a-1.0-py3-none-any/../x.whl", "a-1.0-2.7-none-any.whl"}) {
    INFO(damaged);
    CHECK(!WheelName::parse(damaged));
  }
}

TEST_CASE("a reader of many names says of each what the parser says of it alone") {
  const std::vector<std::string> names = {"torch-2.8.0-cp312-cp312-manylinux_2_28_x86_64.whl",
                                          "torch-2.8.0-cp313-cp313-manylinux_2_28_x86_64.whl",
                                          "torch-2.8.0-1-cp312-cp312-manylinux_2_28_x86_64.whl",
                                          "torch-2.8.0-cp312-cp312-manylinux_2_28_x86_64-cu130.whl",
                                          "torch-2.8.x-cp312-cp312-manylinux_2_28_x86_64.whl",
                                          "Torch-2.8-cp312.cp313-none-any.whl",
                                          "torch--2.8-py3-none-any.whl",
                                          "torch-2.8.0-x-cp312-cp312-any.whl",
                                          "torch-2.8.0.tar.gz"};
  WheelNameReader reader;
  for (int round = 0; round < 2; ++round)
    for (const auto& name : names) {
      INFO(name);
      const auto one = WheelName::parse_with_variant(name);
      const auto read = reader.read(name);
      REQUIRE(read.has_value() == one.has_value());
      if (!read) continue;
      CHECK(*read->name == one->name);
      CHECK(*read->version == one->version);
      CHECK(read->build == one->build);
      CHECK(*read->tags == one->tags);
      CHECK(read->variant_label == one->variant_label);
    }
  CHECK(reader.read(names[0])->version == reader.read(names[1])->version);
}
