// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "document/value.hpp"
#include "manifest/manifest.hpp"
#include "manifest/read_framework.hpp"

namespace kenv::manifest {
namespace {

void read_gpus(TomlTable& file, Catalog& catalog) {
  file.each("gpu", [&](TomlTable& row) {
    GpuModel model;
    model.name = row.text("name", true);
    model.aliases = row.texts("aliases");
    model.pci_ids = row.texts("pci");
    model.first_driver = row.parsed("first-driver", &gpu::DriverVersion::parse);
    model.tegra = row.flag("tegra", false);
    model.source = row.text("source");
    if (auto capability = row.parsed("capability", &gpu::ComputeCapability::parse, true)) {
      model.capability = *capability;
      catalog.gpus.push_back(std::move(model));
    }
  });
}

void read_cuda(TomlTable& file, Catalog& catalog) {
  file.each("driver-floor", [&](TomlTable& row) {
    auto cuda = row.parsed("cuda", &gpu::CudaVersion::parse, true);
    auto driver = row.parsed("driver", &gpu::DriverVersion::parse, true);
    const auto os = row.text("os", true);
    row.text("source", true);
    if (cuda && driver) catalog.cuda.driver_floors.push_back({*cuda, os, *driver});
  });
  file.each("driver-cuda", [&](TomlTable& row) {
    auto driver = row.parsed("driver", &gpu::DriverVersion::parse, true);
    auto cuda = row.parsed("cuda", &gpu::CudaVersion::parse, true);
    row.text("source", true);
    if (driver && cuda) catalog.cuda.driver_cuda.push_back({*driver, *cuda});
  });
  file.each("last-branch", [&](TomlTable& row) {
    auto up_to = row.parsed("up-to", &gpu::ComputeCapability::parse, true);
    const int branch = row.integer("branch", 0);
    row.text("source", true);
    if (up_to) catalog.cuda.last_branches.push_back({*up_to, branch});
  });
  file.each("first-branch", [&](TomlTable& row) {
    auto from = row.parsed("from", &gpu::ComputeCapability::parse, true);
    const int branch = row.integer("branch", 0);
    row.text("source", true);
    if (from) catalog.cuda.first_branches.push_back({*from, branch});
  });
  file.each("toolkit-oldest", [&](TomlTable& row) {
    auto cuda = row.parsed("cuda", &gpu::CudaVersion::parse, true);
    auto capability = row.parsed("capability", &gpu::ComputeCapability::parse, true);
    row.text("source", true);
    if (cuda && capability) catalog.cuda.toolkit_oldest.push_back({*cuda, *capability});
  });
}

void read_file(const base::EmbeddedFile& file, Catalog& catalog, std::vector<Extension>& extensions,
               std::vector<Problem>& problems) {
  const auto table = document::parse_toml(file.content, file.name);
  if (!table) {
    problems.push_back(table.error());
    return;
  }
  TomlTable root(*table, file.name, problems);
  const std::string schema = root.text("schema", true);
  if (schema == "kenv-framework/1")
    catalog.frameworks.push_back(read_framework(root));
  else if (schema == "kenv-extensions/1")
    extensions = read_extensions(root);
  else if (schema == "kenv-gpus/1")
    read_gpus(root, catalog);
  else if (schema == "kenv-cuda/1")
    read_cuda(root, catalog);
  else {
    root.report("schema", fmt::format("this kenv does not know the schema `{}`; the file is not used", schema));
    return;
  }
  root.finish();
}

}  // namespace

tl::expected<Catalog, std::vector<Problem>> read_catalog(std::span<const base::EmbeddedFile> files) {
  Catalog catalog;
  std::vector<Problem> problems;
  std::vector<Extension> extensions;
  for (const auto& file : files) read_file(file, catalog, extensions, problems);
  for (auto& extension : extensions) {
    const auto framework = std::ranges::find(catalog.frameworks, extension.framework, &Framework::name);
    if (framework == catalog.frameworks.end())
      problems.push_back({fmt::format("there is no framework `{}`", extension.framework), extension.where, {}});
    else
      framework->companions.push_back(std::move(extension.companion));
  }
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  auto newest_first = [](const auto& a, const auto& b) { return a.driver > b.driver; };
  std::sort(catalog.cuda.driver_cuda.begin(), catalog.cuda.driver_cuda.end(), newest_first);
  return catalog;
}

}  // namespace kenv::manifest
