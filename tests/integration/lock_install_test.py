# SPDX-License-Identifier: Apache-2.0
"""What kenv locks, the newest pip and uv install."""
import json
import shutil
import tomllib

import pylock_facts
from support import NEW, OLD, main
from tools import TOOLS, ToolsTest


class InstalledByOthersTest(ToolsTest):
    def installs(self, lock):
        """Holds a lock against the standard, then lets kenv, pip and uv install it: {command: environment}."""
        text = (self.folder / lock).read_text()
        self.assertEqual(pylock_facts.problems(text), [], text)
        self.assertEqual(pylock_facts.schema_problems(text, TOOLS), [], text)
        locked = {one["name"]: one["version"] for one in tomllib.loads(text)["packages"]}
        environments = {}
        for command in (f"pip install -r {lock}", f"uv pip sync {lock}", f"uv pip install -r {lock}"):
            with self.subTest(command):
                environments[command] = self.made_by_pip(name=command.replace(" ", "-").replace("/", "-"))
                self.shell(command, environments[command])
                self.assertEqual(self.versions(environments[command]), locked)
        self.json("create", "by-kenv", "-r", lock, "--gpu", NEW, "--without-pip", variables={"KENV_INDEX": "http://127.0.0.1:9/none"})
        environments["kenv"] = self.folder / "by-kenv"
        self.assertEqual(self.versions(environments["kenv"]), locked)
        return environments

    def direct_url(self, environment, package):
        found = list(environment.glob(f"lib/python*/site-packages/{package}-*.dist-info/direct_url.json"))
        return json.loads(found[0].read_text()) if found else None

    def test_markers_and_times_are_read_by_all(self):
        index = self.server.add("times", lambda index: [index.change_files(project, lambda entry: entry.update({"upload-time": "2026-01-01T00:00:00.5Z"}))
                                                        for project in ("minicore", "minicolor", "minigpu")])
        self.json("lock", "minigpu", "minicolor; sys_platform == 'linux' and python_version >= '3.8'", "--gpu", NEW, "-o", self.folder,
                  variables={"KENV_INDEX": index.default, "KENV_FRAMEWORK_INDEX_MINIGPU": index.simple})
        text = (self.folder / "pylock.sm-120.toml").read_text()
        self.assertIn("upload-time = 2026-01-01T00:00:00.500000Z", text)
        self.assertIn("marker = ", text)
        self.installs("pylock.sm-120.toml")

    def test_wheels_that_were_named_by_address_and_path_are_locked_as_such(self):
        core, color = "minicore-1.1.0-py3-none-any.whl", "minicolor-1.0.0-py3-none-any.whl"
        (self.folder / "near").mkdir()
        shutil.copy(self.index.wheel(core.removesuffix(".whl")), self.folder / "near")
        address = f"{self.index.simple.removesuffix('/simple')}/wheels/{color}"
        self.json("create", "env", f"./near/{core}", f"minicolor @ {address}", "--gpu", NEW, "--without-pip")
        generation = next((self.folder / ".kenv/env").rglob("pylock.toml"))
        (self.folder / "pylock.toml").write_text(generation.read_text())
        packages = {one["name"]: one for one in tomllib.loads(generation.read_text())["packages"]}
        self.assertEqual(packages["minicolor"]["archive"]["url"], address)
        self.assertEqual(packages["minicore"]["archive"]["path"], f"{self.folder}/near/{core}")
        for command, environment in self.installs("pylock.toml").items():
            with self.subTest(command):
                self.assertEqual(self.direct_url(environment, "minicolor")["url"], address)
                self.assertEqual(self.direct_url(environment, "minicore")["url"], f"file://{self.folder}/near/{core}")

    def test_pip_and_uv_install_what_was_locked(self):
        self.json("lock", "minivision", "minicore[color]", "--gpu", NEW, "--gpu", OLD, "-o", self.folder)
        for name in ("sm-120", "sm-61"):
            locked = {one["name"]: one["version"] for one in tomllib.loads((self.folder / f"pylock.{name}.toml").read_text())["packages"]}
            for command in (f"pip install -r pylock.{name}.toml", f"uv pip sync pylock.{name}.toml"):
                with self.subTest(command):
                    environment = self.made_by_pip(name=command.replace(" ", "-"))
                    self.shell(command, environment)
                    self.assertEqual(self.versions(environment), locked)

    def test_wheels_beside_a_lock_are_named_from_there(self):
        (self.folder / "near here").mkdir()
        for name in ("minicore-2.0.0-*", "minicolor-1.1.0-*"):
            shutil.copy(self.index.wheel(name), self.folder / "near here")
        core = next((self.folder / "near here").glob("minicore-*"))
        self.json("lock", "./near here/" + core.name, "minicolor", "--find-links", "near here", "--without-index", "pypi", "--without-index", "minigpu", "--gpu", NEW)
        packages = {one["name"]: one for one in tomllib.loads((self.folder / "pylock.sm-120.toml").read_text())["packages"]}
        self.assertEqual(packages["minicore"]["archive"]["path"], "near here/" + core.name)
        self.assertTrue(packages["minicolor"]["wheels"][0]["path"].startswith("near here/"))
        self.assertTrue(all(one.get("archive", one.get("wheels", [None])[0])["size"] for one in packages.values()))
        self.installs("pylock.sm-120.toml")

    def test_questions_about_what_a_lock_names_are_answered_from_the_lock(self):
        self.json("lock", "minicore", "--gpu", NEW, "-o", self.folder)
        for words, sentence in ((["--why", "minicore"], "minicore 2.0.0 is chosen: it is what the lock names."),
                                (["--why-not", "minicore==1.0.0"], "minicore==1.0.0 is not in the lock, which names minicore 2.0.0."),
                                (["--why-not", "minicore==9"], "minicore==9 is not in the lock, which names minicore 2.0.0.")):
            with self.subTest(words):
                self.assertIn(sentence, self.text("resolve", "-r", "pylock.sm-120.toml", "--gpu", NEW, *words).output)

    def test_the_lock_of_a_generation_is_one_too(self):
        self.json("create", self.environment, "minivision", "--gpu", OLD)
        (lock,) = (self.folder / ".kenv").rglob("pylock.toml")
        environment = self.made_by_pip(name="other")
        self.shell(f"uv pip sync '{lock}'", environment)
        self.assertEqual(self.versions(environment)["minigpu"], "1.1.0+old")


if __name__ == "__main__":
    main()
