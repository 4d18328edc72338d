// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "fake_index.hpp"

namespace kenv::resolvers::testing {

/// A resolution written down as text (tests/scenarios/resolver/*.txt), one statement a line:
///
///   python 3.9.1                        the interpreter (3.11.9 if not said)
///   glibc 2.31                          of the system (2.39 if not said)
///   have a 1.0 [tags=T] [python=S] [yanked] [source]
///     needs b>=2                        of the line above
///   ask a[x]>=1 · constrain b<3 · install | fix · change a · drop a · allow-remove
///   installed b 1.0 [requested]         with needs below it
///   expect a==1.0 b==2.0                what is installed in the end: exactly these
///   fails WORDS                         there is no solution, and the explanation holds these words
///   advises WORDS                       what is said to help holds these words
///   notes WORDS                         the plan holds a note with these words
///   damaged a 1.0                       the METADATA of that wheel cannot be read
///   silent WORDS                        no note holds them; of a failure: neither the explanation nor the hint
struct Scenario {
  Request request = request_for();
  FakeIndexes indexes;
  std::map<std::string, std::string> expected;
  std::vector<std::string> fails, advises, notes, silent;
  bool satisfiable = true;
};

Scenario read_scenario(std::string_view text);

}  // namespace kenv::resolvers::testing
