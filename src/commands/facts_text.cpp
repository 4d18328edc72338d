// SPDX-License-Identifier: Apache-2.0
#include "commands/facts_text.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace kenv::commands {
namespace {

std::string coverage_text(const plan::GpuCoverage& coverage) {
  std::string out = fmt::format("    GPU {} {}: {}", coverage.gpu, coverage.name, coverage.status);
  if (!coverage.target.empty()) out += " (" + coverage.target + ")";
  for (const auto& hole : coverage.uncovered) {
    out += fmt::format("\n      not covered: {}", hole.library);
    if (hole.of > 0) out += fmt::format(", {} of {} containers", hole.containers, hole.of);
  }
  return out + "\n";
}

}  // namespace

change::FactOptions fact_options(const Arguments& arguments, const Services& services) {
  return {arguments.gpu, arguments.driver, arguments.facts, services.variables};
}

std::string gpu_lines(const snapshot::Machine& machine, const std::vector<snapshot::Gpu>& gpus, bool named) {
  std::string driver = machine.driver && machine.driver->version ? ", driver " + machine.driver->version->text() : "";
  if (gpus.empty()) return "no NVIDIA GPU found" + driver + "\n";
  std::string out;
  for (const auto& gpu : gpus)
    out += fmt::format("GPU {}: {}{}{}{}\n", gpu.index.value_or(0), gpu.name.empty() ? "unknown" : gpu.name,
                       gpu.capability ? " (" + gpu.capability->text() + ")" : "", driver, named ? " [named, not in this machine]" : "");
  return out;
}

std::string finding_text(const plan::Finding& finding) {
  std::string out = fmt::format("{}: {}\n", finding.code, finding.summary);
  for (const auto& one : finding.evidence) out += fmt::format("  - {}{}\n", one.what, one.where.empty() ? "" : "  [" + one.where + "]");
  if (finding.code == "healthy") return out;
  out += fmt::format("  remedy ({}): {}\n", finding.remedy.kind, finding.remedy.text);
  if (!finding.remedy.packages.empty()) out += "    " + text::join(finding.remedy.packages, " ") + "\n";
  for (const auto& command : finding.remedy.commands) out += "    $ " + command + "\n";
  return out;
}

std::string plan_text(const plan::Plan& plan) {
  std::string out;
  for (const auto& choice : plan.choices) {
    out += fmt::format("  {} {} ({}{}{}, {})\n", choice.framework, choice.version, choice.variant, choice.variant.empty() ? "" : ", ",
                       choice.channel, choice.index);
    for (const auto& coverage : choice.coverage) out += coverage_text(coverage);
  }
  int added = 0, removed = 0, replaced = 0;
  for (const auto& step : plan.steps) {
    if (step.action == plan::Step::Action::Keep) continue;
    added += step.action == plan::Step::Action::Add;
    removed += step.action == plan::Step::Action::Remove;
    replaced += step.action == plan::Step::Action::Replace;
    const char sign = step.action == plan::Step::Action::Add ? '+' : step.action == plan::Step::Action::Remove ? '-' : '~';
    out += fmt::format("  {} {} {}\n", sign, step.name.text(), step.from.empty() ? step.to : step.to.empty() ? step.from : step.from + " -> " + step.to);
  }
  out += fmt::format("  {} to add, {} to replace, {} to remove; download {}, disk {}\n", added, replaced, removed,
                     text::human_bytes(plan.download_bytes), text::human_bytes(plan.disk_bytes));
  for (const auto& note : plan.notes) out += "  note: " + note + "\n";
  return out;
}

std::string rejections_text(const std::vector<plan::Rejection>& rejections) {
  std::string out;
  for (const auto& rejection : rejections) out += fmt::format("  - {}: {} [{}]\n", rejection.candidate, rejection.reason, rejection.rule);
  return out;
}

std::string shell_word(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/+=:,@~") == std::string::npos;
  if (plain) return word;
  std::string out = "'";
  for (char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

std::string fact_flags(const Arguments& arguments) {
  std::string out;
  if (!arguments.gpu.empty()) out += " --gpu " + shell_word(arguments.gpu);
  if (!arguments.driver.empty()) out += " --driver " + shell_word(arguments.driver);
  if (!arguments.facts.empty()) out += " --facts " + shell_word(arguments.facts);
  for (const auto& name : arguments.without_indexes) out += " --without-index " + shell_word(name);
  return out;
}

}  // namespace kenv::commands
