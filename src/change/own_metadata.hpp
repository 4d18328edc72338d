// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "change/fetch.hpp"
#include "report/reporter.hpp"
#include "resolvers/advance.hpp"

// What an index serves as a wheel's METADATA, beside it (PEP 658), is what a plan rests on; the wheel itself has the
// last word, and is known only when it was fetched.
namespace kenv::change {

/// A wheel that asks for something else than the plan was made by.
struct MisstatedWheel {
  resolvers::MetadataAnswer own;
  std::string what;  ///< a sentence: who said what of which wheel, and what the wheel says
};

/// Of the wheels at hand those whose own METADATA means something else for this request.
std::vector<MisstatedWheel> misstated_wheels(const plan::Plan& plan, const FetchedWheels& wheels,
                                             const resolvers::Resolution& resolution,
                                             const resolvers::Request& request);

/// Tells of them, and lets the resolution know what the wheels say: its next plan rests on that.
void set_right(resolvers::Resolution& resolution, std::vector<MisstatedWheel> wheels, report::Reporter& reporter);

}  // namespace kenv::change
