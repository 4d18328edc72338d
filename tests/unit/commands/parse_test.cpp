// SPDX-License-Identifier: Apache-2.0
#include "commands/parse.hpp"

#include "commands/change_setup.hpp"
#include "commands/verb.hpp"
#include "support/catch.hpp"

using namespace kenv::commands;

namespace {
Arguments parsed(const std::vector<std::string>& words) {
  auto result = parse_arguments(words);
  if (const auto* error = std::get_if<UsageError>(&result)) FAIL(error->message);
  REQUIRE(std::holds_alternative<Arguments>(result));
  return std::get<Arguments>(result);
}
UsageError refused(const std::vector<std::string>& words) {
  auto result = parse_arguments(words);
  REQUIRE(std::holds_alternative<UsageError>(result));
  return std::get<UsageError>(result);
}
}  // namespace

TEST_CASE("options may stand before the verb, after it and between its arguments", "[commands]") {
  const auto before = parsed({"--json", "-C", "/tmp", "create", "env", "torch", "--gpu", "RTX 5090"});
  CHECK(before.verb == "create");
  CHECK(before.json);
  CHECK(before.directory == "/tmp");
  CHECK(before.positionals == std::vector<std::string>{"env", "torch"});
  const auto between =
      parsed({"create", "env", "--without-index", "pytorch", "torch", "--framework-index", "a=b", "torchvision", "-y"});
  CHECK(between.positionals == std::vector<std::string>{"env", "torch", "torchvision"});
  CHECK(between.without_indexes == std::vector<std::string>{"pytorch"});
  CHECK(between.yes);
}

TEST_CASE("every verb explains itself and lists the options of its row", "[commands]") {
  for (const auto& verb : verbs()) {
    INFO(verb.name);
    const auto result = parse_arguments({std::string(verb.name), "--help"});
    REQUIRE(std::holds_alternative<ShowText>(result));
    const auto& text = std::get<ShowText>(result).text;
    CHECK(text.find("--json") != std::string::npos);
    Arguments unused;
    const auto options = options_of(verb, unused);
    for (const auto& option : options.all())
      CHECK(text.find(option.names.substr(
                option.names.find("--") == std::string::npos ? 0 : option.names.find("--"))) != std::string::npos);
  }
}

TEST_CASE("a command line that cannot be meant is refused with a way out", "[commands]") {
  CHECK(refused({"docter"}).hint.find("kenv doctor") != std::string::npos);
  CHECK(refused({"create"}).hint.find("ENV [REQUIREMENT...]") != std::string::npos);
  CHECK(refused({"doctor", "a", "b"}).message.find("`b`") != std::string::npos);
  CHECK(refused({"fix", "--no-such-option"}).hint.find("kenv fix --help") != std::string::npos);
  CHECK(refused({"fix", "--try", "many"}).message.find("many") != std::string::npos);
  CHECK(refused({"resolve", "torch", "--gpu", ""}).message.find("empty") != std::string::npos);
  CHECK(refused({"create", "env", ""}).message.find("empty") != std::string::npos);
  CHECK(refused({"fix", "--color", "blue"}).message.find("blue") != std::string::npos);
  CHECK(refused({"--json"}).hint.find("--help") != std::string::npos);
}

TEST_CASE("a script that asked for JSON gets it on a faulty line too", "[commands]") {
  CHECK(json_wanted({"docter", "--json"}));
  CHECK_FALSE(json_wanted({"create", "env", "--", "--json"}));
}

TEST_CASE("slips in options are refused with what was probably meant", "[commands]") {
  CHECK(refused({"doctor", "--gpus", "x"}).message == "`kenv doctor` has no option `--gpus`");
  CHECK(refused({"doctor", "--gpus=x"}).hint == "did you mean `--gpu`?");
  CHECK(refused({"resolve", "torch", "--gpu"}).message == "--gpu needs a value: --gpu GPU");
  CHECK(refused({"resolve", "torch", "--gpu", "--json"}).message == "--gpu: a value is missing: `--json` is an option");
  CHECK(refused({"resolve", "torch", "--as", "docker"}).message ==
        "--as: `docker` is none of pip, uv, requirements, pyproject-uv, dockerfile, conda; did you mean dockerfile?");
}

TEST_CASE("a usage error says whose command line it is, where that is known", "[commands]") {
  CHECK(refused({"create"}).verb == "create");
  CHECK(refused({"resolve", "x", "--bogus", "--json"}).verb == "resolve");
  CHECK(refused({"fix", "--try", "many"}).verb == "fix");
  CHECK(refused({"docter", "--json"}).verb.empty());
}

TEST_CASE("the history gets the command line without passwords", "[commands]") {
  const auto line =
      command_line(parsed({"create", "env", "demo @ http://u:s3cret@host/demo.whl", "--index",
                           "https://u:s3cret@host/simple", "--framework-index", "pytorch=https://u:s3cret@host/whl"}));
  CHECK_THAT(line, !Catch::Contains("s3cret") && Catch::Contains("host/demo.whl") &&
                       Catch::Contains("pytorch=https://****@host/whl"));
}
