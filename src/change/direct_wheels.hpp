// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "index/index_client.hpp"
#include "python/name.hpp"
#include "venv/installed.hpp"

namespace kenv::change {

/// The addresses of the wheels that packages were installed from by address or path, with the digests that were
/// recorded; those of `left_out` are not looked at. Where none was (pip before 23.1), RECORD of the wheel that lies
/// there now has to be that of the installed package. Throws Error(VerificationFailed) if it is not, Error(Network) if
/// it cannot be had: another file may lie there by now.
std::map<python::PackageName, std::string> direct_wheels(const std::vector<venv::InstalledDistribution>& installed,
                                                         const std::set<python::PackageName>& left_out,
                                                         index::IndexClient& index);

}  // namespace kenv::change
