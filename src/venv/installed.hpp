// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "python/name.hpp"
#include "python/version.hpp"

// What is installed, read from the files alone: importing would run other people's code and start the GPU.
namespace kenv::venv {
namespace fs = std::filesystem;

/// One installed distribution (packaging specifications, "Recording installed projects").
struct InstalledDistribution {
  enum class Kind { DistInfo, EggInfo, EggLink };

  Kind kind = Kind::DistInfo;
  python::PackageName name;
  std::string name_as_written;
  std::string version_text;
  std::optional<python::Version> version;  ///< none where version_text is none of the standard
  std::vector<std::string> requires_dist;  ///< as written
  std::string requires_python;
  std::string installer;   ///< of INSTALLER: "pip", "uv", "kenv", "conda"
  bool requested = false;  ///< has REQUESTED
  bool editable = false;
  std::string direct_url;  ///< the text of direct_url.json, empty if there is none
  bool has_record = false;
  fs::path site_packages;  ///< the folder it was found in
  std::string folder;      ///< "torch-2.6.0.dist-info", in site_packages
  std::string problem;     ///< what is wrong with it, empty if nothing is
};

/// All distributions in one site-packages folder, in the order of their folders' names. A damaged one is listed with
/// its problem; one name may occur twice, which is a fault for others to judge. An absent folder holds nothing.
std::vector<InstalledDistribution> read_installed(const fs::path& site_packages);

/// Folders starting with "~": what pip leaves behind when it is ended while it replaces a package.
std::vector<std::string> find_leftovers(const fs::path& site_packages);

/// The files of a distribution, relative to the environment's root ("bin/torchrun",
/// "lib/python3.12/site-packages/..."), in the order of RECORD (or of an egg's installed-files.txt). Rows that leave
/// the root are listed apart.
struct OwnedFiles {
  std::vector<std::string> paths;
  std::vector<std::string> outside;  ///< rows as written that lead out of the root, or cannot be read
  bool known = false;                ///< false: there is no RECORD, or it is damaged
};
OwnedFiles files_of(const InstalledDistribution& distribution, const fs::path& root);

/// All paths, relative to the root, that uninstalling removes: the files and the bytecode derived from them. Never a
/// path outside the root (also not through a linked folder), never the environment's own interpreter or pyvenv.cfg.
/// Throws Error(Failed, "no-record") if it is not known what belongs to the distribution.
std::vector<std::string> removal_of(const InstalledDistribution& distribution, const fs::path& root);

/// The variant that a framework's own file states, for example "cu132" or "cpu" of torch/version.py: what follows the
/// "+" of the version behind `pattern` ("__version__ = '"), else what a line `cuda = '13.2'` or `cuda = None` says.
/// Empty if it says nothing. The name of a wheel does not tell: that of torch 2.15.0+cu132 may be "torch-2.15.0".
std::string cuda_variant(std::string_view variant_file_text, std::string_view pattern);

}  // namespace kenv::venv
