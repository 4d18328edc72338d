# SPDX-License-Identifier: Apache-2.0
"""kenv create ENV --from OLD: what another environment holds, in builds that run on the GPU; the old one is only read."""
import hashlib
import json
import sys

from support import NEW, OLD, SOURCE_FOLDER, KenvTest, main

sys.path.insert(0, str(SOURCE_FOLDER / "tests/support"))
from tiny_index import metadata_text, wheel_bytes  # noqa: E402


class TakeOverTest(KenvTest):
    def take_over(self, *words, **options):
        return self.json("create", self.folder / "new", *words, **options)

    def test_versions_stay_where_they_fit_and_the_framework_comes_in_a_build_for_the_gpu(self):
        old = self.broken_environment(name="old")
        with self.unchanged(old):
            document = self.take_over("--from", old, "--gpu", NEW)
        found = self.versions(self.folder / "new")
        found.pop("pip")
        self.assertEqual(found, {"minigpu": "1.1.0+new", "minivision": "0.2.0+new", "minicore": "1.1.0", "minicolor": "1.1.0"})
        self.assertEqual({one["name"]: one["to"] for one in document["taken_over"]["changed"]}, {"minigpu": "1.1.0+new", "minivision": "0.2.0+new"})
        self.assertEqual((document["taken_over"]["left"], document["taken_over"]["kind"]), ([], "venv"))

    def test_where_the_old_version_has_no_build_for_the_gpu_a_near_one_is_taken(self):
        old = self.made_by_pip("minigpu==1.0.0+old", "minicore==1.0.0", "minicolor==1.0.0", name="old")
        self.assertEqual(self.steps(self.take_over("--from", old, "--gpu", NEW, "--dry-run")), {"minigpu": "1.1.0+new", "minicore": "1.1.0", "minicolor": "1.0.0"})

    def test_what_came_only_as_a_dependency_comes_as_one_again(self):
        old = self.folder / "old"
        self.json("create", old, "minigpu", "--gpu", OLD)
        self.take_over("--from", old, "--gpu", OLD)
        requested = {path.parent.name.split("-")[0] for path in (self.folder / "new").glob("lib/python*/site-packages/mini*/REQUESTED")}
        self.assertEqual(requested, {"minigpu"})

    def test_requirements_are_added_and_come_first(self):
        old = self.made_by_pip("minicore==1.0.0", name="old")
        (self.folder / "more.txt").write_text("minicore>=1.1,<2\n")
        document = self.take_over("minicolor==1.0.0", "--from", old, "-r", self.folder / "more.txt", "--dry-run")
        self.assertEqual(self.steps(document), {"minicore": "1.1.0", "minicolor": "1.0.0"})

    def test_what_cannot_be_taken_over_is_named_with_the_reason(self):
        old = self.made_by_pip("minicore==1.1.0", name="old")
        site = next(old.glob("lib/python*/site-packages"))
        for name, extra in (("homemade", None), ("workshop", {"url": "file:///somewhere", "dir_info": {"editable": True}})):
            folder = site / f"{name}-1.0.dist-info"
            folder.mkdir()
            (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\nRequires-Dist: minicore\n")
            (folder / "RECORD").write_text("")
            if extra:
                (folder / "direct_url.json").write_text(json.dumps(extra))
        document = self.take_over("--from", old, "--dry-run")
        self.assertEqual(self.steps(document), {"minicore": "1.1.0"})
        left = {one["name"]: one["reason"] for one in document["taken_over"]["left"]}
        self.assertEqual(sorted(left), ["homemade", "workshop"])
        self.assertIn("nothing", left["homemade"])
        self.assertIn("editable", left["workshop"])

    def test_the_interpreter_has_the_same_version(self):
        old = self.made_by_pip("minicore==1.1.0", name="old")
        self.take_over("--from", old)
        for environment in (old, self.folder / "new"):
            self.assertEqual(self.run_in(environment, "python", "-c", "import sys; print(sys.version_info[:2])"), f"{sys.version_info[:2]}\n")

    def test_an_environment_whose_interpreter_is_gone_can_be_taken_over(self):
        old = self.made_by_pip("minicore==1.1.0", name="old")
        for link in old.glob("bin/python*"):
            link.unlink()
        (old / "bin/python").symlink_to(self.folder / "uninstalled")
        self.assertIn(f"kenv create NEW --from {old}", self.json("install", "-p", old, "minicolor", "--dry-run", exit=1)["error"]["hint"])
        self.assertEqual(self.steps(self.take_over("--from", old)), {"minicore": "1.1.0"})

    def test_a_wheel_that_was_installed_by_its_path_comes_from_there_again(self):
        wheel = self.index.wheel("minicore-1.0.0-*")
        old = self.made_by_pip(wheel, name="old")
        document = self.take_over("--from", old)
        self.assertEqual(self.steps(document), {"minicore": "1.0.0"})
        (direct,) = (self.folder / "new").glob("lib/python*/site-packages/minicore-1.0.0.dist-info/direct_url.json")
        self.assertEqual(json.loads(direct.read_text())["url"], wheel.as_uri())

    def test_a_wheel_that_was_replaced_at_its_path_since_is_not_taken_for_the_one_that_was_installed(self):
        wheel = self.folder / self.index.wheel("minicore-1.0.0-*").name
        first = wheel_bytes("minicore", "1.0.0", "py3-none-any", metadata_text("minicore", "1.0.0"))
        wheel.write_bytes(first)
        old = self.made_by_pip(wheel, name="old")
        (record,) = old.glob("lib/python*/site-packages/minicore-1.0.0.dist-info/direct_url.json")
        hashes = {"sha256": hashlib.sha256(first).hexdigest()}
        wheel.write_bytes(wheel_bytes("minicore", "1.0.0", "py3-none-any", metadata_text("minicore", "1.0.0") + "Summary: another\n"))
        # pip before 23.1 records no digest of a file.
        for archive, word in (({"hashes": hashes}, "SHA-256"), ({}, "RECORD of that wheel states another METADATA")):
            with self.subTest(word):
                record.write_text(json.dumps({"url": wheel.as_uri(), "archive_info": archive}))
                error = self.take_over("--from", old, exit=6)["error"]
                self.assertIn(word, error["message"])
                self.assertIn(str(wheel), error["message"])
                self.assertFalse((self.folder / "new").exists())
        # Whoever means the new one names it.
        self.assertEqual(self.steps(self.take_over(f"minicore @ {wheel.as_uri()}", "--from", old)), {"minicore": "1.0.0"})

    def from_elsewhere(self, *names):
        """An environment of wheels of a version that the index does not have, and their paths."""
        wheels = []
        for name in names:
            wheels.append(self.folder / f"{name}-0.7-py3-none-any.whl")
            needs = "Requires-Dist: part\n" if name == "user" else ""
            wheels[-1].write_bytes(wheel_bytes(name, "0.7", "py3-none-any", metadata_text(name, "0.7") + needs))
        old = self.made_by_pip(*wheels, name="old")
        return old, *wheels

    @staticmethod
    def record_of(environment, name, version="0.7"):
        (record,) = environment.glob(f"lib/python*/site-packages/{name}-{version}.dist-info/direct_url.json")
        return record

    def test_a_wheel_of_which_no_digest_was_recorded_is_known_by_its_record(self):
        old, wheel = self.from_elsewhere("minicore")
        self.record_of(old, "minicore").write_text(json.dumps({"url": wheel.as_uri(), "archive_info": {}}))
        self.assertEqual(self.steps(self.take_over("--from", old)), {"minicore": "0.7"})
        made = json.loads(self.record_of(self.folder / "new", "minicore").read_text())
        self.assertEqual(made, {"url": wheel.as_uri(), "archive_info": {"hashes": {"sha256": hashlib.sha256(wheel.read_bytes()).hexdigest()}}})

    def test_what_came_from_elsewhere_and_cannot_be_had_again_is_left_behind_and_looked_for_on_no_index(self):
        old, wheel = self.from_elsewhere("minicore")
        record = self.record_of(old, "minicore")
        archive = {"url": "https://nowhere.example/minicore-0.7.tar.gz", "archive_info": {}}
        for text, why in ((json.dumps(archive), "it was built from an archive of sources"), ("{", "its direct_url.json cannot be read"),
                          (json.dumps({"url": (self.folder / "gone-1-py3-none-any.whl").as_uri(), "archive_info": {}}), "is gone")):
            with self.subTest(why):
                record.write_text(text)
                document = self.json("create", self.folder / "new", "--from", old, "--dry-run")
                self.assertEqual(document["steps"], [])
                (left,) = document["taken_over"]["left"]
                self.assertEqual(left["name"], "minicore")
                self.assertIn(why, left["reason"])

    def test_a_dependency_that_came_from_a_path_comes_from_there_again(self):
        old, _, wheel = self.from_elsewhere("user", "part")
        for requested in old.glob("lib/python*/site-packages/part-0.7.dist-info/REQUESTED"):
            requested.unlink()
        self.assertEqual(self.steps(self.take_over("--from", old)), {"user": "0.7", "part": "0.7"})
        self.assertEqual(json.loads(self.record_of(self.folder / "new", "part").read_text())["url"], wheel.as_uri())

    def test_a_pre_release_that_was_there_stays(self):
        links = self.folder / "links"
        links.mkdir()
        for version in ("1.0", "2.0rc1"):
            (links / f"early-{version}-py3-none-any.whl").write_bytes(wheel_bytes("early", version, "py3-none-any", metadata_text("early", version)))
        old = self.made_by_pip(links / "early-2.0rc1-py3-none-any.whl", name="old")
        (record,) = old.glob("lib/python*/site-packages/early-2.0rc1.dist-info/direct_url.json")
        record.unlink()  # as if it had come from an index
        self.assertEqual(self.steps(self.take_over("--from", old, "--find-links", links, "--dry-run")), {"early": "2.0rc1"})

    def test_a_password_in_the_address_of_a_wheel_is_not_taken_over(self):
        wheel = self.index.wheel("minicore-1.1.0-*")
        old = self.made_by_pip(wheel, name="old")
        (direct,) = old.glob("lib/python*/site-packages/minicore-1.1.0.dist-info/direct_url.json")
        document = json.loads(direct.read_text())
        document["url"] = f"{self.index.simple.removesuffix('/simple')}/wheels/{wheel.name}".replace("//", "//user:geheim-4711@")
        direct.write_text(json.dumps(document))
        self.assertEqual(self.steps(self.take_over("--from", old)), {"minicore": "1.1.0"})
        self.assertTrue(self.json("lock", old, "-o", self.folder / "locks")["complete"])
        for folder in ("new", ".kenv/new", "locks"):
            for path in (self.folder / folder).rglob("*"):
                if path.is_file():
                    self.assertNotIn(b"geheim-4711", path.read_bytes(), path)

    def test_nothing_there_is_a_clear_error(self):
        self.assertEqual(self.take_over("--from", self.folder / "nowhere", exit=2)["error"]["code"], "no-such-environment")
        self.assertFalse((self.folder / "new").exists())


if __name__ == "__main__":
    main()
