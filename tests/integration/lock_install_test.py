# SPDX-License-Identifier: Apache-2.0
"""What kenv locks, the newest pip and uv install."""
import tomllib

from support import NEW, OLD, main
from tools import ToolsTest


class InstalledByOthersTest(ToolsTest):
    def test_pip_and_uv_install_what_was_locked(self):
        self.json("lock", "minivision", "minicore[color]", "--gpu", NEW, "--gpu", OLD, "-o", self.folder)
        for name in ("sm-120", "sm-61"):
            locked = {one["name"]: one["version"] for one in tomllib.loads((self.folder / f"pylock.{name}.toml").read_text())["packages"]}
            for command in (f"pip install -r pylock.{name}.toml", f"uv pip sync pylock.{name}.toml"):
                with self.subTest(command):
                    environment = self.made_by_pip(name=command.replace(" ", "-"))
                    self.shell(command, environment)
                    self.assertEqual(self.versions(environment), locked)

    def test_the_lock_of_a_generation_is_one_too(self):
        self.json("create", self.environment, "minivision", "--gpu", OLD)
        (lock,) = (self.folder / ".kenv").rglob("pylock.toml")
        environment = self.made_by_pip(name="other")
        self.shell(f"uv pip sync '{lock}'", environment)
        self.assertEqual(self.versions(environment)["minigpu"], "1.1.0+old")


if __name__ == "__main__":
    main()
