// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "resolvers/advance.hpp"

// Indexes held in memory, and a driver that answers a resolution from them, as src/change does from real ones.
namespace kenv::resolvers::testing {

struct FakeFile {
  std::string version;
  std::vector<std::string> needs;
  std::string tags = "py3-none-any";
  std::string requires_python;
  bool yanked = false, source_only = false;
  std::string yanked_reason{};
  std::set<std::string> extras{};  ///< Provides-Extra
  std::string sha256{};            ///< hexadecimal; many indexes state it
  std::optional<std::uint64_t> size{};
  std::vector<Digest> other_digests{};
};

class FakeIndexes {
 public:
  /// Adds a file to a part of an index ("pypi", "pytorch/cu128").
  void add(const std::string& part, const std::string& project, const FakeFile& file);
  /// A wheel that no index lists.
  void add_file(const std::string& url, const std::string& project, const FakeFile& file);
  void make_unreachable(const std::string& index) { unreachable_.insert(index); }
  /// The server forbids the index's pages, as a proxy does (HTTP 403).
  void forbid(const std::string& index) { forbidden_.insert(index); }
  /// The index stops answering when it is asked for this file's METADATA.
  void silence_metadata(const std::string& filename) { silent_.insert(filename); }
  void damage_metadata(const std::string& filename) { damaged_.insert(filename); }

  struct Trace {
    std::vector<std::string> projects, metadata;  ///< "pytorch/cu128/torch", file names, in the order of asking
    int rounds = 0;
  };
  /// Runs to the end. `shuffle` other than 0 answers in another order.
  std::variant<plan::Plan, NoSolution> run(Resolution& resolution, unsigned shuffle = 0, Trace* trace = nullptr) const;
  std::variant<plan::Plan, NoSolution> run(Request request, const manifest::Catalog& catalog, unsigned shuffle = 0,
                                           Trace* trace = nullptr) const;

 private:
  std::map<std::string, std::map<std::string, python::ProjectPage>> parts_;
  std::map<std::string, python::CoreMetadata> metadata_;
  std::set<std::string> unreachable_, forbidden_, damaged_, silent_;
};

python::Requirement requirement(const std::string& text);
python::PackageName name(const std::string& text);
python::Version version(const std::string& text);

/// Linux x86_64, glibc 2.39, this Python, nothing asked.
Request request_for(const std::string& python_version = "3.11.9");
InstalledPackage installed(const std::string& package, const std::string& version,
                           const std::vector<std::string>& needs = {}, bool requested = false,
                           const std::string& variant = "");

/// What the plan leaves installed: name -> version.
std::map<std::string, std::string> outcome(const plan::Plan& plan);
const plan::Step* step_of(const plan::Plan& plan, const std::string& package);
bool mentions(const std::vector<plan::Rejection>& rejections, const std::string& candidate, const std::string& rule,
              const std::string& reason = "");

}  // namespace kenv::resolvers::testing
