# SPDX-License-Identifier: Apache-2.0
"""kenv lock: files that pip and uv install from, the same bytes every time, and nothing said that is not known."""
import datetime
import hashlib
import json
import tomllib

import pylock_facts
from lock_origin_test import wheel_with_everything
from schema import Schema
from support import NEW, OLD, SOURCE_FOLDER, KenvTest, main


class LockFilesTest(KenvTest):
    def lock(self, *words, **options):
        return self.json("lock", *words, "-o", self.folder, **options)

    def kenv_lock(self):
        return json.loads((self.folder / "kenv.lock").read_text())

    def test_one_pylock_for_each_gpu_and_one_index_of_them(self):
        document = self.lock("minigpu", "minivision", "--gpu", NEW, "--gpu", OLD)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["kenv.lock", "pylock.sm-120.toml", "pylock.sm-61.toml"])
        self.assertEqual(Schema(SOURCE_FOLDER / "docs/schemas/lock-file.schema.json").problems(self.kenv_lock()), [])
        targets = {target["name"]: target for target in self.kenv_lock()["targets"]}
        self.assertEqual(document["targets"], self.kenv_lock()["targets"])
        self.assertEqual(targets["sm-61"]["file"], "pylock.sm-61.toml")
        self.assertEqual(targets["sm-61"]["gpus"], [{"name": "GeForce GTX 1080 Ti", "compute_capability": "6.1"}])
        self.assertTrue(targets["sm-120"]["needs_driver"])
        for name, version in (("sm-120", "1.2.0+new"), ("sm-61", "1.1.0+old")):
            pylock = tomllib.loads((self.folder / f"pylock.{name}.toml").read_text())
            self.assertEqual((pylock["lock-version"], pylock["created-by"]), ("1.0", "kenv"))
            (package,) = [one for one in pylock["packages"] if one["name"] == "minigpu"]
            self.assertEqual(package["version"], version)
            self.assertEqual(len(package["wheels"][0]["hashes"]["sha256"]), 64)

    def test_a_lock_tells_what_the_indexes_and_the_wheels_tell(self):
        def upload(entry):
            entry["upload-time"] = "2026-01-01T01:30:00.250000+01:00"
        index = self.server.add("with-times", lambda index: [index.change_files(project, upload) for project in ("minicore", "minicolor", "minigpu")])
        self.json("lock", "minigpu", "minicore[color]; python_version >= '3.8'", "--gpu", NEW, "-o", self.folder, variables={
            "KENV_INDEX": index.default.replace("//", "//user:geheim-4711@"), "KENV_FRAMEWORK_INDEX_MINIGPU": index.simple.replace("//", "//user:geheim-4711@")})
        text = (self.folder / "pylock.sm-120.toml").read_text()
        self.assertEqual(pylock_facts.problems(text), [])
        packages = {one["name"]: one for one in tomllib.loads(text)["packages"]}
        self.assertEqual({name: one["index"] for name, one in packages.items()}, dict.fromkeys(("minigpu", "minicore", "minicolor"), index.simple))
        self.assertEqual({one["wheels"][0]["upload-time"] for one in packages.values()}, {datetime.datetime(2026, 1, 1, 0, 30, 0, 250000, datetime.timezone.utc)})
        self.assertTrue(all(one["requires-python"].startswith(">=3") and one["wheels"][0]["size"] > 0 for one in packages.values()), packages)
        # minigpu needs minicore without a marker; only the extra was asked for under one.
        self.assertEqual({name: one.get("marker") for name, one in packages.items()}, {"minigpu": None, "minicore": None, "minicolor": 'python_version >= "3.8"'})
        wheel = next(one["wheel"] for one in self.kenv_lock()["targets"][0]["packages"] if one["name"] == "minicore")
        self.assertEqual((wheel["index_url"], wheel["upload_time"], wheel["direct"]), (index.simple, "2026-01-01T00:30:00.250000Z", False))
        self.assertNotIn("geheim", text + (self.folder / "kenv.lock").read_text())

    def test_the_lock_of_a_project_with_extras_does_not_say_that_it_has_none(self):
        project = self.folder / "pyproject.toml"
        project.write_text('[project]\nname = "x"\nversion = "1"\ndependencies = ["minicore"]\n')
        self.lock("-r", "pyproject.toml", "--gpu", NEW)
        lock = tomllib.loads((self.folder / "pylock.sm-120.toml").read_text())
        self.assertEqual((lock["extras"], lock["dependency-groups"]), ([], []))
        project.write_text(project.read_text() + '[project.optional-dependencies]\nshow = ["minicolor"]\n[dependency-groups]\ntest = []\n')
        self.lock("-r", "pyproject.toml", "--extra", "show", "--gpu", NEW)
        lock = tomllib.loads((self.folder / "pylock.sm-120.toml").read_text())
        self.assertEqual({"extras", "dependency-groups", "default-groups"} & lock.keys(), set())
        self.assertEqual({one["name"]: one.get("marker") for one in lock["packages"]}, {"minicore": None, "minicolor": None})

    def test_several_gpus_of_one_machine_are_one_target(self):
        self.lock("minigpu", "--gpu", f"{OLD},Tesla V100")
        self.assertTrue((self.folder / "pylock.sm-61-sm-70.toml").exists())

    def test_the_same_question_gives_the_same_bytes(self):
        self.lock("minigpu", "minivision", "--gpu", NEW, "--gpu", OLD)
        first = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        self.lock("minivision", "minigpu", "--gpu", OLD, "--gpu", NEW, variables={"KENV_CACHE_DIR": str(self.world / "empty-cache")})
        self.assertEqual(first, {path.name: path.read_bytes() for path in self.folder.iterdir()})

    @staticmethod
    def without_digests(index):
        """An index as PyTorch's is for many files: the pages state no digest of the wheels, nor how large they are."""
        for project in ("minigpu", "minicore", "minicolor"):
            index.change_files(project, lambda entry: (entry.update(hashes={}), entry.pop("size", None)))

    def of_index(self, name, **more):
        """A world whose index states no digests, with a store and a cache of its own."""
        index = self.server.add(name, self.without_digests)
        own = {variable: str(self.folder.parent / f"{self.folder.name}-{variable}") for variable in ("KENV_STORE_DIR", "KENV_CACHE_DIR")}
        return index, own | {"KENV_INDEX": index.default, "KENV_FRAMEWORK_INDEX_MINIGPU": index.simple} | more

    def hashes(self):
        return {one["name"]: one["wheels"][0]["hashes"]["sha256"] for one in tomllib.loads((self.folder / "pylock.sm-120.toml").read_text())["packages"]}

    def test_a_wheel_of_which_nobody_states_a_digest_is_fetched_for_it(self):
        index, variables = self.of_index("no-digests")
        files = [index.wheel(pattern) for pattern in ("minigpu-1.2.0+new-*", "minicore-2.0.0-*", "minicolor-1.1.0-*")]
        result = self.text("lock", "minigpu", "--gpu", NEW, "-o", self.folder, variables=variables)
        self.assertEqual(self.hashes(), {path.name.split("-")[0]: hashlib.sha256(path.read_bytes()).hexdigest() for path in files})
        told = result.errors.index("nobody states one of minicolor-1.1.0"), result.errors.index("to fetch for that: "), result.errors.index("Fetching 3 wheels")
        self.assertEqual(sorted(told), list(told), result)
        self.assertNotIn("of a size that is not known", result.errors)  # the server was asked how large they are
        text = (self.folder / "pylock.sm-120.toml").read_text()
        self.assertEqual(pylock_facts.problems(text), [])
        self.text("create", self.environment, "-r", self.folder / "pylock.sm-120.toml", variables=variables)
        self.assertEqual(self.versions(self.environment)["minigpu"], "1.2.0+new")

    def test_no_other_wheel_than_the_one_vouched_for_is_locked_or_printed_with_its_digest(self):
        path = wheel_with_everything(self.folder / "near")
        digest, wrong, other = hashlib.sha256(path.read_bytes()).hexdigest(), "1" * 64, "2" * 64
        for line, exit in ((f"full==1.0 --hash=sha256:{wrong}", 4), (f"full==1.0 --hash=sha256:{digest}", 0), (f"{path} --hash=sha256:{wrong}", 6),
                           (f"{path} --hash=sha256:{wrong} --hash=sha256:{other}", 6), (f"{path} --hash=sha256:{wrong} --hash=sha256:{digest}", 0)):
            (self.folder / "r.txt").write_text(line + "\n")
            for command in (["lock", "-o", "locks"], ["resolve", "--as", "requirements"]):
                with self.subTest(line=line, command=command):
                    document = self.json(*command, "-r", "r.txt", "--find-links", "near", "--gpu", NEW, exit=exit)
                    if exit:
                        self.assertEqual(document["error"]["code"], "hash-mismatch" if exit == 6 else "no-compatible-build")
                    else:
                        self.assertIn(digest, document.get("recipe", {}).get("text") or (self.folder / "locks/kenv.lock").read_text())

    def test_a_recipe_holds_the_digests_that_the_user_states_where_the_index_states_none(self):
        _, variables = self.of_index("no-digests-recipe")
        digest = hashlib.sha256(self.index.wheel("minicore-1.1.0-*").read_bytes()).hexdigest()
        (self.folder / "r.txt").write_text(f"minicore==1.1.0 --hash=sha256:{digest}\n")
        self.assertIn(f"--hash=sha256:{digest}", self.text("resolve", "-r", "r.txt", "--as", "requirements", "--gpu", NEW, variables=variables).output)

    def test_who_forbids_to_fetch_a_wheel_for_its_digest_is_told_and_nothing_is_fetched(self):
        index, variables = self.of_index("no-digests-forbidden")
        for options, who in ((["--dry-run"], "--dry-run"), (["--offline"], "--offline")):
            with self.subTest(who):
                (missing,) = self.lock("minicore", "--gpu", NEW, *options, exit=3, variables=variables)["targets"][0]["missing"]
                self.assertIn(f"its index states no digest of the wheel, and {who} forbids to fetch it", missing["reason"])
                self.assertEqual("kB" in missing["reason"], who == "--dry-run", "its server says how large it is")
        self.assertEqual([line for line in self.server.requests() if "GET /no-digests-forbidden/wheels" in line and ".metadata" not in line], [])
        self.assertFalse(list(self.folder.glob("pylock*")))

    def test_the_lock_of_an_installation_has_the_digests_that_were_computed(self):
        index, variables = self.of_index("no-digests-installed")
        self.text("create", self.environment, "minigpu", "--gpu", NEW, variables=variables)
        state = self.environment.parent / ".kenv" / self.environment.name
        (pylock,) = state.rglob("pylock.toml")
        kept = {one["name"]: one["wheels"][0]["hashes"]["sha256"] for one in tomllib.loads(pylock.read_text())["packages"]}
        self.assertEqual(kept["minigpu"], hashlib.sha256(index.wheel("minigpu-1.2.0+new-*").read_bytes()).hexdigest())
        requests = len(self.server.requests())
        self.assertTrue(self.lock(self.environment, "--gpu", NEW, variables=variables)["complete"])
        self.assertEqual(self.hashes(), kept)
        self.assertEqual([line for line in self.server.requests()[requests:] if ".whl" in line], [])

    def test_an_environment_of_pip_s_is_locked_from_an_index_without_digests(self):
        index, variables = self.of_index("no-digests-pip")
        environment = self.made_by_pip("minicore==1.1.0", "minicolor==1.0.0")
        document = self.lock(environment, variables=variables)
        self.assertTrue(document["complete"], document["targets"][0]["missing"])
        digests = {one["name"]: one["wheel"]["sha256"] for one in document["targets"][0]["packages"]}
        self.assertEqual(digests["minicore"], hashlib.sha256(index.wheel("minicore-1.1.0-*").read_bytes()).hexdigest())
        metadata = next(environment.glob("lib/python*/site-packages/minicore-*.dist-info")) / "METADATA"
        metadata.write_text(metadata.read_text() + "edited by hand\n")
        (missing,) = self.lock(environment, exit=3, variables=variables)["targets"][0]["missing"]
        self.assertEqual(missing["name"], "minicore")
        self.assertIn("METADATA", missing["reason"])

    def test_files_of_others_are_not_overwritten(self):
        foreign = self.folder / "pylock.sm-120.toml"
        foreign.write_text('lock-version = "1.0"\ncreated-by = "somebody"\npackages = []\n')
        with self.unchanged(self.folder):
            error = self.lock("minigpu", "--gpu", NEW, exit=2)["error"]
            self.assertIn(str(foreign), error["message"])
        self.lock("minigpu", "--gpu", NEW, "--yes")
        self.assertIn("minigpu", foreign.read_text())

    def test_a_dry_run_and_a_failure_write_nothing(self):
        with self.unchanged(self.folder):
            self.assertFalse(self.lock("minigpu", "--gpu", NEW, "--dry-run")["written"])
            document = self.lock("minigpu==1.0.0", "--gpu", NEW, "--gpu", OLD, exit=4)
            self.assertEqual(self.rejected(document, "minigpu")["1.0.0", "old"]["rule"], "coverage")
            self.assertIn(f"for --gpu '{NEW}': ", document["error"]["message"])
            self.assertIn("nothing was written", document["error"]["message"])

    def test_a_lock_that_is_no_longer_named_is_told(self):
        self.lock("minigpu", "--gpu", NEW, "--gpu", OLD)
        result = self.text("lock", "minigpu", "--gpu", NEW, "-o", self.folder)
        self.assertIn("pylock.sm-61.toml is left from an earlier lock", result.errors)

    def test_an_environment_of_kenv_s_is_locked_as_it_is(self):
        self.json("create", self.environment, "minivision", "--gpu", OLD)
        document = self.lock(self.environment, "--gpu", OLD)
        self.assertTrue(document["complete"])
        found = {one["name"]: one["version"] for one in document["targets"][0]["packages"]}
        found["pip"] = self.versions(self.environment)["pip"]
        self.assertEqual(found, self.versions(self.environment))

    def test_an_environment_of_pip_s_is_locked_by_what_the_index_states(self):
        self.made_by_pip("minicore==1.1.0", "minicolor==1.0.0")
        document = self.lock(self.environment)
        self.assertEqual((document["complete"], document["targets"][0]["file"]), (True, "pylock.cpu.toml"))

    def test_what_is_not_known_is_listed_and_no_pylock_is_written(self):
        environment = self.made_by_pip("minicore==1.1.0")
        metadata = next(environment.glob("lib/python*/site-packages/minicore-*.dist-info")) / "METADATA"
        metadata.write_text(metadata.read_text() + "edited by hand\n")
        document = self.lock(environment, exit=3)
        self.assertFalse(document["complete"])
        (missing,) = document["targets"][0]["missing"]
        self.assertEqual(missing["name"], "minicore")
        self.assertIn("METADATA", missing["reason"])
        self.assertEqual([path.name for path in self.folder.glob("*lock*")], ["kenv.lock"])

    def test_what_cannot_be_meant(self):
        self.json("create", self.environment, "minicore")
        for words in ((self.environment, "--gpu", NEW, "--gpu", OLD), (self.environment, "--python", "3.12"), (self.folder / "nowhere" / "env",)):
            self.lock(*words, exit=2)


if __name__ == "__main__":
    main()
