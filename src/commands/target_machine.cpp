// SPDX-License-Identifier: Apache-2.0
#include "commands/target_machine.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/shell_word.hpp"
#include "change/named_file.hpp"

namespace kenv::commands {

TargetMachine target_machine(const Arguments& arguments, Services& services) {
  auto facts = change::gather_machine_facts({arguments.gpu, arguments.driver, arguments.facts, services.variables},
                                            services.catalog);
  auto gpus = change::visible_gpus(facts.machine, services.reporter);
  return {std::move(facts.machine), std::move(gpus), facts.named};
}

snapshot::Snapshot named_snapshot(const Arguments& arguments, Services& services) {
  if (!arguments.positionals.empty())
    throw Error(ExitCode::Usage, "two-environments",
                fmt::format("--from {} is looked at in place of an environment; {} is another one", arguments.from,
                            arguments.positionals[0]),
                "name one of them");
  if (!arguments.facts.empty())
    throw Error(
        ExitCode::Usage, "two-snapshots",
        fmt::format("--from {} states the machine's facts; --facts {} states others", arguments.from, arguments.facts),
        "name one of them; --gpu and --driver change what a snapshot says");
  auto read = snapshot::read_snapshot(change::read_named_file(arguments.from), arguments.from);
  if (!read)
    throw Error(ExitCode::Usage, "bad-snapshot", read.error().text(),
                "docs/schemas/snapshot.schema.json describes the format");
  change::name_facts(read->machine, {arguments.gpu, arguments.driver, {}, {}}, services.catalog);
  read->machine.gpus = change::visible_gpus(read->machine, services.reporter);  // a hidden GPU is not judged
  return *std::move(read);
}

std::string gpu_lines(const TargetMachine& target) {
  const auto& driver = target.machine.driver;
  const std::string driver_text = driver && driver->version ? ", driver " + driver->version->text() : "";
  if (target.gpus.empty()) return "no NVIDIA GPU found" + driver_text + "\n";
  std::string out;
  for (const auto& gpu : target.gpus)
    out += fmt::format("GPU {}: {}{}{}{}\n", gpu.index.value_or(0), gpu.name.empty() ? "unknown" : gpu.name,
                       gpu.capability ? " (" + gpu.capability->text() + ")" : "", driver_text,
                       target.named ? " [named, not in this machine]" : "");
  return out;
}

std::string fact_flags(const Arguments& arguments) {
  std::string out;
  if (!arguments.gpu.empty()) out += " --gpu " + text::shell_word(arguments.gpu);
  if (!arguments.driver.empty()) out += " --driver " + text::shell_word(arguments.driver);
  if (!arguments.facts.empty()) out += " --facts " + text::shell_word(arguments.facts);
  for (const auto& name : arguments.without_indexes) out += " --without-index " + text::shell_word(name);
  return out;
}

}  // namespace kenv::commands
