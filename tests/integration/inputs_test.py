# SPDX-License-Identifier: Apache-2.0
"""What kenv reads as input: the newest pip and uv read the same files and come to the same set."""
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys

from support import LIMIT, NEW, OLD, main
from tools import TOOLS, ToolsTest


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


class InputsTest(ToolsTest):
    def setUp(self):
        super().setUp()
        self.wheels = self.index.folder / "wheels"

    def file(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def digest(self, wheel, algorithm="sha256"):
        return hashlib.new(algorithm, (self.wheels / wheel).read_bytes()).hexdigest()

    def pip_set(self, *words, variables=None):
        """What pip would install: {name: version}."""
        environment = self.folder / "oracle"
        if not environment.exists():
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
        self.shell("pip install --dry-run --quiet --ignore-installed --index-url " + self.index.default + " --report report.json " + shlex.join(words), environment, variables)
        report = json.loads((self.folder / "report.json").read_text())
        return {normal(item["metadata"]["name"]): item["metadata"]["version"] for item in report["install"]}

    def kenv_set(self, *words, variables=None):
        return self.steps(self.json("resolve", "--gpu", NEW, *words, variables=variables))

    def test_a_requirements_file_gives_the_set_that_pip_gives(self):
        self.file("more/bounds.txt", "minicolor<1.1\n")
        self.file("more/base.txt", "# what it needs\n\nMiniCore[color] \\\n    <2  # not yet 2\n-c bounds.txt\n")
        self.file("latin.txt", "").write_bytes("# coding: latin-1\nminicolor>=1 # schön\n".encode("latin-1"))
        self.file("variable.txt", "minicore==${WANTED}\n")
        self.file("markers.txt", "minicore; python_version >= '3'\nminicolor==1.0.0; sys_platform == 'win32'\n")
        self.file("glued.txt", "-rmore/base.txt\n--only-binary=:all: --prefer-binary\n")
        self.file("links.txt", f"--no-index\n--find-links {self.wheels}\nminicore[color]\n")
        for words in (["-r", "more/base.txt"], ["-r", "latin.txt"], ["-r", "variable.txt"], ["-r", "markers.txt"], ["-r", "glued.txt"], ["-r", "links.txt"],
                      ["minicore[color]", "-c", "more/bounds.txt"]):
            with self.subTest(words):
                variables = {"WANTED": "1.1.0"}
                found = self.kenv_set(*words, variables=variables)
                self.assertEqual(found, self.pip_set(*words, variables=variables))
                self.assertTrue(found)

    def test_digests_bind_as_they_do_with_pip(self):
        core, color = "minicore-2.0.0-py3-none-any.whl", "minicolor-1.1.0-py3-none-any.whl"
        good = f"minicore[color]==2.0.0 --hash=sha256:{self.digest(core)}\nminicolor==1.1.0 \\\n  --hash=sha256:{'0' * 64} \\\n  --hash=sha256:{self.digest(color)}\n"
        self.file("good.txt", good)
        self.assertEqual(self.kenv_set("-r", "good.txt"), self.pip_set("-r", "good.txt"))
        self.file("wrong.txt", good.replace(self.digest(core), "1" * 64))
        document = self.json("resolve", "--gpu", NEW, "-r", "wrong.txt", exit=4)
        self.assertIn("minicore 2.0.0 cannot be used: has no wheel with a digest that you vouch for (--hash)", document["explanation"])
        self.file("missing.txt", good.splitlines()[0] + "\n")
        self.json("resolve", "--gpu", NEW, "-r", "missing.txt", exit=4)  # minicolor comes in without a digest
        self.file("unpinned.txt", good.replace("==2.0.0", ">=2"))
        self.assertIn("unpinned.txt:1:1", self.text("resolve", "--gpu", NEW, "-r", "unpinned.txt", exit=2).errors)

    def test_digests_choose_among_the_wheels_of_a_folder(self):
        near = ["--find-links", str(self.wheels), "--without-index", "pypi", "--without-index", "minigpu"]
        self.assertEqual(self.kenv_set("minicolor", *near), {"minicolor": "1.1.0"})
        for algorithm in ("sha256", "sha512"):
            self.file("c.txt", f"minicolor --hash={algorithm}:{self.digest('minicolor-1.0.0-py3-none-any.whl', algorithm)}\n")
            self.assertEqual(self.kenv_set("minicolor", "-c", "c.txt", *near), {"minicolor": "1.0.0"})
        self.file("c.txt", "minicolor --hash=sha256:" + "1" * 64 + "\n")
        error = self.json("resolve", "minicolor", "-c", "c.txt", *near, "--gpu", NEW, exit=4)["error"]
        self.assertIn("no wheel with a digest that you vouch for", error["message"])
        wheel = f"{self.wheels}/minicolor-1.0.0-py3-none-any.whl"
        self.assertEqual(self.kenv_set("minicolor", "--find-links", f"{wheel}#sha256={self.digest('minicolor-1.0.0-py3-none-any.whl')}", *near[2:]), {"minicolor": "1.0.0"})

    def test_digests_of_any_algorithm_that_vouches_are_held_against_the_wheel(self):
        wheel = "minicolor-1.1.0-py3-none-any.whl"
        address = f"{self.index.simple.removesuffix('/simple')}/wheels/{wheel}"
        head = 'lock-version = "1.0"\ncreated-by = "x"\n[[packages]]\nname = "minicolor"\n[[packages.wheels]]\n'
        own = {"KENV_STORE_DIR": str(self.folder / "store")}  # a wheel that is there already is not fetched again
        for algorithm in ("sha224", "sha384", "sha512", "sha3_256", "blake2b", "blake2s"):
            good = self.digest(wheel, algorithm)
            wrong = "0" * len(good)
            self.file("hash.txt", f"minicolor==1.1.0 --hash={algorithm}:{wrong} --hash={algorithm}:{good}\n")
            self.file("fragment.txt", f"minicolor @ {address}#{algorithm}={good}\n")
            self.file(f"pylock.{algorithm}.toml", head + f'url = "{address}"\nhashes = {{md5 = "00", {algorithm} = "{good}"}}\n')
            self.file("hash-wrong.txt", f"minicolor==1.1.0 --hash={algorithm}:{wrong} --hash=sha256:{self.digest(wheel)}\n")
            self.file("fragment-wrong.txt", f"minicolor @ {address}#sha256={self.digest(wheel)}&{algorithm}={wrong}\n")
            self.file("pylock.wrong.toml", head + f'url = "{address}"\nhashes = {{sha256 = "{self.digest(wheel)}", {algorithm} = "{wrong}"}}\n')
            for number, name in enumerate(("hash.txt", "fragment.txt", f"pylock.{algorithm}.toml")):
                with self.subTest((algorithm, name)):
                    environment = f"env-{algorithm}-{number}"
                    self.json("create", environment, "--gpu", NEW, "-r", name, "--without-pip", variables=own)
                    self.assertEqual(self.versions(self.folder / environment), {"minicolor": "1.1.0"})
                    lock = next((self.folder / ".kenv" / environment).rglob("pylock.toml")).read_text()
                    self.assertIn(self.digest(wheel), lock)
                    self.assertEqual(good in lock, name != "hash.txt")  # what is known of the file, not what somebody asked of it
            for number, name in enumerate(("hash-wrong.txt", "fragment-wrong.txt", "pylock.wrong.toml")):
                with self.subTest((algorithm, name)):
                    error = self.json("create", "other", "--gpu", NEW, "-r", name, "--without-pip", exit=6,
                                      variables={"KENV_STORE_DIR": str(self.folder / f"store-{algorithm}-{number}")})["error"]
                    self.assertEqual(error["code"], "hash-mismatch")
                    self.assertIn(self.digest(wheel, algorithm), error["message"])
                    self.assertFalse((self.folder / "other").exists())

    def test_an_index_may_state_other_digests_than_sha256(self):
        def restate(entry):
            entry["hashes"] = {"md5": "00", "sha512": self.digest(entry["filename"], "sha512")}
        index = self.server.add("sha512", lambda index: index.change_files("minicolor", restate))
        variables = {"KENV_INDEX": index.default, "KENV_FRAMEWORK_INDEX_MINIGPU": index.simple, "KENV_CACHE_DIR": str(self.folder / "cache")}
        for words in (["minicolor"], ["minicolor", "--offline"]):  # the second time from the cache
            self.json("lock", *words, "--gpu", NEW, variables=variables)
            self.assertIn('hashes = {"sha512" = ', (self.folder / "pylock.sm-120.toml").read_text())
        for command in ("pip install -r pylock.sm-120.toml", "uv pip sync pylock.sm-120.toml"):
            environment = self.made_by_pip(name=command.split()[0])
            self.shell(command, environment)
            self.assertEqual(self.versions(environment), {"minicolor": "1.1.0"})
        self.json("create", "env", "minicolor", "--gpu", NEW, "--without-pip", variables=variables)
        index.change_files("minicolor", lambda entry: entry.update(hashes={"sha512": "1" * 128}))
        spoiled = variables | {"KENV_CACHE_DIR": str(self.folder / "other-cache"), "KENV_STORE_DIR": str(self.folder / "store")}
        error = self.json("create", "other", "minicolor", "--gpu", NEW, "--without-pip", variables=spoiled, exit=6)["error"]
        self.assertIn("its SHA-512 is", error["message"])

    def test_a_file_without_a_digest_in_its_folder_is_checked_before_anything_is_made(self):
        self.file("wrong.txt", f"--no-index\n-f {self.wheels}\nminicolor==1.1.0 --hash=sha256:{'1' * 64}\n")
        with self.unchanged(self.environment):
            error = self.json("create", "env", "--gpu", NEW, "-r", "wrong.txt", exit=4)["error"]
        self.assertIn("minicolor 1.1.0 cannot be used: has no wheel with a digest that you vouch for", error["message"])
        self.assertIn("may have been replaced", error["hint"])

    def test_wheels_named_by_path_and_address_are_installed_from_there(self):
        core, color = "minicore-1.1.0-py3-none-any.whl", "minicolor-1.0.0-py3-none-any.whl"
        (self.folder / "near").mkdir()
        (self.folder / "near" / core).write_bytes((self.wheels / core).read_bytes())
        address = f"{self.index.simple.removesuffix('/simple')}/wheels/{color}#sha256={self.digest(color)}"
        self.file("r.txt", f"./near/{core}[color]\nminicolor @ {address}\n")
        wanted = {"minicore": "1.1.0", "minicolor": "1.0.0"}
        self.assertEqual(self.pip_set("-r", "r.txt"), wanted)
        self.json("create", "env", "--gpu", NEW, "-r", "r.txt", "--without-pip")
        self.assertEqual(self.versions(self.environment), wanted)
        origin = json.loads(next(self.environment.rglob("minicolor-*.dist-info/direct_url.json")).read_text())
        self.assertEqual((origin["url"], origin["archive_info"]["hashes"]["sha256"]), (address.split("#")[0], self.digest(color)))
        # As typed, by a file address too; a wrong digest is noticed before anything is switched on.
        self.assertEqual(self.kenv_set(f"file://{self.folder}/near/{core}"), {"minicore": "1.1.0"})
        wrong = address.replace(self.digest(color), "1" * 64)
        self.assertEqual(self.json("create", "other", f"minicolor @ {wrong}", "--gpu", NEW, "--without-pip", exit=6)["error"]["code"], "hash-mismatch")
        self.assertFalse((self.folder / "other").exists())

    def test_an_override_takes_the_place_of_what_packages_ask(self):
        self.file("o.txt", "minicolor==1.0.0\n")
        self.assertEqual(self.kenv_set("minicore[color]", "--override", "o.txt"), {"minicore": "2.0.0", "minicolor": "1.0.0"})
        self.assertEqual(self.kenv_set("minicore", "--override", "o.txt"), {"minicore": "2.0.0"})

    def test_a_project_its_groups_and_extras_and_a_script_give_what_they_state(self):
        self.file("pyproject.toml", '[project]\nname = "x"\nversion = "1"\nrequires-python = ">=3.8"\ndependencies = ["minicore<2"]\n'
                  '[project.optional-dependencies]\nshow = ["minicolor<1.1"]\n[dependency-groups]\ntest = [{include-group = "Base"}]\nbase = ["minicolor"]\n')
        self.assertEqual(self.kenv_set("-r", "pyproject.toml"), {"minicore": "1.1.0"})
        self.assertEqual(self.kenv_set("-r", "pyproject.toml", "--extra", "show"), {"minicore": "1.1.0", "minicolor": "1.0.0"})
        self.assertEqual(self.kenv_set("-r", "pyproject.toml", "--all-extras"), {"minicore": "1.1.0", "minicolor": "1.0.0"})
        self.assertEqual(self.kenv_set("--group", "test"), self.pip_set("--group", "test"))
        self.file("tool.py", '# /// script\n# dependencies = ["minicore[color]"]\n# ///\nprint()\n')
        self.assertEqual(self.kenv_set("-r", "tool.py"), {"minicore": "2.0.0", "minicolor": "1.1.0"})
        self.file("late.py", '# /// script\n# requires-python = ">=4"\n# ///\n')
        self.assertEqual(self.json("resolve", "--gpu", NEW, "-r", "late.py", exit=2)["error"]["code"], "wrong-python")

    def test_requirements_come_from_addresses_and_from_standard_input(self):
        (self.index.folder / "simple/inputs").mkdir(exist_ok=True)
        (self.index.folder / "simple/inputs/main.txt").write_text("minicore\n-r sub.txt\n")
        (self.index.folder / "simple/inputs/sub.txt").write_text("minicolor<1.1\n")
        self.assertEqual(self.kenv_set("-r", self.index.simple + "/inputs/main.txt"), {"minicore": "2.0.0", "minicolor": "1.0.0"})
        self.assertEqual(self.json("resolve", "--gpu", NEW, "-r", self.index.simple + "/inputs/absent.txt", exit=5)["error"]["code"], "http-status")
        words = ["resolve", "--gpu", NEW, "-r", "-", "--json"]
        process = self.start(*words, stdin=subprocess.PIPE)
        output, errors = process.communicate("minicore<2\n", timeout=LIMIT)
        self.assertEqual(process.returncode, 0, output + errors)
        self.assertEqual(self.steps(json.loads(output)), {"minicore": "1.1.0"})

    def test_requirements_come_from_what_a_shell_pipes_in(self):
        reading, writing = os.pipe()
        with open(reading, "rb"), open(writing, "wb") as pipe:
            pipe.write(b"minicore<2\n")
            pipe.close()
            document = self.json("resolve", "--gpu", NEW, "-r", f"/dev/fd/{reading}", pass_fds=[reading])
        self.assertEqual(self.steps(document), {"minicore": "1.1.0"})
        os.mkfifo(self.folder / "fifo")  # nobody writes into it
        self.assertEqual(self.json("resolve", "-r", "fifo", exit=2)["error"]["code"], "no-regular-file")

    def test_sources_in_a_requirements_file_count_and_extra_ones_are_told(self):
        self.file("r.txt", f"-i {self.index.default}\n--extra-index-url https://user:secret@extra.example/simple\nminicore\n")
        result = self.text("resolve", "--gpu", NEW, "-r", "r.txt", variables={"KENV_INDEX": "http://127.0.0.1:9/simple"})
        self.assertIn("minicore 2.0.0", result.output)
        self.assertIn("r.txt:2: the extra index https://extra.example/simple is not asked", result.errors)
        self.assertEqual(result.errors.count("extra.example"), 1, result)
        self.assertNotIn("secret", result.output + result.errors)

    def test_what_pip_and_uv_are_told_to_heed_counts_and_is_told(self):
        bounds, overrides = self.file("bounds.txt", "minicore<2\n"), self.file("overrides.txt", "minicore==1.1.0\n")
        for variables, expected in (({"PIP_CONSTRAINT": str(bounds)}, "1.1.0"), ({"UV_CONSTRAINT": str(bounds)}, "1.1.0"),
                                    ({"UV_OVERRIDE": str(overrides)}, "1.1.0"), ({}, "2.0.0")):
            with self.subTest(variables):
                result = self.text("resolve", "--gpu", NEW, "minicore", variables=variables)
                self.assertIn(f"minicore {expected}", result.output)
                for name in variables:
                    self.assertEqual(result.errors.count(f"{name}: "), 1, result)
        self.assertEqual(self.kenv_set("minicore", variables={"PIP_CONSTRAINT": str(bounds)}), self.pip_set("minicore", variables={"PIP_CONSTRAINT": str(bounds)}))
        # As with uv, its option takes the place of its variable.
        self.assertEqual(self.kenv_set("minicore", "-c", self.file("none.txt", ""), variables={"UV_CONSTRAINT": str(bounds)}), {"minicore": "2.0.0"})
        error = self.json("resolve", "--gpu", NEW, "minicore==2.0.0", variables={"PIP_REQUIRE_HASHES": "1"}, exit=2)["error"]
        self.assertIn("PIP_REQUIRE_HASHES asks for one everywhere", error["message"])
        shown = self.text("config", "--show-origin", variables={"PIP_CONSTRAINT": str(bounds)}).output
        self.assertIn(f"constraint = {bounds}  [PIP_CONSTRAINT]", shown)

    def test_what_is_set_and_would_change_the_outcome_is_told_by_the_command(self):
        for name, value in (("UV_EXCLUDE_NEWER", "2020-01-01"), ("PIP_NO_DEPS", "1"), ("PIP_TIMEOUT", "abc"), ("UV_OFFLINE", "perhaps")):
            with self.subTest(name):
                result = self.text("resolve", "--gpu", NEW, "minicore", variables={name: value})
                self.assertEqual(result.errors.count(f"warning: {name}: "), 1, result)
                self.assertIn("is not heeded", result.errors)
        self.assertIn("KENV_OFFLINE is not yes or no: maybe", self.json("resolve", "minicore", variables={"KENV_OFFLINE": "maybe"}, exit=2)["error"]["message"])

    def test_a_path_to_a_wheel_may_hold_blanks(self):
        folder = self.folder / "w ünd"
        folder.mkdir()
        wheel = self.index.wheel("minicore-1.1.0-*")
        (folder / wheel.name).write_bytes(wheel.read_bytes())
        self.assertEqual(self.kenv_set(f"w ünd/{wheel.name}"), {"minicore": "1.1.0"})
        self.assertEqual(self.json("resolve", "w ünd/absent-1.0-py3-none-any.whl", exit=2)["error"]["code"], "bad-requirement")

    def test_a_project_that_names_itself_is_asked_of_no_index(self):
        self.file("pyproject.toml", "[project]\nname='minigpu'\ndependencies=['minigpu[more]']\n[project.optional-dependencies]\nmore=['minicolor']\n")
        self.assertEqual(self.kenv_set("-r", "pyproject.toml"), {"minicolor": "1.1.0"})

    def test_what_kenv_does_not_do_is_told_with_its_place_and_a_way_out(self):
        self.file("r.txt", "minicore\n-e .\ngit+https://host.example/x.git\n./x-1.0.tar.gz\nnumpy >=\n")
        error = self.json("create", "env", "--gpu", NEW, "-r", "r.txt", exit=2)["error"]
        for place in ("r.txt:2:1: -e", "r.txt:3:1: ", "r.txt:4:1: ", "r.txt:5:"):
            self.assertIn(place, error["message"])
        self.assertTrue(error["hint"])

    def test_a_project_that_cannot_be_read_is_the_only_fault_told(self):
        self.file("pyproject.toml", "[project]\nname = 'x\n")
        message = self.json("resolve", "-r", "pyproject.toml", "--extra", "more", exit=2)["error"]["message"]
        self.assertTrue(message.startswith("pyproject.toml:2:8:"), message)
        self.assertEqual(len(message.splitlines()), 1, message)
        self.assertIn("--extra", self.json("resolve", "minicore", "--extra", "more", exit=2)["error"]["message"])

    def test_what_was_typed_and_does_not_apply_here_is_told(self):
        self.file("r.txt", "minicolor; python_version < '3'\n")
        result = self.text("resolve", "minicore", "minicolor; os_name == 'nt'", "-r", "r.txt", "--gpu", NEW)
        self.assertIn('minicolor; os_name == "nt" asks for nothing here: its marker does not hold', result.errors)
        self.assertNotIn("python_version", result.errors)

    def test_a_constraint_may_name_the_file_of_a_package(self):
        self.file("c.txt", f"minicore @ {self.index.simple.removesuffix('/simple')}/wheels/minicore-1.0.0-py3-none-any.whl\n")
        self.assertEqual(self.kenv_set("minicolor", "-c", "c.txt"), {"minicolor": "1.1.0"})
        self.assertEqual(self.kenv_set("minicore", "-c", "c.txt"), {"minicore": "1.0.0"})

    # Locks.

    def locked(self, tool, name, *words):
        """A lock of pip's or uv's own making."""
        environment = self.folder / "locker"
        if not environment.exists():
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
        if tool == "pip":
            self.shell(f"pip lock --quiet --index-url {self.index.default} -o {name} {shlex.join(words)}", environment)
        else:
            self.file("in.txt", "\n".join(words) + "\n")
            self.shell(f"uv pip compile --quiet --no-cache --default-index {self.index.default} --generate-hashes --format pylock.toml -o {name} in.txt", environment)
        return (self.folder / name).read_text()

    def test_locks_of_pip_and_uv_are_installed_as_they_are(self):
        for tool in ("pip", "uv"):
            with self.subTest(tool):
                text = self.locked(tool, f"pylock.{tool}.toml", "minicore[color]<2", "minicolor<1.1")
                self.assertIn("minicolor", text)
                environment = f"env-{tool}"
                document = self.json("create", environment, "--gpu", NEW, "-r", f"pylock.{tool}.toml", "--without-pip", variables={"KENV_INDEX": "http://127.0.0.1:9/none"})
                self.assertEqual(self.steps(document), {"minicore": "1.1.0", "minicolor": "1.0.0"})
                self.assertEqual(self.versions(self.folder / environment), {"minicore": "1.1.0", "minicolor": "1.0.0"})
                for step in document["steps"]:
                    self.assertIn(step["wheel"]["sha256"], text)

    def test_wheels_by_address_in_locks_of_pip_and_uv_are_installed_from_there(self):
        core, color = "minicore-1.1.0-py3-none-any.whl", "minicolor-1.0.0-py3-none-any.whl"
        address = f"{self.index.simple.removesuffix('/simple')}/wheels/{color}"
        (self.folder / "near").mkdir()
        (self.folder / "near" / core).write_bytes((self.wheels / core).read_bytes())
        for tool in ("pip", "uv"):
            with self.subTest(tool):
                text = self.locked(tool, f"pylock.{tool}.toml", f"./near/{core}", f"minicolor @ {address}")
                self.assertIn("archive", text)
                environment = f"env-{tool}"
                self.json("create", environment, "--gpu", NEW, "-r", f"pylock.{tool}.toml", "--without-pip")
                self.assertEqual(self.versions(self.folder / environment), {"minicore": "1.1.0", "minicolor": "1.0.0"})
                origin = json.loads(next((self.folder / environment).rglob("minicolor-*.dist-info/direct_url.json")).read_text())
                self.assertEqual((origin["url"], origin["archive_info"]["hashes"]["sha256"]), (address, self.digest(color)))

    def test_a_lock_that_uv_exports_of_a_project_is_installed_with_its_groups(self):
        self.file("pyproject.toml", '[project]\nname = "x"\nversion = "1"\nrequires-python = ">=3.8"\ndependencies = ["minicore<2"]\n'
                  '[project.optional-dependencies]\nshow = ["minicolor<1.1"]\n[tool.uv]\npackage = false\n')
        environment = self.folder / "locker"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
        self.shell(f"uv export --quiet --no-cache --default-index {self.index.default} --format pylock.toml --all-extras -o pylock.toml", environment)
        document = self.json("create", "env", "--gpu", NEW, "-r", "pylock.toml", "--without-pip")
        self.assertEqual(self.steps(document), {"minicore": "1.1.0", "minicolor": "1.0.0"})

    def test_what_a_lock_has_no_wheel_of_is_told_with_its_place_before_anything_is_fetched(self):
        hashes = 'hashes = {sha256 = "' + "a" * 64 + '"}\n'
        self.file("pylock.toml", 'lock-version = "1.0"\ncreated-by = "x"\n'
                  '[[packages]]\nname = "a"\n[packages.vcs]\ntype = "git"\nurl = "https://host.example/a.git"\ncommit-id = "1"\n'
                  '[[packages]]\nname = "b"\n[packages.directory]\npath = "b"\n'
                  '[[packages]]\nname = "c"\n[packages.archive]\nurl = "https://host.example/c-1.0.tar.gz"\n' + hashes +
                  '[[packages]]\nname = "d"\n[packages.sdist]\nurl = "https://host.example/d-1.0.tar.gz"\n' + hashes)
        error = self.json("create", "env", "--gpu", NEW, "-r", "pylock.toml", exit=2)["error"]
        self.assertEqual(error["code"], "lock-does-not-fit")
        for place in ("pylock.toml:5:1: a comes from a repository", "pylock.toml:11:1: b comes from a folder", "pylock.toml:15:1: c comes from an archive of sources",
                      "pylock.toml:18:1: the lock has only a source distribution of d"):
            self.assertIn(place, error["message"])
        self.assertTrue(error["hint"])
        self.assertFalse(self.environment.exists())

    def test_a_locked_build_that_does_not_run_on_the_gpu_is_refused_before_it_is_fetched(self):
        self.locked("uv", "pylock.gpu.toml", "minigpu==1.2.0")
        self.json("resolve", "--gpu", NEW, "-r", "pylock.gpu.toml")
        document = self.json("create", "env", "--gpu", OLD, "-r", "pylock.gpu.toml", exit=4)
        self.assertTrue(any(one["rule"] == "coverage" for one in document["rejections"]), document)

    def test_what_kenv_locks_pip_s_own_library_takes_and_kenv_installs_again(self):
        self.json("create", "env", "minicore[color]", "--gpu", NEW, "--without-pip")
        generation = next((self.folder / ".kenv/env").rglob("pylock.toml"))
        script = ("import pathlib, sys, tomllib; from pip._vendor.packaging.pylock import Pylock; "
                  "lock = Pylock.from_dict(tomllib.loads(pathlib.Path(sys.argv[1]).read_text())); print(len(list(lock.select())))")
        done = subprocess.run([TOOLS / "bin/python", "-c", script, generation], capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual((done.returncode, done.stdout.strip()), (0, "2"), done.stderr)
        (self.folder / "pylock.toml").write_text(generation.read_text())
        self.json("create", "again", "--gpu", NEW, "-r", "pylock.toml", "--without-pip")
        self.assertEqual(self.versions(self.folder / "again"), self.versions(self.environment))

    def test_a_damaged_lock_is_told_fault_by_fault(self):
        self.file("pylock.toml", 'lock-version = "1.0"\n[[packages]]\nname = "A_b"\n[[packages.wheels]]\nurl = "https://h/a_b-1.0-py3-none-any.whl"\n')
        error = self.json("resolve", "--gpu", NEW, "-r", "pylock.toml", exit=2)["error"]
        self.assertEqual(error["code"], "bad-lock")
        for place in ("pylock.toml:1:1: `created-by` is missing", "pylock.toml:3:8: ", "pylock.toml:4:1: `hashes` must hold"):
            self.assertIn(place, error["message"])


if __name__ == "__main__":
    main()
