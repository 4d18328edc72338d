// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/advice.hpp"

#include <fmt/format.h>

#include "python/location.hpp"
#include "resolvers/explain/python_advice.hpp"

namespace kenv::resolvers {

// From what helps most surely to what helps in general.
Advice advice(const Grounds& grounds, const Request& request) {
  const auto failed_on = [&](const char* rule) { return grounds.rules.contains(rule); };
  if (failed_on("hash"))
    return {
        !request.hashes.contains(grounds.rules.at("hash").list->name)
            ? "every package needs a digest that you vouch for, what others require included: `kenv lock` writes them "
              "all"
            : "compare the digest with the one that the project's publisher states before you change it: the file may "
              "have been replaced"};
  if (!grounds.bound.empty())
    return {
        fmt::format("{} is taken from where --find-links lists it, and no index is asked for it; to take it from the "
                    "index: --without-index find-links",
                    grounds.bound)};
  if (grounds.nowhere)
    return {"check the spelling, or name a source that has it: --index URL or --find-links DIR", true};
  if (!grounds.yanked.empty())
    return {"its project has withdrawn it; it is taken only where exactly it is asked for: " + grounds.yanked};
  if (failed_on("python")) return {python_advice(grounds.rules.at("python"), request)};
  if (failed_on("platform") || failed_on("wheel")) {
    const auto& list = failed_on("platform") ? grounds.rules.at("platform").list : grounds.rules.at("wheel").list;
    return {
        fmt::format("other versions may have a wheel; or have one built (pip wheel {0}) and name its folder: "
                    "--find-links DIR",
                    list->name.text())};
  }
  if (!grounds.address.empty())
    return {"check the address, where the requirement is written: " + python::without_secrets(grounds.address)};
  if (grounds.damaged) return {"ask for another version; if that file is damaged, tell its project"};
  if (!grounds.others) return {"change one of the requirements that are named: all of them are your own"};
  return {"ask for other versions of what is named, or overrule a package's requirement: --override FILE"};
}

}  // namespace kenv::resolvers
