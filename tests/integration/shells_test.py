# SPDX-License-Identifier: Apache-2.0
"""kenv completions, help and config: what a shell offers, what is explained, and where each setting comes from."""
import shutil
import subprocess

from support import KenvTest, main

COMPLETE = """
source "$1"
COMP_WORDS=("${@:2}")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_kenv
printf '%s\\n' "${COMPREPLY[@]}"
"""


class CompletionTest(KenvTest):
    def setUp(self):
        super().setUp()
        self.script = self.folder / "kenv.bash"
        self.script.write_text(self.text("completions", "bash").output)

    def offered(self, *words):
        """What bash offers for the last of these words."""
        done = subprocess.run(["bash", "--norc", "-c", COMPLETE, "bash", self.script, *words], capture_output=True, text=True,
                              cwd=self.folder, env=self.variables)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [line for line in done.stdout.split("\n") if line]

    def test_bash_offers_verbs_options_values_and_files(self):
        (self.folder / "old-env").mkdir()
        (self.folder / "requirements.txt").touch()
        self.assertEqual(self.offered("kenv", "cre"), ["create"])
        self.assertIn("rollback", self.offered("kenv", ""))
        self.assertEqual(self.offered("kenv", "fix", "--allow"), ["--allow-remove"])
        self.assertEqual(self.offered("kenv", "-C", "somewhere", "--json", "roll"), ["rollback"])
        self.assertEqual(self.offered("kenv", "create", "env", "--verify", ""), ["standard", "full"])
        self.assertEqual(self.offered("kenv", "--color", "al"), ["always"])
        self.assertEqual(self.offered("kenv", "doctor", "--color", "=", "ne"), ["never"])
        self.assertEqual(self.offered("kenv", "doctor", "--color", "="), ["auto", "always", "never"])
        self.assertEqual(self.offered("kenv", "doctor", "old"), ["old-env"])
        self.assertEqual(self.offered("kenv", "doctor", "req"), [])
        self.assertEqual(self.offered("kenv", "install", "-r", "req"), ["requirements.txt"])
        self.assertEqual(self.offered("kenv", "manifest", "s"), ["show"])
        self.assertEqual(self.offered("kenv", "completions", ""), ["bash", "zsh", "fish", "powershell"])
        self.assertEqual(self.offered("kenv", "help", "doc"), ["doctor"])

    def test_bash_uses_it_when_it_completes(self):
        done = subprocess.run(["bash", "--norc", "-c", 'source "$1"; complete -p kenv', "bash", self.script], capture_output=True, text=True)
        self.assertEqual(done.stdout, "complete -F _kenv kenv\n", done.stderr)

    def test_every_verb_and_option_is_in_every_shell_s_script(self):
        verbs = [line.split()[0] for line in self.text("help").output.split("Verbs:\n")[1].split("\n\n")[0].splitlines()]
        self.assertGreater(len(verbs), 12)
        for shell in ("bash", "zsh", "fish", "powershell"):
            script = self.json("completions", shell)["script"]
            for word in (*verbs, "while-running", "find-links"):
                self.assertIn(word, script, shell)

    def test_the_other_shells_can_read_theirs(self):
        checks = {"zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}
        missing = [shell for shell in checks if shutil.which(shell) is None]
        for shell in checks.keys() - set(missing):
            script = self.folder / shell
            script.write_text(self.text("completions", shell).output)
            done = subprocess.run([*checks[shell], script], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), shell)
        if missing:
            self.skipTest(f"NOT RUN for {', '.join(missing)}: not installed")

    def test_a_shell_that_is_not_known(self):
        self.assertEqual(self.json("completions", "tcsh", exit=2)["error"]["code"], "unknown-shell")


class HelpTest(KenvTest):
    def test_help_of_a_verb_is_the_same_however_it_is_asked_for(self):
        self.assertEqual(self.text("help", "fix").output, self.text("fix", "--help").output)
        self.assertEqual(self.json("help", "fix")["text"], self.text("fix", "-h").output)
        self.assertEqual(self.text("help").output, self.text("--help").output)
        self.assertIn("did you mean `kenv help doctor`?", self.json("help", "docter", exit=2)["error"]["hint"])


class ConfigTest(KenvTest):
    def settings(self, *words, **options):
        return {(one["name"], one["origin"]): one for one in self.json("config", *words, **options)["settings"]}

    def test_every_setting_says_where_it_comes_from(self):
        found = self.settings("--find-links", self.folder)
        self.assertEqual(found["index", "KENV_INDEX"]["value"], self.index.default)
        self.assertEqual(found["framework-index.minigpu", "KENV_FRAMEWORK_INDEX_MINIGPU"]["value"], self.index.simple)
        self.assertEqual(found["find-links", "--find-links"]["value"], str(self.folder))
        self.assertEqual(found["store-folder", "KENV_STORE_DIR"]["value"], str(self.world / "store"))
        self.assertIn(("framework-index.pytorch", "built in"), found)
        self.assertIn("[KENV_INDEX]", self.text("config", "--show-origin").output)
        self.assertNotIn("[KENV_INDEX]", self.text("config").output)

    def test_pip_s_configuration_is_heeded_and_what_is_not_says_why(self):
        file = self.folder / "pip.conf"
        file.write_text("[global]\nindex-url = https://someone:secret@pip.example/simple\nextra-index-url = https://someone:secret@extra.example/simple\n")
        variables = {"PIP_CONFIG_FILE": str(file), "KENV_INDEX": "", "NO_COLOR": "1"}
        settings = self.json("config", variables=variables)["settings"]
        (index,) = [one for one in settings if one["name"] == "index"]
        self.assertEqual(index["value"], "https://pip.example/simple")
        self.assertIn(str(file), index["origin"])
        (extra,) = [one for one in settings if "extra.example" in one["value"]]
        self.assertFalse(extra["used"])
        self.assertTrue(extra["reason"])
        self.assertNotIn("secret", self.text("config", "--show-origin", variables=variables).output)
        self.assertEqual([one["value"] for one in settings if one["name"] == "color"], ["never"])


if __name__ == "__main__":
    main()
