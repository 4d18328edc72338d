// SPDX-License-Identifier: Apache-2.0
#include "change/requests.hpp"
#include "support/catch.hpp"

using namespace kenv;

TEST_CASE("what is installed counts as installed, also with a version that is outside of the standard") {
  snapshot::Environment environment;
  const auto add = [&](const char* name, const char* version) {
    auto& package = environment.packages.emplace_back();
    package.name = name;
    package.version = version;
  };
  add("Old_Times", "2004d");
  add("twice", "1.0-SNAPSHOT");  // an upgrade that was interrupted
  add("twice", "1.0");
  add("plain", "1.0");
  add("empty", "");
  resolvers::Request request;
  change::add_installed(request, environment);
  std::vector<std::string> found;
  for (const auto& package : request.installed) found.push_back(package.name.text() + " " + package.version_text());
  CHECK(found == std::vector<std::string>{"twice 1.0", "plain 1.0", "old-times 2004d", "twice 1.0-SNAPSHOT"});
  CHECK_FALSE(request.installed[2].satisfies({}));
  CHECK(request.installed[1].satisfies({}));
}
