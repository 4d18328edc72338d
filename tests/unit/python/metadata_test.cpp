// SPDX-License-Identifier: Apache-2.0
#include "python/metadata.hpp"

#include "support/catch.hpp"

using namespace kenv::python;

TEST_CASE("the fields that installing needs are read, up to the body") {
  const auto metadata = CoreMetadata::parse(
                            "Metadata-Version: 2.4\r\n"
                            "Name: Torch_Vision\r\n"
                            "VERSION: 0.23.0+cu128\r\n"
                            "Summary: images\r\n"
                            "License: BSD\r\n"
                            "        Requires-Dist: not-a-field\r\n"
                            "Requires-Python: >=3.9,\r\n"
                            "  <4\r\n"
                            "Requires-Dist: numpy\r\n"
                            "Requires-Dist: torch (==2.8.0)\r\n"
                            "Requires-Dist: scipy ; extra == 'sci_py'\r\n"
                            "Provides-Extra: Sci_Py\r\n"
                            "Provides-Extra: damaged:name\r\n"
                            "\r\n"
                            "Requires-Dist: body\r\n")
                            .value();
  CHECK(metadata.name.text() == "torch-vision");
  CHECK(metadata.version.text() == "0.23.0+cu128");
  CHECK(metadata.summary == "images");
  CHECK(metadata.requires_python.to_text() == ">=3.9,<4");
  REQUIRE(metadata.requires_dist.size() == 3);
  CHECK(metadata.requires_dist[1].to_text() == "torch==2.8.0");
  CHECK(metadata.requires_dist[2].marker.to_text() == "extra == \"sci-py\"");
  CHECK(metadata.provides_extra == std::set<std::string>{"sci-py"});
}

TEST_CASE("a damaged field makes the file unusable and is named with its line") {
  const auto refusal = [](const std::string& field) {
    return CoreMetadata::parse("Metadata-Version: 2.1\nName: a\nVersion: 1\n" + field + "\n", "a.metadata")
        .error()
        .text();
  };
  CHECK(refusal("Requires-Python: three") ==
        "a.metadata:4:18: expected one of == != <= >= < > ~= === at column 1 of \"three\"");
  CHECK(refusal("Requires-Dist: b >= x") == "a.metadata:4:21: expected a number at column 6 of \"b >= x\"");
  CHECK(refusal("Requires-Dist: b; unknown_field == '1'").starts_with("a.metadata:4:19: expected a marker field"));
  CHECK(refusal("Metadata-Version: 3.0").starts_with("a.metadata:4:19: Metadata-Version"));
}

TEST_CASE("a file without a name or a version is refused") {
  CHECK(CoreMetadata::parse("Version: 1\n").error().text() == "METADATA: the field Name is missing");
  CHECK(CoreMetadata::parse("Name: a\n").error().text() == "METADATA: the field Version is missing");
  CHECK(!CoreMetadata::parse("Name: a\nVersion: x\n"));
  CHECK(!CoreMetadata::parse(""));
  CHECK(!CoreMetadata::parse("\xff\xd8\x00garbage"));
}

TEST_CASE("a byte order mark and a file that ends without a line end do no harm") {
  CHECK(CoreMetadata::parse("\xef\xbb\xbfName: a\nVersion: 1").value().version.text() == "1");
}

TEST_CASE("the old spelling of a lower bound is understood in Requires-Python alone") {
  CHECK(parse_requires_python(">=3.5.*, <4.*").value().to_text() == ">=3.5,<4");
  CHECK(parse_requires_python("!=3.0.*,>=2.7").value().to_text() == "!=3.0.*,>=2.7");
  CHECK(parse_requires_python("").value().empty());
  CHECK(!parse_requires_python("<=3.*"));
  CHECK(!parse_requires_python("three"));
}

TEST_CASE("Requires-Python looks at the release alone") {
  const auto satisfies = [](const char* bound, const char* python) {
    return python_satisfies(parse_requires_python(bound).value(), Version::parse(python).value());
  };
  CHECK(satisfies(">=3.13", "3.13.0b1"));
  CHECK(satisfies(">=3.10", "3.10"));
  CHECK(!satisfies("<3.13", "3.13.0b1"));
  CHECK(!satisfies(">=3.13", "3.12.9"));
  CHECK(satisfies("", "3.12"));
}
