// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "change/file_digest.hpp"
#include "change/lock_files.hpp"
#include "change/lock_installed.hpp"
#include "change/missing_digests.hpp"
#include "change/own_metadata.hpp"
#include "change/solve.hpp"
#include "commands/change_outcome.hpp"
#include "commands/existing_environment.hpp"
#include "commands/interpreter_choice.hpp"
#include "commands/run.hpp"
#include "commands/write_locks.hpp"
#include "io/files.hpp"
#include "plan/lock_json.hpp"

namespace kenv::commands {
namespace {

/// What shall be locked: an environment as it is, or requirements yet to be resolved.
struct Subject {
  std::string environment;  ///< empty: requirements
  std::vector<std::string> requirements;
};

Subject subject_of(const Arguments& arguments, const Services& services) {
  const auto& words = arguments.positionals;
  const bool inputs = !arguments.requirement_files.empty() || !arguments.groups.empty();
  if (words.empty() && !inputs) return {change::chosen_environment("", services.variables, "lock"), {}};
  if (words.size() == 1 && io::is_directory(words[0]) &&
      venv::open_environment(words[0]).kind != venv::EnvironmentKind::NotAnEnvironment) {
    if (!inputs) return {words[0], {}};
    throw Error(ExitCode::Usage, "usage", "an environment is locked as it is; requirements cannot be added",
                "leave out " + words[0] + " or -r");
  }
  return {"", words};
}

/// Each --gpu is a machine of its own; none: this machine.
std::vector<TargetMachine> machines(const Arguments& arguments, Services& services) {
  std::vector<TargetMachine> out;
  Arguments one = arguments;
  if (arguments.gpus.empty()) out.push_back(target_machine(one, services));
  for (const auto& gpu : arguments.gpus) {
    one.gpu = gpu;
    out.push_back(target_machine(one, services));
  }
  return out;
}

/// What keeps wheels from being fetched for the digests that nobody states of them; empty: nothing does.
std::string not_fetched(const Arguments& arguments, Tools& tools) {
  const auto& offline = tools.index().settings().offline;
  return offline.value ? offline.origin : arguments.dry_run ? "--dry-run" : "";
}

plan::LockTarget lock_of_environment(const Subject& subject, const TargetMachine& machine, const Arguments& arguments,
                                     Services& services, Tools& tools) {
  const auto existing = change::read_environment(subject.environment, services.catalog, machine.gpus);
  auto request = change_for(arguments, machine, interpreter_of(existing, subject.environment), tools).request;
  return change::lock_installed(existing, request, tools.workshop(), not_fetched(arguments, tools));
}

plan::LockTarget lock_of_requirements(const TargetMachine& machine, const venv::Interpreter& interpreter,
                                      const Arguments& arguments, Services& services, Tools& tools) {
  auto request = change_for(arguments, machine, interpreter, tools).request;
  tools.add_inputs(request);
  resolvers::Resolution resolution(request, services.catalog);
  const std::string left = not_fetched(arguments, tools);
  for (;;) {
    auto plan = change::make_plan(resolution, tools.workshop());
    change::add_digests_of_local_wheels(plan, request.hashes);
    change::add_sizes_of_local_wheels(plan);
    const auto wheels = left.empty() ? change::add_missing_digests(plan, tools.workshop(), {.vouched = request.hashes})
                                     : change::FetchedWheels{};
    if (auto wrong = change::misstated_wheels(plan, wheels, resolution, request); !wrong.empty()) {
      change::set_right(resolution, std::move(wrong), services.reporter);
      continue;
    }
    for (const auto& note : plan.notes) services.reporter.note(note);
    return change::lock_target(plan, request, {}, left);
  }
}

/// One of several targets may fail, and it takes the others with it: which one that was belongs to the message.
template <class Work>
plan::LockTarget for_target(const std::string& gpu, const Work& work) {
  const auto named = [&](const Error& error) {
    return Error(error.exit_code(), error.code(),
                 fmt::format("for --gpu {}: {}\nnothing was written, for the other targets neither",
                             text::shell_word(gpu), error.what()),
                 error.hint());
  };
  try {
    return work();
  } catch (change::NoPlan& none) {
    throw change::NoPlan(named(none), std::move(none.none));
  } catch (const Error& error) {
    throw named(error);
  }
}

/// What would choose among versions, where nothing is chosen.
std::string option_without_say(const Arguments& arguments) {
  const std::pair<bool, const char*> table[] = {{!arguments.constraints.empty(), "--constraint"},
                                                {!arguments.overrides.empty(), "--override"},
                                                {arguments.prereleases, "--pre"},
                                                {arguments.require_hashes, "--require-hashes"},
                                                {arguments.nightly, "--nightly"}};
  for (const auto& [given, option] : table)
    if (given) return option;
  return {};
}

plan::Lock make_lock(const Subject& subject, const Arguments& arguments, Services& services, Tools& tools) {
  plan::Lock lock;
  const auto add = [&](plan::LockTarget target) {
    const auto same =
        std::any_of(lock.targets.begin(), lock.targets.end(), [&](const auto& one) { return one.name == target.name; });
    if (same)
      return services.reporter.note(target.name + " is named more than once: one lock serves all GPUs of that kind");
    if (target.complete() && !target.packages.empty()) target.file = "pylock." + target.name + ".toml";
    lock.targets.push_back(std::move(target));
  };
  if (!subject.environment.empty()) {
    if (arguments.gpus.size() > 1)
      throw Error(ExitCode::Usage, "usage", "an environment is one target; it cannot be locked for several GPUs",
                  "lock the requirements instead: kenv lock REQUIREMENT... --gpu A --gpu B");
    if (!arguments.python.empty())
      throw Error(ExitCode::Usage, "usage", "an environment has its interpreter; --python cannot choose another",
                  "lock the requirements instead: kenv lock REQUIREMENT... --python X.Y");
    if (const std::string option = option_without_say(arguments); !option.empty())
      throw Error(ExitCode::Usage, "usage", "an environment is locked as it is; " + option + " has no say in that",
                  "lock the requirements instead: kenv lock REQUIREMENT... " + option);
    add(lock_of_environment(subject, machines(arguments, services).front(), arguments, services, tools));
    return lock;
  }
  const auto interpreter = interpreter_to_plan_for(arguments, services);
  const auto targets = machines(arguments, services);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto make = [&] { return lock_of_requirements(targets[i], interpreter, arguments, services, tools); };
    add(targets.size() > 1 ? for_target(arguments.gpus[i], make) : make());
  }
  return lock;
}

std::string target_text(const plan::LockTarget& target) {
  std::string gpus;
  for (const auto& gpu : target.gpus)
    gpus += fmt::format("{}{} ({})", gpus.empty() ? "" : ", ", gpu.name, gpu.capability.text());
  std::string out = fmt::format("{}: Python {} on {} {}, {}{}\n", target.file.empty() ? target.name : target.file,
                                target.python, target.os, target.machine, gpus.empty() ? "no GPU" : gpus,
                                target.needs_driver.empty() ? "" : ", driver " + target.needs_driver + " or newer");
  for (const auto& choice : target.choices)
    out += fmt::format("  {} {} ({}, {})\n", choice.framework, choice.version, choice.variant, choice.index);
  out += fmt::format("  {} packages\n", target.packages.size());
  for (const auto& package : target.packages)
    if (!package.wheel)
      out += fmt::format("  not locked: {} {}: {}\n", package.name.text(), package.version, package.unknown);
  return out;
}

Outcome report(const plan::Lock& lock, const std::string& directory, bool written) {
  Outcome outcome;
  outcome.changed = written;
  outcome.document["directory"] = directory;
  outcome.document["written"] = written;
  outcome.document["complete"] = true;
  outcome.document["targets"] = nlohmann::ordered_json::array();
  for (const auto& target : lock.targets) {
    outcome.document["targets"].push_back(plan::to_json(target));
    outcome.text += target_text(target);
    if (target.complete()) continue;
    outcome.document["complete"] = false;
    outcome.status = "problems";
    outcome.exit = ExitCode::ProblemsFound;
    outcome.text +=
        "  no pylock is written: an installer would take an incomplete one at its word and remove the rest\n";
  }
  outcome.text += written ? "written to " + directory + "\n" : "nothing was written\n";
  return outcome;
}

}  // namespace

void lock_options(OptionList& options, Arguments& to) {
  options.value("-o,--output", "DIR", to.output, "where the files go (default: here)");
  options.flag("-n,--dry-run", to.dry_run, "show what would be locked, write nothing");
  options.heading("Targets");
  options.list("--gpu", "GPU", to.gpus, "a machine's GPU, several of one machine with commas; each --gpu is a target");
  options.value("--driver", "VERSION", to.driver, "the driver of the targets");
}

Outcome run_lock(const Arguments& arguments, Services& services) {
  const auto subject = subject_of(arguments, services);
  const std::string directory = arguments.output.empty() ? "." : arguments.output;
  Tools tools(arguments, services, subject.requirements);
  return with_plan_in_failures([&] {
    const auto lock = make_lock(subject, arguments, services, tools);
    if (!arguments.dry_run) write_locks(lock, directory, services);
    return report(lock, directory, !arguments.dry_run);
  });
}

}  // namespace kenv::commands
