// SPDX-License-Identifier: Apache-2.0
#include "plan/lock.hpp"

#include "python/marker.hpp"
#include "python/specifier.hpp"
#include "support/catch.hpp"

using namespace kenv;

namespace {

plan::LockedPackage package(const std::string& name, bool known = true) {
  plan::LockedPackage out{python::PackageName::from_normal(name), "1.0", {}, ""};
  if (known)
    out.wheel =
        plan::LockedWheel{name + "-1.0-py3-none-any.whl", "http://127.0.0.1/" + name + ".whl", sha256(name), "pypi", 7};
  else
    out.unknown = "somebody made it by hand";
  return out;
}

plan::LockTarget target(std::vector<plan::LockedPackage> packages, std::vector<plan::LockedGpu> gpus = {}) {
  plan::LockTarget out;
  out.name = plan::target_name(gpus);
  out.os = "linux";
  out.machine = "x86_64";
  out.python = "3.12.3";
  out.gpus = std::move(gpus);
  out.packages = std::move(packages);
  return out;
}

}  // namespace

TEST_CASE("a lock reads back what it was written from, and is complete only if every wheel is known", "[plan]") {
  auto one = target({package("b"), package("a"), package("c", false)}, {{"RTX 5090", {12, 0}}});
  one.needs_driver = "570.26";
  one.probe = R"({"status":"passed"})";
  const auto text = plan::render_lock({{one}});
  const auto read = plan::read_lock(text);
  REQUIRE(read);
  REQUIRE(read->targets.size() == 1);
  const auto& back = read->targets[0];
  CHECK_FALSE(back.complete());
  CHECK(back.name == "sm-120");
  CHECK(back.needs_driver == "570.26");
  CHECK(back.probe == one.probe);
  REQUIRE(back.packages.size() == 3);
  CHECK(back.packages[0].wheel == package("a").wheel);
  CHECK(back.packages[2].unknown == "somebody made it by hand");
  CHECK(plan::render_lock({{target({package("a")})}}).find("\"complete\": true") != std::string::npos);
}

TEST_CASE("the order in which answers came does not show in a lock", "[plan]") {
  const auto new_gpu = target({package("a"), package("b")}, {{"RTX 5090", {12, 0}}}),
             old_gpu = target({package("b")}, {{"GTX 1080", {6, 1}}});
  const auto other = target({package("b"), package("a")}, {{"RTX 5090", {12, 0}}});
  CHECK(plan::render_lock({{new_gpu, old_gpu}}) == plan::render_lock({{old_gpu, other}}));
  CHECK(python::render_pylock(plan::to_pylock(new_gpu)) == python::render_pylock(plan::to_pylock(other)));
}

TEST_CASE("a damaged lock is refused with the place, whatever is damaged", "[plan]") {
  const auto [text, place] = GENERATE(table<std::string, std::string>({
      {"", "not a JSON document"},
      {"[]", "$"},
      {R"({"schema": "kenv-lock-file/9"})", "$.schema"},
      {R"({"schema": "kenv-lock-file/1"})", "$.targets"},
      {R"({"schema": "kenv-lock-file/1", "targets": 3})", "$.targets"},
      {R"({"schema": "kenv-lock-file/1", "targets": [7]})", "$.targets[0]"},
      {R"({"schema": "kenv-lock-file/1", "targets": [{"packages": [{}]}]})", "$.targets[0].packages[0].name"},
      {R"({"schema": "kenv-lock-file/1", "targets": [{"packages": [{"name": "a", "wheel": {"sha256": "12"}}]}]})",
       "$.targets[0].packages[0].wheel.sha256"},
      {R"({"schema": "kenv-lock-file/1", "targets": [{"gpus": [{"compute_capability": "x"}]}]})",
       "$.targets[0].gpus[0].compute_capability"},
  }));
  CAPTURE(text);
  const auto read = plan::read_lock(text, "some.lock");
  REQUIRE_FALSE(read);
  CHECK(read.error().text().find("some.lock") == 0);
  CHECK(read.error().text().find(place) != std::string::npos);
}

TEST_CASE("a target is called by its GPUs, in words that a pylock's file name may hold", "[plan]") {
  CHECK(plan::target_name({}) == "cpu");
  CHECK(plan::target_name({{"RTX 5090", {12, 0}}}) == "sm-120");
  CHECK(plan::target_name({{"RTX 5090", {12, 0}}, {"GTX 1080 Ti", {6, 1}}, {"another", {12, 0}}}) == "sm-61-sm-120");
}

TEST_CASE("what is known of a wheel stands in both locks") {
  auto known = package("a");
  known.marker = "sys_platform == \"linux\"";
  known.wheel->index_url = "https://h/simple";
  known.wheel->upload_time = *python::UploadTime::parse("2026-01-01T00:00:00Z");
  known.wheel->requires_python = ">=3.9";
  auto direct = package("b");
  direct.wheel->direct = true;
  direct.wheel->url = "http://127.0.0.1/" + direct.wheel->filename;
  const auto one = target({direct, known});
  const auto back = plan::read_lock(plan::render_lock({{one}}));
  REQUIRE(back);
  CHECK(back->targets[0].packages[0].wheel == known.wheel);
  CHECK(back->targets[0].packages[1].wheel == direct.wheel);
  const auto pylock = python::read_pylock(python::render_pylock(plan::to_pylock(one)), "pylock.toml");
  REQUIRE(pylock);
  const auto &first = pylock->packages.at(0), &second = pylock->packages.at(1);
  CHECK(first.marker == known.marker);
  CHECK(first.index == "https://h/simple");
  CHECK(first.requires_python == ">=3.9");
  CHECK(first.wheels.at(0).upload_time == "2026-01-01T00:00:00Z");
  CHECK(first.wheels.at(0).size == 7u);
  CHECK(second.wheels.empty());
  CHECK(second.archive->url == direct.wheel->url);
}

TEST_CASE("a wheel on this machine is named by its path") {
  auto near = package("a");
  near.wheel->url = "file:///w/a%2Bb.whl";
  const auto pylock = plan::to_pylock(target({near}));
  CHECK(pylock.packages.at(0).wheels.at(0).path == "/w/a+b.whl");
  CHECK(pylock.packages.at(0).wheels.at(0).url.empty());
}

TEST_CASE("a lock of one choice of extras and groups does not say that there are none to choose from") {
  auto one = target({package("a")});
  CHECK_THAT(python::render_pylock(plan::to_pylock(one)),
             Catch::Contains("extras = []") && Catch::Contains("dependency-groups = []"));
  one.of_extras = one.of_groups = true;
  CHECK_THAT(python::render_pylock(plan::to_pylock(one)), !Catch::Contains("extras") && !Catch::Contains("groups"));
}

TEST_CASE("a pylock says for which Python and system it was made", "[plan]") {
  const auto text = python::render_pylock(plan::to_pylock(target({package("a")})));
  CHECK(text.find("requires-python = \">=3.12.3\"") != std::string::npos);
  CHECK(text.find("python_version == '3.12' and python_full_version >= '3.12.3'") != std::string::npos);
  CHECK(text.find("sys_platform == 'linux' and platform_machine == 'x86_64'") != std::string::npos);
  auto unreleased = target({package("a")});
  unreleased.python = "3.15.0a1+";  // as a build of a working tree calls itself
  CHECK_THAT(python::render_pylock(plan::to_pylock(unreleased)), Catch::Contains("requires-python = \">=3.15.0a1\""));
}

TEST_CASE("a pylock is for the interpreter it was made for", "[plan]") {
  auto pypy = target({package("a")});
  pypy.implementation = "pypy";
  CHECK_THAT(plan::to_pylock(pypy).environments.at(0), Catch::StartsWith("implementation_name == 'pypy' and"));
}

TEST_CASE("a pylock made for a pre-release of Python holds there, by the letter of versions and markers", "[plan]") {
  auto beta = target({package("a")});
  beta.python = "3.15.0b1";
  const auto pylock = plan::to_pylock(beta);
  python::MarkerEnvironment markers;
  markers.fields = {{"implementation_name", "cpython"},
                    {"python_version", "3.15"},
                    {"python_full_version", "3.15.0b1"},
                    {"sys_platform", "linux"},
                    {"platform_machine", "x86_64"}};
  REQUIRE(pylock.environments.size() == 1);
  CHECK(python::Marker::parse(pylock.environments[0]).value().evaluate(markers).value());
  CHECK(
      python::SpecifierSet::parse(pylock.requires_python).value().contains(python::Version::parse("3.15.0b1").value()));
  markers.fields["python_version"] = "3.14";
  CHECK_FALSE(python::Marker::parse(pylock.environments[0]).value().evaluate(markers).value());
}
