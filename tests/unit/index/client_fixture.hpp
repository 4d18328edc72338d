// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "index/index_client.hpp"
#include "index/local_index.hpp"
#include "io/process.hpp"
#include "support/bad_server.hpp"
#include "support/catch.hpp"
#include "support/nginx.hpp"
#include "support/recording_reporter.hpp"
#include "support/wheel_builder.hpp"

namespace kenv::index::test_support {

namespace fs = std::filesystem;

inline http::ClientOptions quick(const IndexSettings& settings = {}) {
  http::ClientOptions options = settings.client_options();
  options.first_delay = std::chrono::milliseconds(1);
  options.retries = 1;
  return options;
}

inline python::PackageName name(const std::string& text) { return python::PackageName::from_normal(text); }

inline test::WheelBuilder demo(const std::string& version) {
  test::WheelBuilder wheel("demo", version);
  wheel.more_metadata = "Requires-Python: >=3.8\nRequires-Dist: other>=1\n";
  wheel.file("demo/__init__.py", "x = 1\n");
  return wheel;
}

struct Fixture {
  io::TemporaryDirectory folder;
  test::RecordingReporter reporter;
  std::int64_t now = 1'000'000'000;
  IndexSettings settings;
  fs::path wheels = folder.path() / "w", served = folder.path() / "served", cache = folder.path() / "cache";

  Fixture() {
    io::make_directories(wheels);
    for (const char* version : {"1.0", "1.1+cu1"}) demo(version).write(wheels);
  }

  /// Makes the index that tests/support/make_index.py makes of the wheels.
  void publish() {
    io::Command command;
    command.arguments = {"python3", KENV_SOURCE_DIR "/tests/support/make_index.py", wheels.string(), served.string()};
    const auto result = io::run(command);
    INFO(result.error_output);
    REQUIRE(result.ok());
  }

  PageAnswer page(const std::string& project, const std::string& index = "pypi", const std::string& variant = "") {
    http::Client client(quick(settings));
    IndexClient index_client(settings, client, cache, reporter, [this] { return now; });
    const PageRequest request{index, variant, name(project)};
    return std::move(index_client.pages(std::span(&request, 1)).front());
  }

  std::set<python::PackageName> linked() {
    http::Client client(quick(settings));
    return IndexClient(settings, client, cache, reporter, [this] { return now; }).linked_projects();
  }

  MetadataAnswer metadata(const python::ProjectFile& file) {
    http::Client client(quick(settings));
    IndexClient index_client(settings, client, cache, reporter, [this] { return now; });
    const MetadataRequest request{"pypi", file};
    return std::move(index_client.metadata(std::span(&request, 1)).front());
  }
};

inline std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

inline python::ProjectPage page_of(PageAnswer answer) {
  if (const auto* failed = std::get_if<Unreachable>(&answer)) FAIL(failed->reason);
  return std::get<python::ProjectPage>(std::move(answer));
}

inline python::CoreMetadata metadata_of(MetadataAnswer answer) {
  if (const auto* failed = std::get_if<Unreachable>(&answer)) FAIL(failed->reason);
  if (const auto* failed = std::get_if<UnusableMetadata>(&answer)) FAIL(failed->reason);
  return std::get<python::CoreMetadata>(std::move(answer));
}

}  // namespace kenv::index::test_support
