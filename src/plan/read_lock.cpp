// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "plan/lock.hpp"
#include "snapshot/json_fields.hpp"

namespace kenv::plan {
namespace {

using Fields = snapshot::JsonFields;

void read_wheel(Fields& in, LockedWheel& wheel) {
  in.text("filename", wheel.filename);
  in.text("url", wheel.url);
  in.text("index", wheel.index);
  in.text("index_url", wheel.index_url);
  in.flag("direct", wheel.direct);
  in.size("size", wheel.size);
  in.parsed("upload_time", &python::UploadTime::parse, wheel.upload_time);
  in.text("requires_python", wheel.requires_python);
  in.parsed("sha256", &Sha256Digest::from_hex, wheel.digests.sha256);
  std::map<std::string, std::string> others;
  in.text_map("other_digests", others);
  for (const auto& [name, digits] : others)
    if (const auto algorithm = digest_algorithm(name))
      if (const auto digest = Digest::parse(*algorithm, digits)) wheel.digests.add(*digest);
  if (wheel.digests.empty()) in.required("sha256");
}

void read_package(Fields& in, LockedPackage& package) {
  std::optional<python::PackageName> name;
  in.required("name");
  in.parsed("name", &python::PackageName::parse, name);
  if (name) package.name = *std::move(name);
  in.text("version", package.version);
  in.object("wheel", [&](Fields& inner) { read_wheel(inner, package.wheel.emplace()); });
}

void read_gpu(Fields& in, LockedGpu& gpu) {
  in.text("name", gpu.name);
  std::optional<gpu::ComputeCapability> capability;
  in.required("compute_capability");
  in.parsed("compute_capability", &gpu::ComputeCapability::parse, capability);
  if (capability) gpu.capability = *capability;
}

void read_bridge(Fields& in, LockedBridge& bridge) {
  in.text("framework", bridge.framework);
  in.text("version", bridge.version);
  in.text("built", bridge.about.built);
  in.text("reason", bridge.about.reason);
}

void read_target(Fields& in, LockTarget& target) {
  in.text("name", target.name);
  in.text("file", target.file);
  in.text("os", target.os);
  in.text("machine", target.machine);
  in.text("python", target.python);
  in.text("needs_driver", target.needs_driver);
  in.objects("gpus", [&](Fields& inner) { read_gpu(inner, target.gpus.emplace_back()); });
  in.objects("packages", [&](Fields& inner) { read_package(inner, target.packages.emplace_back()); });
  in.objects("bridges", [&](Fields& inner) { read_bridge(inner, target.bridges.emplace_back()); });
  in.objects("missing", [&](Fields& inner) {
    std::string name, reason;
    inner.text("name", name);
    inner.text("reason", reason);
    for (auto& package : target.packages)
      if (package.name.text() == name) package.unknown = reason;
  });
}

}  // namespace

Result<Lock> read_lock(std::string_view text, std::string_view file_name) {
  const auto document = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded()) return refuse("this is not a JSON document", {std::string(file_name), 0, 0});
  std::optional<Problem> problem;
  Fields root(document, "$", problem);
  std::string schema;
  root.text("schema", schema);
  if (!problem && schema != "kenv-lock-file/1")
    problem = Problem{"$.schema: expected \"kenv-lock-file/1\", found \"" + schema + "\"", {}, {}};
  Lock lock;
  root.required("targets");
  root.objects("targets", [&](Fields& in) { read_target(in, lock.targets.emplace_back()); });
  for (std::size_t i = 0; i < lock.targets.size() && !problem; ++i) {
    const auto& probe = document.at("targets")[i].value("probe", nlohmann::json());
    if (probe.is_object()) lock.targets[i].probe = probe.dump();
  }
  if (!problem) return lock;
  problem->where.file = file_name;
  return tl::unexpected(*std::move(problem));
}

}  // namespace kenv::plan
