// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>

#include "fake_index.hpp"
#include "plan/plan_json.hpp"
#include "support/catch.hpp"
#include "torch_like.hpp"

// The same inputs give the same plan, byte for byte, in whatever order, portions and haste the answers come.
namespace kenv::resolvers::testing {
namespace {

constexpr unsigned kOrders = 8;

std::string text_of(const std::variant<plan::Plan, NoSolution>& result) {
  if (const auto* plan = std::get_if<plan::Plan>(&result)) return plan::to_json(*plan).dump(1);
  const auto& none = std::get<NoSolution>(result);
  std::string text = none.explanation;
  for (const auto& one : none.rejections) text += "\n" + plan::to_json(one).dump();
  return text;
}

/// Runs in many orders; the text that all of them gave.
std::string same_for_all(const FakeIndexes& indexes, const Request& request, const manifest::Catalog& catalog) {
  const std::string expected = text_of(indexes.run(request, catalog));
  for (unsigned order = 1; order <= kOrders; ++order) {
    const std::string found = text_of(indexes.run(request, catalog, order));
    if (found == expected) continue;
    INFO("order " << order);
    CHECK(found == expected);
    break;
  }
  return expected;
}

/// Packages that need each other at random, with extras, pre-releases, yanked and damaged files among them.
FakeIndexes random_universe(std::mt19937& random, int packages, int versions) {
  const auto below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  FakeIndexes indexes;
  for (int package = 0; package < packages; ++package)
    for (int number = 1; number <= versions; ++number) {
      FakeFile file{fmt::format("{}.{}{}", number, below(3), below(7) == 0 ? "rc1" : ""), {}};
      for (int need = below(4); need > 0; --need) {
        const int other = below(packages);
        const char* extra = below(4) == 0 ? "[x]" : "";
        const char* condition = below(5) == 0 ? "; extra == 'x'" : "";
        const int bound = 1 + below(versions);
        const char* const comparisons[] = {">=", "<=", "==", "=="};
        const char* comparison = comparisons[below(4)];
        const char* any_patch = comparison[0] == '=' ? ".*" : "";
        file.needs.push_back(fmt::format("p{}{}{}{}{}{}", other, extra, comparison, bound, any_patch, condition));
      }
      file.yanked = below(10) == 0;
      indexes.add("pypi", fmt::format("p{}", package), file);
      if (below(12) == 0) indexes.damage_metadata(fmt::format("p{}-{}-py3-none-any.whl", package, file.version));
    }
  return indexes;
}

}  // namespace

TEST_CASE("Random universes end the same in every order of answers") {
  const manifest::Catalog nothing;
  int solved = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const auto indexes = random_universe(random, 12, 8);
    Request request = request_for();
    request.roots = {requirement("p0"), requirement("p1[x]"), requirement("p2>=3")};
    if (seed % 3 == 0) request.constraints = {requirement("p3<5")};
    if (seed % 5 == 0) request.overrides = {requirement("p4>=2")};
    solved += same_for_all(indexes, request, nothing).starts_with("{") ? 1 : 0;
  }
  CHECK(solved > 3);
  CHECK(solved < 20);
}

TEST_CASE("A framework with builds on two indexes ends the same in every order of answers") {
  const auto catalog = torch_catalog();
  for (const auto& gpus : {std::vector{rtx_5090()}, std::vector{gtx_1080_ti()}, std::vector{v100(), rtx_5090(1)},
                           std::vector{gtx_1080_ti(), rtx_5090(1)}, std::vector<TargetGpu>{}}) {
    INFO((gpus.empty() ? "no GPU" : gpus.front().name));
    same_for_all(torch_indexes(true), torch_request(gpus), catalog);
    FakeIndexes half = torch_indexes(true);
    half.make_unreachable("pytorch");
    same_for_all(half, torch_request(gpus), catalog);
  }
}

}  // namespace kenv::resolvers::testing
