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

/// "download 2.3 GB, disk 4.6 GB"; what nobody has said is not left out in silence.
std::string sizes_text(std::uint64_t download, std::uint64_t disk, int unsized) {
  if (unsized == 0) return fmt::format("download {}, disk {}", text::human_bytes(download), text::human_bytes(disk));
  const std::string unknown =
      fmt::format("the size of {} is not known", unsized == 1 ? "1 wheel" : fmt::format("{} wheels", unsized));
  if (download == 0) return "download and disk unknown: " + unknown;
  return fmt::format("download more than {}, disk more than {}: {}", text::human_bytes(download),
                     text::human_bytes(disk), unknown);
}

}  // namespace

std::string finding_text(const plan::Finding& finding) {
  std::string out = fmt::format("{}: {}\n", finding.code, finding.summary);
  for (const auto& one : finding.evidence)
    out += fmt::format("  - {}{}\n", one.what, one.where.empty() ? "" : "  [" + one.where + "]");
  if (finding.code == "healthy") return out;
  out += fmt::format("  remedy ({}): {}\n", finding.remedy.kind, finding.remedy.text);
  if (!finding.remedy.packages.empty()) out += "    " + text::join(finding.remedy.packages, " ") + "\n";
  for (const auto& command : finding.remedy.commands) out += "    $ " + command + "\n";
  return out;
}

std::string plan_text(const plan::Plan& plan) {
  std::string out;
  for (const auto& choice : plan.choices) {
    out += fmt::format("  {} {} ({}{}{}, {})\n", choice.framework, choice.version, choice.variant,
                       choice.variant.empty() ? "" : ", ", choice.channel,
                       choice.index.empty() ? "installed" : choice.index);
    for (const auto& coverage : choice.coverage) out += coverage_text(coverage);
  }
  int added = 0, removed = 0, replaced = 0, unsized = 0;
  for (const auto& step : plan.steps) {
    if (step.action == plan::Step::Action::Keep) continue;
    unsized += step.wheel && !step.wheel->file.size;
    added += step.action == plan::Step::Action::Add;
    removed += step.action == plan::Step::Action::Remove;
    replaced += step.action == plan::Step::Action::Replace;
    const char sign = step.action == plan::Step::Action::Add      ? '+'
                      : step.action == plan::Step::Action::Remove ? '-'
                                                                  : '~';
    std::string versions = step.from.empty() ? step.to : step.to.empty() ? step.from : step.from + " -> " + step.to;
    if (step.action == plan::Step::Action::Replace && step.to.empty()) versions += " -> another version";
    out +=
        fmt::format("  {} {} {}{}\n", sign, step.name.text(), versions, step.reason.empty() ? "" : ": " + step.reason);
  }
  out += fmt::format("  {} to add, {} to replace, {} to remove; {}\n", added, replaced, removed,
                     sizes_text(plan.download_bytes, plan.disk_bytes, unsized));
  for (const auto& note : plan.notes) out += "  note: " + note + "\n";
  return out;
}

std::string rejections_text(const std::vector<plan::Rejection>& rejections) {
  std::string out;
  for (const auto& rejection : rejections)
    out += fmt::format("  - {}: {} [{}]\n", rejection.candidate, rejection.reason, rejection.rule);
  return out;
}

}  // namespace kenv::commands
