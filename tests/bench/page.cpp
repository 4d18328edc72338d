// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <ctime>

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "index/index_client.hpp"
#include "io/files.hpp"
#include "report/reporter.hpp"
#include "support/nginx.hpp"

// How long the index client needs for a project page of some megabytes: the first time from an nginx on loopback, with
// and without gzip, and then from the cache. Each figure is the fastest of the rounds, beside the
// slowest and the least time of the processor, which other programs on the machine disturb less.
// usage: bench_page [MEGABYTES [ROUNDS]]
using namespace kenv;

namespace {

/// A page as large indexes serve them: three files a version, every field filled in.
std::string make_page(std::size_t bytes) {
  constexpr const char* kTags[] = {"cp310-cp310-manylinux_2_17_x86_64.manylinux2014_x86_64",
                                   "cp311-cp311-macosx_11_0_arm64", "cp312-cp312-win_amd64"};
  std::string out = R"({"meta":{"api-version":"1.4","_last-serial":1},"name":"demo-project","versions":[],"files":[)";
  for (unsigned i = 0; out.size() < bytes; ++i) {
    const std::string digest = sha256(std::to_string(i)).hex();
    const std::string name =
        fmt::format("demo_project-{}.{}.{}-{}.whl", i / 1200, i / 60 % 20, i / 3 % 20, kTags[i % 3]);
    out += fmt::format(
        R"({}{{"core-metadata":{{"sha256":"{}"}},"data-dist-info-metadata":{{"sha256":"{}"}},"filename":"{}",)"
        R"("hashes":{{"sha256":"{}"}},"provenance":null,"requires-python":">=3.10","size":{},)"
        R"("upload-time":"2026-10-01T12:34:56.789012Z","url":"https://files.example/packages/{}/{}/{}/{}","yanked":false}})",
        i == 0 ? "" : ",", digest, digest, name, digest, 1'000'000 + i, digest.substr(0, 2), digest.substr(2, 2),
        digest.substr(4), name);
  }
  return out + "]}";
}

struct Time {
  double elapsed = 0, processor = 0;  // milliseconds
};

struct Figures {
  double fastest = 1e9, slowest = 0, processor = 1e9;
  void add(Time time) {
    fastest = std::min(fastest, time.elapsed);
    slowest = std::max(slowest, time.elapsed);
    processor = std::min(processor, time.processor);
  }
};

/// The time of one answer, by a client of its own as a run of kenv has it; the number of files for the check.
Time ask(const std::string& url, const std::filesystem::path& cache, std::size_t& files) {
  index::IndexSettings settings;
  settings.default_index.value = url + "/simple";
  report::SilentReporter reporter;
  http::Client client(settings.client_options());
  index::IndexClient index(settings, client, cache, reporter);
  const index::PageRequest request{"pypi", "", python::PackageName::from_normal("demo-project")};
  const std::clock_t processor = std::clock();
  const auto start = std::chrono::steady_clock::now();
  const auto answers = index.pages(std::span(&request, 1));
  const double elapsed = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  files = std::get<python::ProjectPage>(answers.front()).files.size();
  return {elapsed, static_cast<double>(std::clock() - processor) * 1000 / CLOCKS_PER_SEC};
}

void measure(const char* what, const std::filesystem::path& root, bool gzip, int rounds) {
  const test::Nginx server(root, {.gzip = gzip});
  Figures first, cached;
  std::size_t files = 0;
  for (int i = 0; i < rounds; ++i) {
    io::TemporaryDirectory cache;
    first.add(ask(server.url(), cache.path(), files));
    cached.add(ask(server.url(), cache.path(), files));
  }
  fmt::print("{:<6} {} files   first time {:.0f} to {:.0f} ms (processor {:.0f})   ", what, files, first.fastest,
             first.slowest, first.processor);
  fmt::print("from the cache {:.1f} to {:.1f} ms (processor {:.1f})\n", cached.fastest, cached.slowest,
             cached.processor);
}

}  // namespace

int main(int count, char** words) {
  const std::size_t megabytes = count > 1 ? text::parse_unsigned(words[1]).value_or(40) : 40;
  const int rounds = count > 2 ? static_cast<int>(text::parse_unsigned(words[2]).value_or(5)) : 5;
  io::TemporaryDirectory root;
  io::make_directories(root.path() / "simple/demo-project");
  const std::string page = make_page(megabytes * 1'000'000);
  io::write_text(root.path() / "simple/demo-project/index.json", page);
  fmt::print("a page of {}, {} rounds\n", text::human_bytes(page.size()), rounds);
  measure("plain", root.path(), false, rounds);
  measure("gzip", root.path(), true, rounds);
}
