// SPDX-License-Identifier: Apache-2.0
#include "python/marker.hpp"

#include "support/catch.hpp"

using namespace kenv::python;

namespace {

const MarkerEnvironment kLinux{{{"implementation_name", "cpython"},
                                {"implementation_version", "3.12.4"},
                                {"os_name", "posix"},
                                {"platform_machine", "x86_64"},
                                {"platform_python_implementation", "CPython"},
                                {"platform_release", "6.8.0"},
                                {"platform_system", "Linux"},
                                {"platform_version", "#1 SMP"},
                                {"python_full_version", "3.12.4"},
                                {"python_version", "3.12"},
                                {"sys_platform", "linux"}}};

bool holds(std::string_view marker, const std::set<std::string>& extras = {}) {
  return Marker::parse(marker).value().evaluate(kLinux, extras).value();
}

struct Row {
  const char* marker;
  bool expected;
};

}  // namespace

TEST_CASE("a marker is evaluated by the type of its field") {
  const Row table[] = {
      // Versions are compared as versions, never as text: "3.12" is newer than "3.9".
      {"python_version > '3.9'", true},
      {"'3.9' < python_version", true},
      {"python_version ~= '3.8'", true},
      {"python_version == '3.12.*'", true},
      {"python_full_version >= '3.12.5'", false},
      {"python_version in '3.11 3.12'", true},
      {"python_version not in '3.11 3.12'", false},
      {"python_version >= 'foo'", false},
      {"python_version != 'foo'", true},
      // Texts have no order.
      {"sys_platform == 'linux'", true},
      {"'linux' in sys_platform", true},
      {"sys_platform in 'linux darwin'", true},
      {"os_name >= 'posix'", true},
      {"os_name > 'a'", false},
      {"os_name ~= 'posix'", true},
      {"os_name === 'posix'", true},
      {"python_full_version === '3.12.4'", true},
      {"platform_version === '#1 smp'", true},
      // A kernel release is compared as a version where both sides are one.
      {"platform_release >= '5.10'", true},
      {"platform_release >= '10.0'", false},
      {"platform_version > 'a'", false},
      // Old spellings
      {"os.name == 'posix' and sys.platform == 'linux' and platform.machine == 'x86_64'", true},
      {"python_implementation == 'CPython'", true},
      {"platform.python_implementation == 'CPython'", true},
      // "and" binds stronger than "or"
      {"os_name == 'posix' or os_name == 'x' and os_name == 'y'", true},
      {"(os_name == 'posix' or os_name == 'x') and os_name == 'y'", false},
      {"os_name=='posix'and(os_name=='x'or(sys_platform=='linux'))", true},
  };
  for (const Row& row : table) {
    INFO(row.marker);
    CHECK(holds(row.marker) == row.expected);
  }
}

TEST_CASE("an extra holds if it is among those asked for, in any spelling") {
  CHECK(holds("extra == 'Cuda_Toolkit'", {"cuda-toolkit", "other"}));
  CHECK(holds("extra == 'cuda-toolkit'", {"Cuda.Toolkit"}));
  CHECK(holds("'a' == extra", {"a"}));
  CHECK(!holds("extra == 'a'"));
  CHECK(!holds("extra == ''"));
  CHECK(holds("extra == 'a' and extra == 'b'", {"a", "b"}));
  CHECK(holds("extra != 'a'", {"b"}));
  CHECK(!holds("extra != 'a'", {"a", "b"}));
}

TEST_CASE("other comparisons of an extra than equality are not defined and never hold") {
  for (const char* marker : {"extra in 'a b'", "extra not in 'c'", "'a' in extra", "extra >= 'b'", "extra ~= 'b'"}) {
    INFO(marker);
    CHECK(!holds(marker, {"b"}));
  }
  CHECK(!Marker::parse("extra == extra")->evaluate(kLinux, {"a"}));
}

TEST_CASE("a lock file's sets of extras and groups are asked for members, and for nothing else") {
  MarkerEnvironment lock = kLinux;
  lock.sets["extras"] = {"Cuda_12"};
  lock.sets["dependency_groups"] = {};
  const auto holds_in_lock = [&](const char* marker) { return Marker::parse(marker).value().evaluate(lock); };
  CHECK(holds_in_lock("'cuda.12' in extras").value());
  CHECK(!holds_in_lock("'cuda-12' not in extras").value());
  CHECK(!holds_in_lock("'dev' in dependency_groups").value());
  CHECK(holds_in_lock("'dev' not in dependency_groups and sys_platform == 'linux'").value());
  for (const char* wrong : {"extras == 'a'", "'a' == extras", "extras in 'a'", "extras in dependency_groups"}) {
    INFO(wrong);
    CHECK(!holds_in_lock(wrong));
  }
  CHECK(Marker::parse("'a' in extras")->evaluate(kLinux).error().message ==
        "the marker field extras has a meaning in lock files only");
  CHECK(!Marker::parse("'a' in extras")->mentions_extra());
}

TEST_CASE("an interpreter built from a repository has a version that counts") {
  MarkerEnvironment nightly = kLinux;
  nightly.fields["python_full_version"] = "3.15.0a1+";
  CHECK(Marker::parse("python_full_version >= '3.14'")->evaluate(nightly).value());
}

TEST_CASE("a field that the interpreter did not state is an error whatever stands beside it") {
  const MarkerEnvironment bare{{{"os_name", "posix"}}};
  for (const char* marker : {"sys_platform == 'linux'", "os_name == 'nt' and sys_platform == 'linux'",
                             "os_name == 'posix' or sys_platform == 'linux'"}) {
    INFO(marker);
    const auto result = Marker::parse(marker)->evaluate(bare);
    REQUIRE(!result);
    CHECK(result.error().message == "the interpreter did not state the marker field sys_platform");
  }
}

TEST_CASE("what is no marker is refused") {
  for (const char* damaged : {"",
                              " ",
                              "os_name",
                              "os_name ==",
                              "== 'a'",
                              "os_name = 'a'",
                              "os_name == a",
                              "os_name == 'a",
                              "os_name == 'a\"",
                              "os_name == 'C:\\\\'",
                              "'a' == 'a'",
                              "unknown == 'a'",
                              "extras_ == 'a'",
                              "os_name == 'a' and",
                              "or os_name == 'a'",
                              "os_name == 'a' os_name == 'b'",
                              "(os_name == 'a'",
                              "os_name == 'a')",
                              "()",
                              "os_name not 'a'",
                              "'a'inos_name",
                              "os_name notin 'a'",
                              "os_name == 'a' == 'b'",
                              "os_name == 'a' andos_name == 'b'",
                              "os_name < sys_platform == 'a'"}) {
    INFO(damaged);
    CHECK(!Marker::parse(damaged));
  }
}

TEST_CASE("a refusal says where the marker goes wrong") {
  const auto problem = Marker::parse("os_name == 'nt' and foo == 'a'").error();
  CHECK(problem.where.column == 21);
  CHECK(problem.message ==
        "expected a marker field such as python_version, or a quoted text, at column 21 of \"os_name == 'nt' and foo "
        "== 'a'\"");
}

TEST_CASE("a marker is written in one normal form that reads back as itself") {
  const std::pair<const char*, const char*> table[] = {
      {"python_version<'3.8'", "python_version < \"3.8\""},
      {"((os.name=='a'))", "os_name == \"a\""},
      {"os_name=='a' and(os_name=='b'or os_name=='c')", "os_name == \"a\" and (os_name == \"b\" or os_name == \"c\")"},
      {"os_name=='a' or (os_name=='b'and os_name=='c')", "os_name == \"a\" or (os_name == \"b\" and os_name == \"c\")"},
      {"((os_name=='a' or os_name=='b'))", "os_name == \"a\" or os_name == \"b\""},
      {"os_name not   in 'x'", "os_name not in \"x\""},
      {"os_name == 'say \"a\"'", "os_name == 'say \"a\"'"},
      {"extra == 'Foo_Bar'", "extra == \"foo-bar\""},
      {"'Foo_Bar' in extras", "\"foo-bar\" in extras"},
  };
  for (const auto& [spelling, normal] : table) {
    INFO(spelling);
    CHECK(Marker::parse(spelling)->to_text() == normal);
    CHECK(Marker::parse(normal)->to_text() == normal);
  }
}

TEST_CASE("no marker means always") {
  const Marker none;
  CHECK(none.empty());
  CHECK(none.evaluate({}).value());
  CHECK(none.to_text().empty());
}

TEST_CASE("whether a marker speaks of extras can be asked") {
  CHECK(Marker::parse("os_name == 'a' or (os_name == 'b' and 'x' == extra)")->mentions_extra());
  CHECK(!Marker::parse("os_name == 'extra'")->mentions_extra());
}

TEST_CASE("once the extras are known, what is left of a marker are the conditions on the environment") {
  using Conditions = std::set<std::string>;
  const std::vector<std::tuple<std::string, std::set<std::string>, std::optional<Conditions>>> table = {
      {"os_name == 'a'", {}, Conditions{R"(os_name == "a")"}},
      {"os_name == 'a' and (sys_platform == 'b' and extra == 'X_y')",
       {"x-y"},
       Conditions{R"(os_name == "a")", R"(sys_platform == "b")"}},
      {"os_name == 'a' and extra == 'x'", {}, std::nullopt},
      {"'x' == extra", {"x"}, Conditions{}},
      {"extra != 'x' and os_name == 'a'", {}, Conditions{R"(os_name == "a")"}},
      {"extra == 'x' or os_name == 'a'", {"x"}, Conditions{}},
      {"extra == 'x' or os_name == 'a'", {}, Conditions{R"(os_name == "a")"}},
      {"(os_name == 'a' or sys_platform == 'b' and python_version > '3') and extra == 'x'",
       {"x"},
       Conditions{R"((os_name == "a" or python_version > "3" and sys_platform == "b"))"}},
      {"extra == 'x' or extra == 'y'", {"z"}, std::nullopt},
      {"extra > 'x'", {"x"}, std::nullopt},
  };
  for (const auto& [marker, extras, left] : table) {
    INFO(marker);
    CHECK((Marker::parse(marker).value().conditions(extras) == left));
  }
  CHECK((Marker().conditions({}) == Conditions{}));
}
