# SPDX-License-Identifier: Apache-2.0
"""The newest pip and uv, in an environment of their own (scripts/setup.sh --tests; tests/support/tools.txt)."""
import os
import pathlib
import subprocess

from support import LIMIT, SOURCE_FOLDER, KenvTest

TOOLS = pathlib.Path(os.environ.get("KENV_TEST_TOOLS") or SOURCE_FOLDER / "build/test-tools")


class ToolsTest(KenvTest):
    """A test that runs other installers. Without them it says that it does not run."""

    @classmethod
    def setUpClass(cls):
        if not (TOOLS / "bin/uv").exists():
            cls.skipTest(cls, f"NOT RUN: there is no pip and uv in {TOOLS}; make them with scripts/setup.sh --tests")
        super().setUpClass()
        cls.commands = cls.world / "commands"
        cls.commands.mkdir()
        # The newest pip works on the active environment, which has none of its own and is made in a moment.
        cls._command("pip", f'exec "{TOOLS}/bin/python" -m pip --disable-pip-version-check --python "$VIRTUAL_ENV/bin/python" "$@"')
        cls._command("uv", f'exec "{TOOLS}/bin/uv" "$@"')
        cls.variables |= {"UV_CACHE_DIR": str(cls.world / "uv-cache"), "UV_PYTHON_DOWNLOADS": "never", "PIP_NO_CACHE_DIR": "1"}

    @classmethod
    def _command(cls, name, line):
        path = cls.commands / name
        path.write_text(f"#!/bin/sh\n{line}\n")
        path.chmod(0o755)

    def shell(self, script, environment, variables=None, exit=0, folder=None):
        """Runs a script with the environment active, stopping at the first failure; returns what it said."""
        active = {"VIRTUAL_ENV": str(environment), "PATH": f"{self.commands}:{environment}/bin:{self.variables['PATH']}"}
        done = subprocess.run(["sh", "-eu", "-c", script], cwd=folder or self.folder, env=self.variables | active | (variables or {}),
                              capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(done.returncode, exit, f"{script}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def load_yaml(self, text):
        script = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin.read())))"
        done = subprocess.run([TOOLS / "bin/python", "-c", script], input=text, capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(done.returncode, 0, text + done.stderr)
        return done.stdout
