// SPDX-License-Identifier: Apache-2.0
#include "change/lock_files.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace kenv;
using nlohmann::json;

namespace {

plan::Step step(const std::string& name, const std::string& version, bool with_wheel) {
  plan::Step out{.action = with_wheel ? plan::Step::Action::Add : plan::Step::Action::Keep,
                 .name = python::PackageName::from_normal(name),
                 .to = version};
  if (with_wheel)
    out.wheel = plan::Wheel{
        {.filename = name + ".whl", .url = "http://127.0.0.1/" + name + ".whl", .sha256 = sha256(name), .size = 7},
        "pypi"};
  return out;
}

std::map<std::string, std::string> locks_of(const plan::Plan& plan, std::map<std::string, std::string> earlier = {}) {
  resolvers::Request request;
  request.python_version = *python::Version::parse("3.12.1");
  return change::lock_files({plan, request, probe::LaunchResult{}, std::move(earlier)});
}

}  // namespace

TEST_CASE("an environment whose wheels are all known gets a pylock; pip itself does not count", "[change]") {
  plan::Plan plan;
  plan.steps = {step("minigpu", "1.1.0", true), step("pip", "23.2", false)};
  const auto files = locks_of(plan);
  REQUIRE(files.contains("pylock.toml"));
  CHECK(files.at("pylock.toml").find(sha256("minigpu").hex()) != std::string::npos);
  CHECK(files.at("pylock.toml").find("\"pip\"") == std::string::npos);
  CHECK(json::parse(files.at("kenv.lock")).at("complete") == true);
}

TEST_CASE("one package of unknown origin: no pylock that an installer would take at its word, and the lock says why",
          "[change]") {
  plan::Plan plan;
  plan.steps = {step("minigpu", "1.1.0", true), step("homemade", "0.1", false)};
  const auto files = locks_of(plan);
  CHECK_FALSE(files.contains("pylock.toml"));
  const auto lock = json::parse(files.at("kenv.lock"));
  CHECK(lock.at("complete") == false);
  CHECK(lock.at("targets").at(0).at("missing").at(0).at("name") == "homemade");
}

TEST_CASE("a kept package is locked by what the lock before says of it, if it is still that version", "[change]") {
  plan::Plan first;
  first.steps = {step("minicore", "1.0", true)};
  const auto earlier = locks_of(first);
  plan::Plan second;
  second.steps = {step("minigpu", "1.1.0", true), step("minicore", "1.0", false)};
  CHECK(locks_of(second, earlier).contains("pylock.toml"));
  second.steps[1].to = "2.0";
  CHECK_FALSE(locks_of(second, earlier).contains("pylock.toml"));
}
