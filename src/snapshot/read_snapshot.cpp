// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "snapshot/json_fields.hpp"
#include "snapshot/snapshot.hpp"

namespace kenv::snapshot {
namespace {

void read_gpu(JsonFields& in, Gpu& gpu) {
  in.integer("index", gpu.index);
  in.integer("cuda_index", gpu.cuda_index);
  in.text("name", gpu.name);
  in.parsed("compute_capability", &gpu::ComputeCapability::parse, gpu.capability);
  in.text("pci_id", gpu.pci_id);
  in.text("pci_bus", gpu.pci_bus);
  in.text("uuid", gpu.uuid);
  in.text("vendor", gpu.vendor);
  in.texts("seen_by", gpu.seen_by);
  in.flag("mig", gpu.mig);
}

void read_driver(JsonFields& in, Driver& driver) {
  in.parsed("version", &gpu::DriverVersion::parse, driver.version);
  in.parsed("cuda", &gpu::CudaVersion::parse, driver.cuda);
  in.text("module", driver.module);
  in.text("libcuda", driver.libcuda);
  in.parsed("libcuda_version", &gpu::DriverVersion::parse, driver.libcuda_version);
}

void read_machine(JsonFields& in, Machine& machine) {
  in.text("os", machine.os);
  in.text("arch", machine.arch);
  in.text("glibc", machine.glibc);
  in.text("libc", machine.libc);
  in.text("kernel", machine.kernel);
  in.flag("wsl", machine.wsl);
  in.text("container", machine.container);
  in.flag("tegra", machine.tegra);
  in.object("driver", [&](JsonFields& inner) { read_driver(inner, machine.driver.emplace()); });
  machine.gpus_known = in.objects("gpus", [&](JsonFields& inner) { read_gpu(inner, machine.gpus.emplace_back()); });
  in.objects("toolkits", [&](JsonFields& inner) {
    auto& toolkit = machine.toolkits.emplace_back();
    inner.text("version", toolkit.version);
    inner.text("path", toolkit.path);
    inner.flag("nvcc", toolkit.nvcc);
  });
  in.text_map("variables", machine.variables);
  in.texts("device_nodes", machine.device_nodes);
  machine.device_nodes_known = !machine.device_nodes.empty();
  in.size_map("free_bytes", machine.free_bytes);
  in.object("errors", [&](JsonFields& inner) {
    inner.code("nvml", machine.nvml_error);
    inner.code("cuInit", machine.cu_init_error);
  });
  in.text_map("origin", machine.origin);
}

void read_package(JsonFields& in, Package& package) {
  in.text("name", package.name);
  in.text("version", package.version);
  in.text("location", package.location);
  in.text("installer", package.installer);
  in.texts("requires", package.requires_dist);
  in.text("index", package.index);
  in.flag("complete", package.complete);
  in.texts("conflicts", package.conflicts);
  in.texts("tags", package.tags);
  in.text("build", package.build);
  in.texts("files_missing", package.files_missing);
  in.text("variant", package.variant);
  in.flag("requested", package.requested);
}

void read_library(JsonFields& in, Library& library) {
  in.text("path", library.path);
  in.text("package", library.package);
  in.texts("targets", library.targets);
  in.text("ptx_isa", library.ptx_isa);
  in.texts("needed", library.needed);
  in.text("loaded_from", library.loaded_from);
  in.integer("containers", library.containers);
  in.integer_map("uncovered", library.uncovered);
  in.text("machine", library.machine);
  in.text("built_for", library.built_for);
}

void read_environment(JsonFields& in, Environment& environment) {
  in.text("kind", environment.kind);
  in.text("path", environment.path);
  in.object("python", [&](JsonFields& inner) {
    auto& python = environment.python.emplace();
    inner.text("version", python.version);
    inner.text("implementation", python.implementation);
    inner.text("arch", python.arch);
    inner.text("executable", python.executable);
    inner.flag("free_threaded", python.free_threaded);
  });
  environment.packages_known =
      in.objects("packages", [&](JsonFields& inner) { read_package(inner, environment.packages.emplace_back()); });
  environment.libraries_known =
      in.objects("libraries", [&](JsonFields& inner) { read_library(inner, environment.libraries.emplace_back()); });
  in.texts("search_path", environment.search_path);
  in.flag("read_only", environment.read_only);
  in.flag("externally_managed", environment.externally_managed);
}

/// What the JSON parser said, without what it quotes of the text, at the line and column of the byte that it stopped
/// at.
Problem no_json(std::string_view text, std::string_view file, const nlohmann::json::parse_error& error) {
  const auto before = text.substr(0, std::min(text.size(), error.byte > 0 ? error.byte - 1 : 0));
  const auto line_start = before.rfind('\n');
  Position where{std::string(file), 1 + static_cast<int>(std::ranges::count(before, '\n')),
                 1 + static_cast<int>(before.size() - (line_start == std::string_view::npos ? 0 : line_start + 1))};
  std::string said = error.what();
  if (const auto place = said.find(" - "); place != std::string::npos) said.erase(0, place + 3);
  if (const auto quote = said.find("; last read: '"); quote != std::string::npos) {
    const auto expected = said.rfind("; expected ");
    said.erase(quote, expected == std::string::npos || expected < quote ? std::string::npos : expected - quote);
  }
  return {"this is not a JSON document: " + said, std::move(where), {}};
}

}  // namespace

bool Gpu::seen_by_source(std::string_view source) const {
  return std::find(seen_by.begin(), seen_by.end(), source) != seen_by.end();
}

Result<Snapshot> read_snapshot(std::string_view text, std::string_view file_name) {
  nlohmann::json document;
  try {
    document = nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    return tl::unexpected(no_json(text, file_name, error));
  }
  std::optional<Problem> problem;
  Snapshot snapshot;
  JsonFields root(document, "$", problem);
  std::string schema;
  root.text("schema", schema);
  root.text("taken", snapshot.taken);
  root.object("machine", [&](JsonFields& in) { read_machine(in, snapshot.machine); });
  root.object("environment", [&](JsonFields& in) { read_environment(in, snapshot.environment); });
  root.object("project", [&](JsonFields& in) {
    in.objects("files", [&](JsonFields& file) {
      auto& one = snapshot.project_files.emplace_back();
      file.text("path", one.path);
      file.text("text", one.text);
    });
    in.object("launcher", [&](JsonFields& inner) { inner.text_map("variables", snapshot.launcher_variables); });
  });
  root.text("message", snapshot.message);
  if (!problem && schema != "kenv-snapshot/1")
    problem = Problem{"$.schema: expected \"kenv-snapshot/1\", found \"" + schema + "\"", {}, {}};
  if (problem) {
    problem->where.file = file_name;
    return tl::unexpected(*std::move(problem));
  }
  return snapshot;
}

}  // namespace kenv::snapshot
