# SPDX-License-Identifier: Apache-2.0
"""What the integration tests stand on: kenv run as users run it, in a world of its own.

usage of each test file: NAME_test.py BINARY_FOLDER SOURCE_FOLDER [unittest's options]
"""
import contextlib
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import unittest

from indexes import Server
from schema import Schema

BINARY_FOLDER, SOURCE_FOLDER = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
KENV = BINARY_FOLDER / "bin/kenv"
EXIT_CODES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 130}
LIMIT = 120  # seconds; nothing here takes that long, but a hang must end
NEW, OLD = "RTX 5090", "GTX 1080 Ti"


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])


def contents(root):
    """Every path below `root` with its kind, mode and content; bytecode, which Python writes as it likes, left out."""
    found = {}
    if not os.path.lexists(root):
        return found
    found["."] = ("folder", oct(stat.S_IMODE(root.stat().st_mode)), "")
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in folders + files:
            path = pathlib.Path(folder, name)
            status, relative = path.lstat(), str(path.relative_to(root))
            if stat.S_ISLNK(status.st_mode):
                found[relative] = ("link", "", os.readlink(path))
            elif stat.S_ISDIR(status.st_mode):
                found[relative] = ("folder", oct(stat.S_IMODE(status.st_mode)), "")
            else:
                digest = hashlib.sha256(path.read_bytes()).hexdigest()
                found[relative] = ("file", oct(stat.S_IMODE(status.st_mode)), digest)
    return found


class Result:
    def __init__(self, words, exit_code, output, errors):
        self.words, self.exit, self.output, self.errors = words, exit_code, output, errors
        self.document = None

    def __str__(self):
        return f"kenv {' '.join(map(str, self.words))}\nexit {self.exit}\n{self.output[-3000:]}{self.errors[-3000:]}"

    @property
    def error(self):
        return self.document.get("error", {}) if self.document else {}


class KenvTest(unittest.TestCase):
    """Each test file has a home, a store, a cache and an nginx of its own; each test a folder of its own."""
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.world = pathlib.Path(tempfile.mkdtemp(prefix="kenv-integration-")).resolve()
        cls.addClassCleanup(shutil.rmtree, cls.world, ignore_errors=True)
        cls.server = Server(SOURCE_FOLDER, BINARY_FOLDER / "minigpu-index", cls.world)
        cls.addClassCleanup(cls.server.stop)
        cls.index = cls.server.add("good")
        for name in ("home", "tmp"):
            (cls.world / name).mkdir()
        cls.variables = {
            "HOME": str(cls.world / "home"), "TMPDIR": str(cls.world / "tmp"), "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
            "PIP_CONFIG_FILE": os.devnull, "KENV_STORE_DIR": str(cls.world / "store"), "KENV_CACHE_DIR": str(cls.world / "cache"),
            "KENV_INDEX": cls.index.default, "KENV_FRAMEWORK_INDEX_MINIGPU": cls.index.simple,
        }
        # The sanitizers' options have to reach the program.
        cls.variables |= {name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")}

    def setUp(self):
        self.folder = self.world / re.sub(r"\W+", "-", self.id().split(".")[-1])[:60]
        self.folder.mkdir()
        self.environment = self.folder / "env"

    # Running kenv.

    def start(self, *words, variables=None, prefix=(), agree=True, **options):
        """kenv as a child. What it would ask is agreed to, for the verbs that ask."""
        words = [*words, "--yes"] if agree and words and words[0] in ("create", "fix", "install", "remove") else words
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | options
        return subprocess.Popen([*map(str, prefix), str(KENV), *map(str, words)], cwd=self.folder,
                                env=self.variables | (variables or {}), **options)

    def finish(self, process, words=()):
        try:
            output, errors = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
            self.fail(f"kenv hangs: {words}\n{output}{errors}")
        result = Result(words, process.returncode, output or "", errors or "")
        self.assertIn(result.exit, EXIT_CODES | {-signal.SIGKILL, -signal.SIGINT}, result)
        return result

    def text(self, *words, exit=0, **options):
        """Runs kenv for people."""
        result = self.finish(self.start(*words, **options), words)
        self.assertEqual(result.exit, exit, result)
        return result

    def json(self, *words, exit=0, **options):
        """Runs kenv for scripts, holds the document against its schema and returns the document."""
        result = self.read_document(self.finish(self.start(*words, "--json", **options), words))
        self.assertEqual(result.exit, exit, result)
        return result.document

    def read_document(self, result):
        try:
            result.document = json.loads(result.output)
        except ValueError:
            self.fail(f"not one JSON document: {result}")
        schema = SOURCE_FOLDER / "docs/schemas" / f"{result.document['command']}.schema.json"
        self.assertEqual(Schema(schema).problems(result.document), [], result)
        self.assertEqual(result.document["exit_code"], result.exit, result)
        self.assertEqual(result.document["status"] == "failed", "error" in result.document, result)
        return result

    @staticmethod
    def detected(name, capability, driver="580.65.06", cuda=13000):
        """Variables under which kenv finds this GPU: by a libnvidia-ml.so.1 that tells of it (tests/support/fake_nvml.cpp)."""
        return {"LD_LIBRARY_PATH": str(BINARY_FOLDER / "fake-nvml"),
                "KENV_FAKE_NVML": f"driver={driver};cuda={cuda};gpu={name}|{capability}|00000000:01:00.0|2b85|0"}

    # Environments.

    def run_in(self, environment, program, *words, exit=0):
        done = subprocess.run([environment / "bin" / program, *words], capture_output=True, text=True, cwd=self.folder,
                              env=self.variables, timeout=LIMIT)
        self.assertEqual(done.returncode, exit, f"{program} {words}: {done.stdout}{done.stderr}")
        return done.stdout

    def pip(self, environment, *words):
        """The environment's own pip; it knows the index as users' pips do."""
        options = ["--disable-pip-version-check", "--no-cache-dir"]
        options += ["--index-url", self.index.simple] if words[0] in ("install", "download") else []
        return self.run_in(environment, "python", "-m", "pip", words[0], *options, *words[1:])

    def versions(self, environment):
        """What importlib.metadata sees: {name: version}."""
        script = "import importlib.metadata as m, json; print(json.dumps({d.name.lower(): d.version for d in m.distributions()}))"
        return json.loads(self.run_in(environment, "python", "-I", "-c", script))

    def made_by_pip(self, *requirements, name="env"):
        """An environment of python -m venv and pip, as kenv meets them."""
        environment = self.folder / name
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
        if requirements:
            self.pip_from_outside(environment, *requirements)
        return environment

    def pip_from_outside(self, environment, *requirements):
        """This Python's pip installs into an environment that has none: without its own it is made in a moment."""
        done = subprocess.run(
            [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", environment / "bin/python", "install",
             "--quiet", "--no-cache-dir", "--no-deps", "--index-url", self.index.simple, *requirements],
            capture_output=True, text=True, env=self.variables, timeout=LIMIT)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def broken_environment(self, name="env"):
        """Holds a build without code for an RTX 5090."""
        return self.made_by_pip("minigpu==1.1.0+old", "minivision==0.2.0+old", "minicore==1.1.0", "minicolor==1.1.0", name=name)

    # Assertions.

    @contextlib.contextmanager
    def unchanged(self, *paths):
        before = [contents(path) for path in paths]
        yield
        for path, old in zip(paths, before):
            self.assert_same(old, contents(path), path)

    def assert_same(self, expected, found, what=""):
        """Names the paths that differ rather than printing everything."""
        differing = sorted(path for path in expected.keys() | found.keys() if expected.get(path) != found.get(path))
        lines = [f"{path}: {expected.get(path)} became {found.get(path)}" for path in differing[:8]]
        self.assertEqual(differing, [], f"{what}\n" + "\n".join(lines))

    def assert_no_leftovers(self, environment):
        """Nothing half done lies beside the environment."""
        state = environment.parent / ".kenv" / environment.name
        left = [path.name for path in state.glob("*") if path.name.startswith(("staging-", "set-aside-"))]
        self.assertEqual(left, [])

    def steps(self, document, *actions):
        wanted = actions or ("add", "remove", "replace")
        return {step["name"]: step["to"] or step["from"] for step in document["steps"] if step["action"] in wanted}

    def rejected(self, document, package):
        """{(version, variant): rejection}; one entry of the document may speak for several versions."""
        found = {}
        for entry in document["rejections"]:
            parts = re.fullmatch(rf"{package} ([^()]+) \((\w+), [\w-]+\)", entry["candidate"])
            for version in parts[1].split(", ") if parts else ():
                found[version.split("+")[0], parts[2]] = entry
        return found
