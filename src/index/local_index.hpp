// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "python/project_page.hpp"

namespace kenv::index {

/// The path behind a file:// URL or a plain path; nothing for other addresses. Files of local indexes and --find-links
/// folders are named by such URLs, and are used where they are.
std::optional<std::filesystem::path> local_path(std::string_view url_or_path);
std::string file_url(const std::filesystem::path& path);

/// The project that a wheel's or sdist's file name begins with.
std::optional<python::PackageName> project_in(std::string_view filename);
/// Whether a wheel's or sdist's file name begins with the project's name, in whatever spelling.
bool belongs_to(std::string_view filename, const python::PackageName& name);

/// The wheels of one project in a flat folder, as --find-links names one.
python::ProjectPage list_folder(const std::filesystem::path& folder, const python::PackageName& name);

/// All wheels and the names of all source distributions in a folder, or those that an HTML file lists, of any project.
/// Throws Error(Usage) if it is not there.
python::ProjectPage list_links(const std::filesystem::path& place);

/// A project of an index that is a folder: its index.json or index.html if it has one, else the wheels that lie there.
/// Throws Error(Network, "index-unreachable") if the index itself is not there.
python::ProjectPage read_local_index(const std::filesystem::path& index, const python::PackageName& name);

}  // namespace kenv::index
