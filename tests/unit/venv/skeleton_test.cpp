// SPDX-License-Identifier: Apache-2.0
#include "venv/skeleton.hpp"

#include <set>

#include "io/tree.hpp"
#include "support.hpp"
#include "support/catch.hpp"
#include "venv/activators.hpp"
#include "venv/environment_config.hpp"

using namespace kenv;
using namespace kenv::venv;
using namespace kenv::venv::test;

namespace {

std::set<std::string> paths_below(const fs::path& root) {
  std::set<std::string> paths;
  for (const auto& entry : io::walk_tree(root)) paths.insert(entry.path);
  return paths;
}

std::string with_python(const fs::path& root, const std::string& expression) {
  return output_of(
      {(root / "bin/python").string(), "-I", "-c", "import sys, site, sysconfig; print(" + expression + ")"});
}

/// The interpreters that are at hand, the default one first.
std::vector<Interpreter> interpreters() {
  std::vector<Interpreter> all = {machine_python()};
  for (const char* version : {"3.9", "3.10", "3.12", "3.13"}) {
    try {
      all.push_back(find_interpreter(version));
    } catch (const Error&) {
    }
  }
  return all;
}

bool is_here(const char* program) { return run({"sh", "-c", std::string("command -v ") + program}).ok(); }

}  // namespace

TEST_CASE("A new environment has the files that python -m venv makes, and its python works") {
  for (const Interpreter& python : interpreters()) {
    INFO(python.executable);
    const io::TemporaryDirectory scratch;
    const fs::path theirs = scratch.path() / "theirs", ours = scratch.path() / "ours";
    output_of({python.executable.string(), "-m", "venv", "--without-pip", theirs.string()});
    plant(ours, environment_skeleton(python, ours));

    std::set<std::string> expected = paths_below(theirs);
    // Newer versions of venv write these two.
    expected.insert(".gitignore");
    expected.insert("include/" + fs::path(python.environment_purelib).parent_path().filename().string());
    CHECK(paths_below(ours) == expected);
    CHECK(with_python(ours, "sys.prefix") == ours.string());
    CHECK(with_python(ours, "sys.base_prefix") == python.base_prefix.string());
    CHECK(with_python(ours, "sysconfig.get_path('purelib')") == (ours / python.environment_purelib).string());
    CHECK(with_python(ours, "site.ENABLE_USER_SITE") == "False");
    const auto config = read_environment_config(ours), model = read_environment_config(theirs);
    CHECK(config->home == model->home);
    CHECK(config->version == model->version);
    CHECK(config->maker == "kenv");
    CHECK(model->maker == "venv");
  }
}

TEST_CASE("An environment made from the interpreter of another one points at the base of both") {
  const io::TemporaryDirectory scratch;
  plant(scratch.path() / "one", environment_skeleton(machine_python(), scratch.path() / "one"));
  const Interpreter inner = query_interpreter(scratch.path() / "one/bin/python");
  plant(scratch.path() / "two", environment_skeleton(inner, scratch.path() / "two"));
  io::remove_tree(scratch.path() / "one");
  CHECK(with_python(scratch.path() / "two", "sys.base_prefix") == machine_python().base_prefix.string());
}

TEST_CASE("System packages are let in only when asked for") {
  const io::TemporaryDirectory scratch;
  SkeletonOptions options;
  options.system_site_packages = true;
  const auto tree = environment_skeleton(machine_python(), scratch.path(), options);
  CHECK(parse_environment_config(generated(tree, "pyvenv.cfg")).system_site_packages);
  CHECK_FALSE(parse_environment_config(generated(environment_skeleton(machine_python(), scratch.path()), "pyvenv.cfg"))
                  .system_site_packages);
}

TEST_CASE("A prompt cannot smuggle a line into pyvenv.cfg") {
  SkeletonOptions options;
  options.prompt = "x\nhome = /evil";
  CHECK_THROWS_AS(environment_skeleton(machine_python(), "/tmp/env", options), Error);
}

TEST_CASE("Sourcing the activator of a shell puts the environment in front, and deactivate restores all") {
  struct Shell {
    const char* program;
    const char* script;
  };
  // Each prints: the environment, where python is found, then the same after deactivate.
  const Shell shells[] = {
      {"sh",
       "PATH=/usr/bin:/bin; PS1='$ '; . \"$0\"; printf '%s\\n' \"$VIRTUAL_ENV|$(command -v python)|$PS1\"; deactivate; "
       "printf '%s\\n' \"${VIRTUAL_ENV-none}|$PATH|$PS1\"; . \"$0\"; . \"$0\"; deactivate; printf '%s\\n' \"$PATH\""},
      {"bash",
       "set -eu; PATH=/usr/bin:/bin; PS1='$ '; . \"$0\"; printf '%s\\n' \"$VIRTUAL_ENV|$(command -v python)|$PS1\"; "
       "deactivate; printf '%s\\n' \"${VIRTUAL_ENV-none}|$PATH|$PS1\"; . \"$0\"; . \"$0\"; deactivate; printf '%s\\n' "
       "\"$PATH\""},
      {"zsh",
       "set -eu; PATH=/usr/bin:/bin; PS1='$ '; . \"$0\"; print -r -- \"$VIRTUAL_ENV|$(command -v python)|$PS1\"; "
       "deactivate; print -r -- \"${VIRTUAL_ENV-none}|$PATH|$PS1\"; . \"$0\"; . \"$0\"; deactivate; print -r -- "
       "\"$PATH\""},
  };
  const io::TemporaryDirectory scratch;
  // Nothing in these names may be executed or expanded by any shell (CVE-2024-9287).
  for (const char* name :
       {"plain", "with blank", "it's $HOME `date` \"x\" \\n !! ;touch no", "\xE5\xAD\x97", "caf\xE9", "a\nb"}) {
    const fs::path root = scratch.path() / name;
    plant(root, environment_skeleton(machine_python(), root));
    for (const Shell& shell : shells) {
      if (!is_here(shell.program)) continue;
      INFO(shell.program << " " << name);
      const std::string said = output_of({shell.program, "-c", shell.script, (root / "bin/activate").string()});
      CHECK(said == root.string() + "|" + (root / "bin/python").string() + "|(" + name +
                        ") $ \nnone|/usr/bin:/bin|$ \n/usr/bin:/bin");
    }
  }
}

TEST_CASE("Fish and csh activate environments with any name, where they are installed") {
  const io::TemporaryDirectory scratch;
  for (const char* name : {"plain", "with blank", "it's $HOME `date` \"x\" \\n !! ;touch no"}) {
    const fs::path root = scratch.path() / name;
    plant(root, environment_skeleton(machine_python(), root));
    const std::string expected = root.string() + "|" + (root / "bin/python").string() + "\nnone|/usr/bin:/bin";
    const std::map<std::string, std::string> set = {{"PATH", "/usr/bin:/bin"}, {"KENV_TEST_ROOT", root.string()}};
    if (is_here("fish")) {
      INFO("fish " << name);
      CHECK(output_of({"fish", "--no-config", "-c",
                       "source $KENV_TEST_ROOT/bin/activate.fish; printf '%s|%s\\n' $VIRTUAL_ENV (command -v python | "
                       "string collect); deactivate; "
                       "set -q VIRTUAL_ENV; or printf 'none|%s\\n' (string join : $PATH)"},
                      set) == expected);
    }
    if (is_here("tcsh")) {
      INFO("tcsh " << name);
      // A script, since csh takes aliases only from lines that it reads after they were set.
      const fs::path commands = scratch.path() / "commands.csh";
      io::write_text(commands,
                     "source $KENV_TEST_ROOT:q/bin/activate.csh\nprintf '%s|%s\\n' $VIRTUAL_ENV:q \"`which python`\"\n"
                     "deactivate\nif ( ! $?VIRTUAL_ENV ) printf 'none|%s\\n' $PATH:q\n");
      CHECK(output_of({"tcsh", "-f", commands.string()}, set) == expected);
    }
  }
  if (!is_here("fish") || !is_here("tcsh")) WARN("not run for every shell: fish or tcsh is not installed");
}

TEST_CASE("Activating over an environment of python -m venv leaves that one, and the other way round") {
  const io::TemporaryDirectory scratch;
  const fs::path ours = scratch.path() / "ours", theirs = scratch.path() / "theirs";
  plant(ours, environment_skeleton(machine_python(), ours));
  output_of({machine_python().executable.string(), "-m", "venv", "--without-pip", theirs.string()});
  for (const auto& [first, second] : {std::pair{ours, theirs}, std::pair{theirs, ours}}) {
    CHECK(output_of({"bash", "-c",
                     "PATH=/usr/bin:/bin; PS1='$ '; . \"$0\"; . \"$1\"; printf '%s\\n' \"$PATH\"; deactivate; printf "
                     "'%s\\n' \"$PATH|$PS1\"",
                     (first / "bin/activate").string(), (second / "bin/activate").string()}) ==
          (second / "bin").string() + ":/usr/bin:/bin\n/usr/bin:/bin|$ ");
    if (is_here("fish"))
      CHECK(output_of({"fish", "--no-config", "-c",
                       "source $argv[1]; source $argv[2]; string join : $PATH; deactivate; string join : $PATH",
                       (first / "bin/activate.fish").string(), (second / "bin/activate.fish").string()},
                      {{"PATH", "/usr/bin:/bin"}}) == (second / "bin").string() + ":/usr/bin:/bin\n/usr/bin:/bin");
  }
}

TEST_CASE("VIRTUAL_ENV_DISABLE_PROMPT leaves the prompt alone") {
  const io::TemporaryDirectory scratch;
  plant(scratch.path(), environment_skeleton(machine_python(), scratch.path()));
  CHECK(output_of({"bash", "-c", "PS1='$ '; . \"$0\"; echo \"$PS1\"; deactivate; echo \"$PS1\"",
                   (scratch.path() / "bin/activate").string()},
                  {{"VIRTUAL_ENV_DISABLE_PROMPT", "1"}}) == "$ \n$ ");
}

TEST_CASE("Text is quoted by the rules of each shell") {
  CHECK(quote_for_fish("a'b\\c") == "'a\\'b\\\\c'");
  CHECK(quote_for_csh("a!b'c") == "'a\\!b'\\''c'");
  CHECK(quote_for_powershell("a'b\xE2\x80\x99$c") == "'a''b\xE2\x80\x99\xE2\x80\x99$c'");
}

TEST_CASE("The pip that an interpreter carries is found, and it is a wheel of pip") {
  const auto wheel = bundled_pip_wheel(machine_python());
  if (!wheel) {
    WARN("not run: this interpreter carries no wheel of pip");
    return;
  }
  CHECK(wheel->filename().string().starts_with("pip-"));
  CHECK(io::exists(*wheel));
}
