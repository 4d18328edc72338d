# SPDX-License-Identifier: Apache-2.0
"""Tests of the resolver through the built program: indexes of tiny wheels, made by the test, on a real nginx."""
import os
import pathlib
import shutil
import sys
import tempfile

from indexes import Server
from support import SOURCE_FOLDER, KenvTest

sys.path.insert(0, str(SOURCE_FOLDER / "tests/support"))
from tiny_index import TinyIndex  # noqa: E402


class TinyIndexTest(KenvTest):
    """A world without the minigpu index. One Python is on the path; others are described."""

    @classmethod
    def setUpClass(cls):
        cls.world = pathlib.Path(tempfile.mkdtemp(prefix="kenv-tiny-")).resolve()
        cls.addClassCleanup(shutil.rmtree, cls.world, ignore_errors=True)
        cls.server = Server(SOURCE_FOLDER, None, cls.world)
        cls.addClassCleanup(cls.server.stop)
        for name in ("home", "tmp"):
            (cls.world / name).mkdir()
        path = f"{pathlib.Path(sys.executable).resolve().parent}:/usr/bin:/bin"
        cls.variables = {
            "HOME": str(cls.world / "home"), "TMPDIR": str(cls.world / "tmp"), "PATH": path, "LANG": "C.UTF-8",
            "PIP_CONFIG_FILE": os.devnull, "KENV_STORE_DIR": str(cls.world / "store"), "KENV_CACHE_DIR": str(cls.world / "cache"),
        }
        cls.variables |= {name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")}

    @classmethod
    def new_index(cls, name):
        """An empty index that is served as soon as its pages are written."""
        return TinyIndex(cls.world / "www" / name)

    @classmethod
    def address(cls, name, part="simple"):
        return f"http://127.0.0.1:{cls.server.port}/{name}/{part}"

    def resolved(self, index, *requirements, exit=0, options=()):
        """The document of `kenv resolve` on one index alone."""
        return self.json("resolve", *requirements, "--index", self.address(index) + "/", "--without-index", "pytorch",
                         "--no-input", *options, exit=exit)
