# SPDX-License-Identifier: Apache-2.0
"""kenv lock ENVIRONMENT: from which wheels came what others installed, and what is no proof of that."""
import base64
import hashlib
import io
import shutil
import zipfile

from support import main
from tools import ToolsTest


def wheel_with_everything(folder, script="#!python\nprint('hello')\n"):
    """A wheel that uses all that the format has: folders of .data, scripts whose first line is rewritten, entry points."""
    members = {
        "full/__init__.py": "x = 1\n",
        "full-1.0.data/purelib/full_more/__init__.py": "y = 2\n",
        "full-1.0.data/scripts/full-script": script,
        "full-1.0.data/scripts/full-shell": "#!/bin/sh\nexit 0\n",
        "full-1.0.data/data/share/full/notes.txt": "notes\n",
        "full-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: full\nVersion: 1.0\n",
        "full-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "full-1.0.dist-info/entry_points.txt": "[console_scripts]\nfull-command = full:main\n",
    }
    rows = [f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b'=').decode()},{len(text)}" for path, text in members.items()]
    members["full-1.0.dist-info/RECORD"] = "\n".join([*rows, "full-1.0.dist-info/RECORD,,"]) + "\n"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as wheel:
        for path, text in members.items():
            wheel.writestr(path, text)
    folder.mkdir(exist_ok=True)
    path = folder / "full-1.0-py3-none-any.whl"
    path.write_bytes(out.getvalue())
    return path


class LockOriginTest(ToolsTest):
    def locked(self, environment, *options, exit=0, variables=None):
        """{package: the digest that is locked}, {package: why none is}."""
        (target,) = self.json("lock", environment, *options, "-o", self.folder, exit=exit, variables=variables)["targets"]
        return ({one["name"]: one["wheel"]["sha256"] for one in target["packages"] if one.get("wheel")},
                {one["name"]: one["reason"] for one in target["missing"]})

    @staticmethod
    def digest(path):
        return hashlib.sha256(path.read_bytes()).hexdigest()

    def stranger(self, name):
        """An index on which somebody took the name: the same METADATA, other code."""
        return self.server.add(name, lambda index: index.replace_member("minicore-1.1.0-*", "minicore/__init__.py", b"raise SystemExit('not yours')\n"))

    def test_what_a_place_of_wheels_lists_is_not_asked_of_an_index(self):
        environment = self.made_by_pip("minicore==1.1.0", "minicolor==1.0.0")
        (self.folder / "near").mkdir()
        wheels = {name: self.index.wheel(pattern) for name, pattern in (("minicore", "minicore-1.1.0-*"), ("minicolor", "minicolor-1.0.0-*"))}
        for wheel in wheels.values():
            shutil.copy(wheel, self.folder / "near")
        stranger = self.stranger("stranger-asked")
        locked, missing = self.locked(environment, "--find-links", "near", "--index", stranger.default)
        self.assertEqual((locked, missing), ({name: self.digest(path) for name, path in wheels.items()}, {}))
        self.assertEqual([line for line in self.server.requests() if "/stranger-asked/" in line], [])

    def test_the_same_metadata_is_no_proof_of_the_same_code(self):
        environment = self.made_by_pip("minicore==1.1.0", "minicolor==1.0.0")
        stranger = self.stranger("stranger")
        locked, missing = self.locked(environment, "--index", stranger.default, variables={"KENV_FRAMEWORK_INDEX_MINIGPU": stranger.simple}, exit=3)
        self.assertEqual(locked, {"minicolor": self.digest(self.index.wheel("minicolor-1.0.0-*"))})
        self.assertIn("is another wheel: RECORD of that wheel states another minicore/__init__.py", missing["minicore"])
        self.assertIn("--find-links DIR", missing["minicore"])

    def test_an_index_that_says_nothing_of_metadata_will_do(self):
        def without_metadata(index):
            for project in ("minicore", "minicolor"):
                index.change_files(project, lambda entry: [entry.pop(key, None) for key in ("core-metadata", "dist-info-metadata", "data-dist-info-metadata")])
        index = self.server.add("no-metadata", without_metadata)
        environment = self.made_by_pip("minicore==1.1.0", "minicolor==1.0.0")
        locked, missing = self.locked(environment, variables={"KENV_INDEX": index.default})
        self.assertEqual((locked["minicore"], missing), (self.digest(index.wheel("minicore-1.1.0-*")), {}))

    def test_a_wheel_is_known_again_by_whomever_it_was_installed(self):
        near = wheel_with_everything(self.folder / "near")
        far = wheel_with_everything(self.folder / "far", "#!python\nprint('another')\n")
        commands = {"pip": "pip install --no-index --find-links near full", "uv": "uv pip install --no-index --find-links near full",
                    "uv-copied": "uv pip install --link-mode copy --compile-bytecode --no-index --find-links near full"}
        for name, command in commands.items():
            with self.subTest(name):
                environment = self.made_by_pip(name="by-" + name)
                self.shell(command, environment)
                self.assertEqual(self.locked(environment, "--find-links", "near"), ({"full": self.digest(near)}, {}))
                self.assertEqual(self.locked(environment, "--find-links", "near", "--offline", "-n"), ({"full": self.digest(near)}, {}))
                locked, missing = self.locked(environment, "--find-links", "far", exit=3)
                self.assertEqual(locked, {}, far)
                self.assertIn("full-script", missing["full"])

    def test_a_folder_too_deep_for_a_first_line_hides_no_script(self):
        near = wheel_with_everything(self.folder / "near")
        environment = self.made_by_pip(name="/".join(["deep" * 20] * 2))
        self.shell("pip install --no-index --find-links near full", environment)
        self.assertEqual(self.locked(environment, "--find-links", "near"), ({"full": self.digest(near)}, {}))


if __name__ == "__main__":
    main()
