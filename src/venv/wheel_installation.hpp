// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "store/stored_wheel.hpp"
#include "store/tree.hpp"
#include "venv/layout.hpp"

// Installing a wheel as a function of values: which member goes where and which files are made. Nothing is written
// here.
namespace kenv::venv {

/// What the mapping looks at of an unpacked wheel.
struct WheelContents {
  struct Member {
    std::string_view path;  ///< in the wheel; a folder's ends with "/". The text is the caller's
    std::uint64_t size = 0;
    bool executable = false;
  };

  std::string file_name;  ///< for messages
  Sha256Digest digest;
  std::vector<Member> members;
  /// The content of a member, or its first bytes if it is longer than `at_most`.
  std::function<std::string(std::string_view member, std::uint64_t at_most)> read;
};

struct InstallOptions {
  bool requested = false;       ///< asked for by name, not as a dependency: gets a REQUESTED file
  std::string direct_url_json;  ///< PEP 610, for wheels named by path or URL; empty for those of an index
  fs::path python;              ///< for the first line of scripts; empty: the layout's
};

/// The files of an installed wheel, RECORD last. Folders are implied by the paths. Throws Error(VerificationFailed) for
/// a wheel that wants to leave the environment, to replace its interpreter, or that breaks the format.
std::vector<store::TreeEntry> installation_of(const WheelContents& wheel, const Layout& layout,
                                              const InstallOptions& options = {});

/// The same of a wheel in the store; its RECORD, WHEEL, entry points and scripts are read from there.
std::vector<store::TreeEntry> installation_of(const store::StoredWheel& wheel, const Layout& layout,
                                              const InstallOptions& options = {});

/// The entries of one package, for the comparison of several.
struct PackageFiles {
  std::string package;
  std::vector<store::TreeEntry> entries;
};

/// A path that two packages want with different content (or one as a file, the other as a folder).
struct Collision {
  std::string path, first, second;  ///< the packages' names
  bool operator==(const Collision&) const = default;
};

/// Whether the path lies in what wheels bring to the top of site-packages by mistake and nobody imports: "tests",
/// "docs", "examples", a licence. Many do, with different content; who of them has it does not matter.
bool is_incidental(std::string_view path);

/// Equal content, as the packages' RECORDs state it, is none: the nvidia wheels share an empty nvidia/__init__.py. Nor
/// are incidental files.
std::vector<Collision> find_collisions(const std::vector<PackageFiles>& packages);

/// All entries as one tree; where several packages bring the same file the first one's is taken. Throws
/// Error(VerificationFailed, "file-collision") for the first collision.
std::vector<store::TreeEntry> merged_tree(std::vector<PackageFiles> packages);

}  // namespace kenv::venv
