// SPDX-License-Identifier: Apache-2.0
#include "change/take_over.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "change/direct_url.hpp"
#include "change/direct_wheels.hpp"
#include "change/requests.hpp"
#include "index/local_index.hpp"
#include "io/files.hpp"
#include "io/surroundings.hpp"
#include "resolvers/dependencies/project_candidates.hpp"
#include "resolvers/dependencies/wheel_choice.hpp"
#include "resolvers/installed.hpp"

namespace kenv::change {
namespace {

/// What environments have in order to be built up; pip's own freeze leaves the same ones out.
bool is_build_tool(const python::PackageName& name) {
  return name.text() == "pip" || name.text() == "setuptools" || name.text() == "wheel";
}

std::string why_not_by_name(const venv::InstalledDistribution& distribution) {
  if (distribution.editable) return "it is an editable installation of a folder";
  if (distribution.kind == venv::InstalledDistribution::Kind::EggLink)
    return "it is an editable installation of a folder";
  if (!distribution.version) return "its version `" + distribution.version_text + "` is none of the standard";
  // On an index anybody could have the name of what came from elsewhere.
  if (auto why = why_no_wheel_again(distribution.direct_url); !why.empty()) return why;
  const auto direct = read_direct_url(distribution.direct_url);
  const auto file = direct ? index::local_path(direct->url) : std::nullopt;
  return file && !io::exists(*file) ? fmt::format("the wheel that it was installed from, {}, is gone", file->string())
                                    : "";
}

/// Parts of a framework (nvidia-*, triton) come with the build that is chosen now.
bool is_part_of_framework(const python::PackageName& name, const manifest::Catalog& catalog) {
  if (catalog.family_of(name.text()) != nullptr) return false;
  return std::ranges::any_of(catalog.frameworks,
                             [&](const auto& framework) { return resolvers::is_member(framework.members, name); });
}

/// The packages that the others do not bring along.
std::vector<python::PackageName> top_level(const std::vector<resolvers::InstalledPackage>& packages,
                                           const resolvers::Request& about, const manifest::Catalog& catalog) {
  resolvers::Request request = about;
  request.installed = packages;
  std::vector<python::PackageName> asked = resolvers::InstalledPackages(request, catalog).top_level();
  for (auto& package : request.installed) package.requested = false;
  const auto unneeded = resolvers::InstalledPackages(request, catalog).top_level();
  std::erase_if(asked, [&](const auto& name) {
    return is_part_of_framework(name, catalog) && std::ranges::find(unneeded, name) == unneeded.end();
  });
  return asked;
}

/// Why nothing of this page can be installed; empty if something can.
std::string why_no_wheel(const python::ProjectPage& page, const python::PackageName& name, const std::string& source,
                         const resolvers::Request& request) {
  if (page.files.empty())
    return fmt::format("{} has {} of it", source, page.other_files > 0 ? "only sources" : "nothing");
  const resolvers::Target target{python::SupportedTags::for_interpreter(request.tags), request.python_version};
  const auto wheels = resolvers::choose_wheels(page, name, target, {});
  if (wheels.empty()) return fmt::format("{} has no wheel of it", source);
  for (const auto& [version, wheel] : wheels)
    if (wheel.rule.empty()) return "";
  const auto& [newest, wheel] = wheels.front();
  return fmt::format("{} has no wheel of it that can be taken; the newest, {}, {}", source, newest.text(),
                     wheel.reason);
}

/// Those of which the source that serves them has no wheel that fits, with the reason. A framework's builds are judged
/// elsewhere.
std::map<python::PackageName, std::string> without_wheel(const std::vector<python::PackageName>& names,
                                                         const resolvers::Request& request,
                                                         const manifest::Catalog& catalog, index::IndexClient& index) {
  std::vector<index::PageRequest> pages;
  std::map<python::PackageName, std::string> missing;
  for (const auto& name : names) {
    if (catalog.family_of(name.text()) != nullptr || is_part_of_framework(name, catalog)) continue;
    const std::string place = resolvers::page_of(name, request, catalog).index;
    if (auto why = resolvers::why_not_asked(place, request); !why.empty())
      missing[name] = std::move(why);
    else
      pages.push_back({place, "", name});
  }
  const auto answers = index.pages(pages);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const auto* page = std::get_if<python::ProjectPage>(&answers[i]);
    const auto* silent = std::get_if<index::Unreachable>(&answers[i]);
    if (silent != nullptr && silent->refused)
      missing[pages[i].name] = fmt::format("{} has nothing of it: {}", pages[i].index, silent->reason);
    else if (page != nullptr)
      if (auto why = why_no_wheel(*page, pages[i].name, pages[i].index, request); !why.empty())
        missing[pages[i].name] = std::move(why);
  }
  return missing;
}

}  // namespace

std::vector<LeftBehind> take_over(const EnvironmentFacts& old, resolvers::Request& request,
                                  const manifest::Catalog& catalog, index::IndexClient& index) {
  std::vector<LeftBehind> left;
  std::set<python::PackageName> out, given;
  for (const auto& root : request.roots) given.insert(root.name);
  for (const auto& distribution : old.contents.installed) {
    if (is_build_tool(distribution.name))
      out.insert(distribution.name);
    else if (auto why = why_not_by_name(distribution); !why.empty() && out.insert(distribution.name).second)
      left.push_back({distribution.name.text(), distribution.version_text, std::move(why)});
  }
  std::set<python::PackageName> settled = out;
  settled.insert(given.begin(), given.end());
  const auto direct = direct_wheels(old.contents.installed, settled, index);
  const std::string origin = "taken over from " + old.environment.root.string();
  resolvers::Request installed;
  add_installed(installed, old.facts);
  // What only something left behind needed counts as asked for: it is what that is used with. So one that turns out not
  // to be had lets others take its place.
  for (bool again = true; again;) {
    std::erase_if(installed.installed, [&](const auto& package) { return out.contains(package.name); });
    std::vector<python::PackageName> names = top_level(installed.installed, request, catalog);
    std::erase_if(names, [&](const auto& name) { return given.contains(name); });
    std::vector<python::PackageName> by_name;
    std::ranges::copy_if(names, std::back_inserter(by_name), [&](const auto& name) { return !direct.contains(name); });
    const auto missing = without_wheel(by_name, request, catalog, index);
    for (const auto& [name, why] : missing) {
      out.insert(name);
      const auto version =
          std::ranges::find(installed.installed, name, &resolvers::InstalledPackage::name)->version.text();
      left.push_back({name.text(), version, why});
    }
    again = !missing.empty();
    if (again) continue;
    for (const auto& name : names) {
      auto& root = request.roots.emplace_back();
      root.name = name;
      if (const auto url = direct.find(name); url != direct.end()) root.url = url->second;
      request.stated_at.emplace(root.to_text(), origin);
    }
    // What only others need comes from where it came from, too.
    for (const auto& [name, url] : direct) {
      if (out.contains(name) || given.contains(name) || std::ranges::find(names, name) != names.end()) continue;
      if (catalog.family_of(name.text()) != nullptr || is_part_of_framework(name, catalog)) continue;
      auto& constraint = request.constraints.emplace_back();
      constraint.name = name;
      constraint.url = url;
      request.stated_at.emplace(constraint.to_text(), origin);
    }
  }
  for (const auto& package : installed.installed) request.preferred.emplace(package.name, package.version);
  std::ranges::sort(left, {}, &LeftBehind::name);
  return left;
}

venv::Interpreter interpreter_like(const EnvironmentFacts& old) {
  const venv::QueryOptions options{.cache_directory = io::cache_directory() / "interpreters"};
  const bool own_base =
      old.environment.kind == venv::EnvironmentKind::Virtual || old.environment.kind == venv::EnvironmentKind::Base;
  if (own_base && old.interpreter) return venv::query_interpreter(old.interpreter->base_executable, options);
  std::string minor = old.environment.python_minor;
  if (old.interpreter)
    minor = old.interpreter->version.release_at(0).text() + "." + old.interpreter->version.release_at(1).text();
  return venv::find_interpreter(minor, options);
}

}  // namespace kenv::change
