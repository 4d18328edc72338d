// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "base/text.hpp"
#include "io/files.hpp"
#include "io/process.hpp"
#include "io/surroundings.hpp"
#include "probe/child_outcome.hpp"
#include "probe/launch_test.hpp"
#include "probe/match_gpus.hpp"
#include "probe/read_document.hpp"
#include "probe/scripts.hpp"

namespace kenv::probe {
namespace {

namespace fs = std::filesystem;

std::string script_name(std::string_view framework) { return fmt::format("{}_probe.py", framework); }

const base::EmbeddedFile* find_script(std::string_view name) {
  const auto files = probes::embedded_files();
  const auto found = std::ranges::find(files, name, &base::EmbeddedFile::name);
  return found != files.end() ? &*found : nullptr;
}

/// A word that libraries do not print by accident.
std::string make_marker() {
  std::random_device source;
  return fmt::format("kenv-{:08x}{:08x}", source(), source());
}

bool is_uuid(std::string_view text) { return text.starts_with("GPU-") || text.starts_with("MIG-"); }

/// One run of the harness.
class ProbeRun {
 public:
  explicit ProbeRun(const ProbeRequest& request)
      : request_(request),
        by_uuid_(std::ranges::all_of(request.gpus, [](const ProbeGpu& gpu) { return is_uuid(gpu.uuid); })),
        cpu_only_(request.cpu_only || request.gpus.empty()) {}

  struct Answer {
    LaunchResult result;  ///< each GPU under the index that was asked for
    bool timed_out = false;
  };

  Answer run(bool blocking) const {
    const std::string marker = make_marker();
    io::Command command = prepare(marker, blocking);
    io::ProcessResult process = io::run(command);
    if (!command.bind_from.empty() && !process.bound) {
      // It could be bound a moment ago and now it cannot: the answer came from the tree that lies at the final path.
      locate(command, marker, false);
      process = io::run(command);
    }
    LaunchResult result = interpret(process, read_framework_output(process.output, marker));
    result.at_final_path = process.bound;
    return {std::move(result), process.timed_out};
  }

 private:
  /// The interpreter, the root and the variables that name it: at the final path where a bind mount shows the tree
  /// there.
  void locate(io::Command& command, const std::string& marker, bool bound) const {
    const fs::path root = bound ? request_.final_root : request_.environment;
    const fs::path python = request_.python.empty() ? request_.environment / "bin/python" : request_.python;
    const fs::path inside = python.lexically_relative(request_.environment);
    const bool below = !inside.empty() && *inside.begin() != "..";
    command.bind_from = bound ? request_.environment : fs::path();
    command.bind_to = bound ? request_.final_root : fs::path();
    // -I: no variable, no user site and no current folder takes part; so bytecode is governed by -X and -B.
    command.arguments = {(below ? root / inside : python).string(),
                         "-I",
                         "-B",
                         "-X",
                         "utf8",
                         "-X",
                         "pycache_prefix=" + scratch("bytecode"),
                         scratch("harness.py"),
                         marker,
                         scratch(script_name(request_.framework))};
    command.arguments.push_back(cpu_only_ ? "--cpu" : "--gpus=" + ordinals());
    command.set["VIRTUAL_ENV"] = root.string();
    command.set["PATH"] = (root / "bin").string() + ":" + io::variable("PATH").value_or("/usr/bin:/bin");
  }

  io::Command prepare(const std::string& marker, bool blocking) const {
    io::Command command;
    locate(command, marker, can_bind());
    command.time_limit = request_.time_limit;
    command.directory = request_.scratch;
    command.unset = {"PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP", "CONDA_PREFIX"};
    // For Pythons that the framework starts in turn, and for everything that compiles at run time.
    command.set.insert({{"PYTHONDONTWRITEBYTECODE", "1"},
                        {"PYTHONNOUSERSITE", "1"},
                        {"PYTHONPYCACHEPREFIX", scratch("bytecode")},
                        {"CUDA_CACHE_PATH", scratch("cuda")},
                        {"TRITON_CACHE_DIR", scratch("triton")},
                        {"TORCHINDUCTOR_CACHE_DIR", scratch("inductor")},
                        {"TORCH_EXTENSIONS_DIR", scratch("extensions")},
                        {"XDG_CACHE_HOME", scratch("cache")},
                        {"CUDA_DEVICE_ORDER", "PCI_BUS_ID"}});  // indices as NVML and nvidia-smi count
    if (!cpu_only_ && by_uuid_) command.set["CUDA_VISIBLE_DEVICES"] = uuids();
    if (blocking) command.set["CUDA_LAUNCH_BLOCKING"] = "1";
    return command;
  }

  /// Asks with a harmless program first: were the bind refused, the final path would be the live environment.
  bool can_bind() const {
    if (request_.final_root.empty() || request_.final_root == request_.environment) return false;
    if (!io::is_directory(request_.final_root)) return false;
    return io::run({.arguments = {"true"}, .bind_from = request_.environment, .bind_to = request_.final_root}).bound;
  }

  LaunchResult interpret(const io::ProcessResult& process, ProbeOutput output) const {
    LaunchResult result;
    std::string problem = describe_end(process, request_.time_limit);
    if (output.document) {
      result.checks = std::move(output.document->checks);
      if (!cpu_only_)
        result.gpus = match_gpus(request_.gpus, by_uuid_, std::move(output.document->gpus), result.checks);
      if (!problem.empty()) result.checks.push_back({request_.framework, "exit", CheckStatus::Failed, problem});
    } else {
      if (problem.empty()) problem = output.problem;
      blame(result, output.begun, problem);
    }
    require_an_import(result);
    judge(result);
    return result;
  }

  /// No document came: the check that had begun last failed, and nothing is known of the others.
  void blame(LaunchResult& result, const std::optional<BegunCheck>& begun, const std::string& problem) const {
    Check failed{request_.framework, begun ? begun->check : "start", CheckStatus::Failed, problem};
    if (begun && !begun->framework.empty()) failed.framework = begun->framework;
    if (!begun || !begun->gpu || cpu_only_) {
      result.checks.push_back(std::move(failed));
      return;
    }
    result.checks.push_back({request_.framework, "import", CheckStatus::Passed});
    for (const ProbeGpu& gpu : request_.gpus) {
      const int ordinal = ordinal_of(request_.gpus, by_uuid_, gpu);
      const Check unreached{request_.framework, "device", CheckStatus::Failed,
                            "not tested: the probe ended early, " + problem};
      result.gpus.push_back({gpu.index,
                             gpu.name,
                             gpu.capability ? gpu.capability->text() : "",
                             gpu.uuid,
                             {ordinal == *begun->gpu ? failed : unreached}});
    }
  }

  void require_an_import(LaunchResult& result) const {
    if (!result.checks.empty()) return;
    result.checks.push_back(
        {request_.framework, "import", CheckStatus::Failed, "the probe does not say that it could be imported"});
  }

  std::string scratch(std::string_view name) const { return (request_.scratch / name).string(); }

  std::string ordinals() const {
    std::vector<std::string> texts;
    for (const ProbeGpu& gpu : request_.gpus) texts.push_back(std::to_string(ordinal_of(request_.gpus, by_uuid_, gpu)));
    return text::join(texts, ",");
  }

  std::string uuids() const {
    std::vector<std::string> texts;
    for (const ProbeGpu& gpu : request_.gpus) texts.push_back(gpu.uuid);
    return text::join(texts, ",");
  }

  const ProbeRequest& request_;
  bool by_uuid_, cpu_only_;
};

/// Something failed on a GPU after the framework was imported: worth a second look.
bool failed_on_gpu(const LaunchResult& result) {
  const auto failed = [](const Check& check) { return check.status == CheckStatus::Failed; };
  return std::ranges::none_of(result.checks, failed) && std::ranges::any_of(result.gpus, [&](const GpuResult& gpu) {
           return std::ranges::any_of(gpu.checks, failed);
         });
}

}  // namespace

bool has_framework_probe(std::string_view framework) { return find_script(script_name(framework)) != nullptr; }

LaunchResult run_framework_probe(const ProbeRequest& request) {
  if (!has_framework_probe(request.framework)) {
    LaunchResult result;
    result.reason = fmt::format("this kenv has no probe for {}", request.framework);
    return result;
  }
  for (const std::string& name : {std::string("harness.py"), script_name(request.framework)}) {
    io::write_text(request.scratch / name, find_script(name)->content);
  }
  const ProbeRun probe(request);
  ProbeRun::Answer first = probe.run(false);
  if (first.timed_out || !failed_on_gpu(first.result)) return std::move(first.result);
  // Kernels fail late; with blocking launches the failing operation is the one that is named.
  ProbeRun::Answer second = probe.run(true);
  if (failed_on_gpu(second.result)) return std::move(second.result);
  if (second.result.passed()) first.result.reason += " (passes with CUDA_LAUNCH_BLOCKING=1)";
  return std::move(first.result);
}

}  // namespace kenv::probe
