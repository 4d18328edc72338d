// SPDX-License-Identifier: Apache-2.0
#include "python/specifier.hpp"

#include "support/catch.hpp"

using namespace kenv::python;

namespace {

Version parsed_version(std::string_view text) { return Version::parse(text).value(); }
SpecifierSet set(std::string_view text) { return SpecifierSet::parse(text).value(); }

std::vector<std::string> filtered(std::string_view specifier, std::initializer_list<const char*> candidates) {
  std::vector<Version> versions;
  for (const char* candidate : candidates) versions.push_back(parsed_version(candidate));
  std::vector<std::string> out;
  for (const Version& kept : filter(set(specifier), versions)) out.push_back(kept.text());
  return out;
}

struct SpecifierRow {
  const char* specifier;
  const char* candidate;
  bool accepted;
};

}  // namespace

TEST_CASE("a clause accepts what PEP 440 says it accepts") {
  const SpecifierRow table[] = {
      // A pin without a local part is met by every build of that version: the root of most confusion about torch.
      {"==2.8.0", "2.8.0+cu128", true},
      {"==2.8.0", "2.8.0+cpu", true},
      {"==2.8.0", "2.8", true},
      {"==2.8.0+cu128", "2.8.0+cu128", true},
      {"==2.8.0+cu128", "2.8.0", false},
      {"==2.8.0+cu128", "2.8.0+cu126", false},
      {"!=2.8.0", "2.8.0+cu128", false},
      {"!=2.8.0+cu128", "2.8.0+cpu", true},
      {"===2.8.0", "2.8.0+cu128", false},
      {"===2.8.0+CU128", "2.8.0+cu128", true},
      // Prefixes
      {"==2.8.*", "2.8", true},
      {"==2.8.*", "2.8.1+cu128", true},
      {"==2.8.*", "2.8.0rc1", true},
      {"==2.8.*", "2.80", false},
      {"==2.8.*", "1!2.8", false},
      {"!=2.8.*", "2.8.1", false},
      {"==2.0.*", "2", true},
      // Compatible releases
      {"~=2.7", "2.10", true},
      {"~=2.7", "3.0", false},
      {"~=2.7.1", "2.7.9+cu128", true},
      {"~=2.7.1", "2.8", false},
      {"~=2.7.1", "2.7.0", false},
      {"~=2.7.1rc1", "2.7.1rc2", true},
      // Ordered comparisons look at the public part only
      {"<=2.8.0", "2.8.0+cu128", true},
      {">=2.8.0", "2.8.0+cu128", true},
      {">2.8.0", "2.8.0+cu128", false},
      {">2.8.0", "2.8.0.post1", false},
      {">2.8.0", "2.8.1", true},
      {">2.8.0.post1", "2.8.0.post2", true},
      {">2.8.0a1", "2.8.0.post1", true},
      {">2.8.0a1", "2.8.0a1.post1", false},
      {"<3.0", "3.0rc1", false},
      {"<3.0", "3.0.dev20260101", false},
      {"<3.0", "2.9rc1", true},
      {"<3.0rc2", "3.0rc1", true},
      {"<3.0.post1", "3.0rc1", true},
      {"<3.0.post1", "3.0.post1.dev1", false},
      // White space and empty clauses
      {" >= 1.0 , < 2 ,", "1.5", true},
      {"", "0.1", true},
  };
  for (const SpecifierRow& row : table) {
    INFO(row.specifier << " on " << row.candidate);
    CHECK(set(row.specifier).contains(parsed_version(row.candidate)) == row.accepted);
  }
}

TEST_CASE("what is no specifier is refused") {
  for (const char* damaged :
       {"1.0", "=1.0", "==", ">= ", "~=1", "~=1.0.*", ">=1.0.*", ">=1.0+cu128", "~=1.0+5", "==1.0rc1.*", "==1.0+a.*",
        "==1.0.*.1", "==1.0.*+5", "== 1 .*", "==1.0 >=2", "=== a b", "=<1", "==1.0;", "==*"}) {
    INFO(damaged);
    CHECK(!SpecifierSet::parse(damaged));
  }
}

TEST_CASE("a refusal says where the specifier goes wrong") {
  const auto problem = SpecifierSet::parse(">=1.0, >=2.0+cu128").error();
  CHECK(problem.where.column == 13);
  CHECK(problem.message ==
        "expected no local version, which may stand only after == and !=, at column 13 of \">=1.0, >=2.0+cu128\"");
}

TEST_CASE("arbitrary equality compares the candidate as it is spelled, case ignored") {
  CHECK(set("===1.01").contains(parsed_version("1.01"), "1.01"));
  CHECK(!set("===1.01").contains(parsed_version("1.01")));  // its normal form is 1.1
  CHECK(set("===1.0RC1").contains(parsed_version("1.0rc1")));
}

TEST_CASE("pre-releases are left out unless they are named or nothing else fits") {
  using Versions = std::vector<std::string>;
  CHECK(filtered(">=1.0", {"1.0", "1.1a1", "0.9"}) == Versions{"1.0"});
  CHECK(filtered(">=1.1a1", {"1.0", "1.1a1", "1.2"}) == Versions{"1.1a1", "1.2"});
  CHECK(filtered(">1.0", {"1.0", "1.1a1"}) == Versions{"1.1a1"});
  CHECK(filtered("!=1.0a1", {"1.0", "1.1a1"}) == Versions{"1.0"});
  CHECK(filtered(">=3", {"1.0"}).empty());
}

TEST_CASE("only one exact clause is a pin") {
  for (const char* pin : {"==1.0", "===1.0", "==1.0+cu128"}) CHECK(set(pin).pins_exactly());
  for (const char* range : {"", "==1.*", ">=1.0", "==1.0,!=2.0", "~=1.0"}) CHECK(!set(range).pins_exactly());
}

TEST_CASE("a set is written without spaces in the order in which it was read") {
  CHECK(set(" >= 2.1 , <3 ,== 2.* ").to_text() == ">=2.1,<3,==2.*");
}
