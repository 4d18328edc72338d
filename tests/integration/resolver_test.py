# SPDX-License-Identifier: Apache-2.0
"""What indexes, files and people bring to the resolver, through the built program."""
import json
import shutil

from support import main
from tiny import TinyIndexTest
from tiny_index import metadata_text, wheel_bytes


class ResolverTest(TinyIndexTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        index = cls.new_index("world")
        index.add("a", "1.0", ["b"]).add("a", "2.0", ["b"], metadata="Metadata-Version: 2.1\nName: a\nVersion: 2.0\nRequires-Dist: b=>1\n")
        index.add("a", "2.1", metadata="Metadata-Version: 2.1\nName: a\nVersion: 2.1\nRequires-Python: three\n")
        index.add("a", "2.2", metadata="Metadata-Version: 2.1\nName: a\nVersion: two\n")
        index.add("a", "2.3", metadata="Name: a\n")
        index.add("b", "1.0", extras={"x": ["c"]}).add("b", "2.0", extras={"x": ["c"]}).add("c", "1.0")
        index.add("sources", "1.0", tags=(), sdist=True)
        index.add("later", "1.0").add("later", "2.0", tags=(), sdist=True)
        index.add("torch-helper", "1.0", tags=("cp39-cp39-manylinux_2_17_x86_64",))
        for number in range(1, 41):
            index.add("moved-on", f"{number}.0", tags=[f"cp{tag}-cp{tag}-manylinux_2_17_x86_64" for tag in (311, 312, 313)[number // 14:]])
            index.add("needy", f"{number}.0", ["c>=1" if number < 3 else "b>=2"])
        index.write_json()
        cls.wheel = cls.world / "direct-1.5-py3-none-any.whl"
        cls.wheel.write_bytes(wheel_bytes("direct", "1.5", "py3-none-any", metadata_text("direct", "1.5", ["b<2"])))
        cls.served = cls.address("world", "files") + "/a-1.0-py3-none-any.whl"

    def test_one_damaged_file_of_a_project_is_left_out_with_a_note(self):
        document = self.resolved("world", "a")
        self.assertEqual(self.steps(document), {"a": "1.0", "b": "2.0"})
        notes = "\n".join(document["notes"])
        for version, line in (("2.0", 4), ("2.1", 4), ("2.2", 3)):
            self.assertIn(f"a-{version}-py3-none-any.whl is left out: a-{version}-py3-none-any.whl/METADATA:{line}", notes)
        self.assertIn("a-2.3-py3-none-any.whl is left out", notes)

    def test_a_file_that_is_listed_and_not_there_moves_nobody_to_an_older_version(self):
        index = self.new_index("lagging")
        index.add("a", "1.0").add("a", "2.0").write_html()
        (index.folder / "files/a-2.0-py3-none-any.whl").unlink()
        document = self.resolved("lagging", "a", exit=5)
        self.assertIn("it lists a-2.0-py3-none-any.whl, and its server answers HTTP 404", document["error"]["message"])
        self.assertIn('"a!=2.0"', document["error"]["hint"])
        self.assertEqual(self.steps(self.resolved("lagging", "a!=2.0")), {"a": "1.0"})

    def test_a_project_without_wheels_is_not_called_missing(self):
        document = self.resolved("world", "sources", exit=4)
        self.assertIn("sources 1.0 cannot be used: has no wheel, only a source distribution", document["explanation"])
        document = self.resolved("world", "later")
        self.assertEqual(self.steps(document), {"later": "1.0"})
        self.assertIn("later 2.0 is newer, but has no wheel, only a source distribution", document["notes"])

    def test_the_index_is_called_by_its_address_if_that_is_not_the_usual_one(self):
        document = self.resolved("world", "absent", exit=4)
        self.assertIn(f"it is not on index {self.address('world')}", document["explanation"])

    def test_an_extra_that_does_not_exist_is_noted(self):
        self.assertIn("b 2.0 has no extra `y`", self.resolved("world", "b[x,y]")["notes"])

    def test_the_wheels_that_there_are_and_what_blocks_them(self):
        document = self.resolved("world", "torch-helper", exit=4, options=["--python", "3.14t"])
        self.assertIn("torch-helper 1.0 cannot be used: has wheels for cp39 on manylinux_2_17_x86_64; "
                      "this interpreter is cp314t: Python 3.14, free-threaded", document["explanation"])

    def test_of_many_versions_the_wheels_that_there_are_and_the_newest_that_fits_are_told(self):
        document = self.resolved("world", "moved-on>20", exit=4, options=["--python", "3.11"])
        self.assertIn("moved-on 28.0 and newer has wheels for cp313 on manylinux_2_17_x86_64; this interpreter is cp311: Python 3.11", document["explanation"])
        self.assertIn("the newest with a wheel that fits is moved-on 13.0", document["explanation"])

    def test_who_holds_back_what_was_asked_for_is_noted(self):
        bounds = self.folder / "bounds.txt"
        bounds.write_text("# why\nb<2\n")
        document = self.resolved("world", "needy", options=["--constraint", bounds])
        self.assertEqual(self.steps(document), {"needy": "2.0", "c": "1.0"})
        (note,) = [one for one in document["notes"] if "not the newest" in one]
        self.assertTrue(note.startswith("needy 2.0 is not the newest: needy 40.0 would do by itself, but it requires b>=2, and the constraint b<2"), note)
        self.assertIn("bounds.txt:2) excludes it", note)
        self.assertEqual([one for one in self.resolved("world", "needy<3")["notes"] if "not the newest" in one], [])

    def test_find_links_serves_what_it_lists_and_the_index_the_rest(self):
        places = self.folder / "wheels"
        places.mkdir()
        shutil.copy(self.world / "www/world/files/b-1.0-py3-none-any.whl", places)
        document = self.resolved("world", "a", options=["--find-links", places])
        self.assertEqual(self.steps(document), {"a": "1.0", "b": "1.0"})  # the index has a newer b, which is not looked at
        indexes = {step["name"]: step["wheel"]["index"] for step in document["steps"]}
        self.assertEqual(indexes, {"a": "pypi", "b": "find-links"})

    def test_the_same_documents_from_a_cold_and_a_warm_cache(self):
        documents = [self.resolved("world", "a", "b[x]", "later") for _ in range(2)]
        for document in documents:
            del document["elapsed_ms"]
        self.assertEqual(json.dumps(documents[0]), json.dumps(documents[1]))

    def create(self, *requirements):
        self.text("create", self.environment, *requirements, "--index", self.address("world") + "/", "--without-index", "pytorch",
                  "--without-pip")
        return self.versions(self.environment)

    def direct_url(self, pattern):
        (dist_info,) = self.environment.glob(f"lib/python*/site-packages/{pattern}.dist-info")
        path = dist_info / "direct_url.json"
        return json.loads(path.read_text()) if path.exists() else None

    def test_wheels_that_are_named_by_address_are_installed_and_say_where_they_came_from(self):
        self.assertEqual(self.create(f"direct @ {self.wheel.as_uri()}", f"a @ {self.served}"), {"direct": "1.5", "a": "1.0", "b": "1.0"})
        origin = self.direct_url("direct-*")
        self.assertEqual(origin["url"], self.wheel.as_uri())
        self.assertEqual(len(origin["archive_info"]["hashes"]["sha256"]), 64)
        self.assertEqual(self.direct_url("a-*")["url"], self.served)
        self.assertIsNone(self.direct_url("b-*"))

    def test_a_file_that_is_named_by_address_has_the_digest_that_the_address_states(self):
        words = ["create", self.environment, f"a @ {self.served}#sha256={'0' * 64}", "--index", self.address("world") + "/",
                 "--without-index", "pytorch"]
        self.assertEqual(self.json(*words, exit=6)["error"]["code"], "hash-mismatch")
        self.assertFalse(self.environment.exists())

    def test_addresses_that_lead_nowhere_are_refused(self):
        gone = self.address("world", "files") + "/gone-1.0-py3-none-any.whl"
        document = self.resolved("world", f"gone @ {gone}", exit=4)
        self.assertIn("gone 1.0 cannot be used", document["explanation"])

    def test_a_framework_name_on_the_default_index_is_not_taken_from_there(self):
        squatted = self.new_index("squatted")
        squatted.add("minigpu", "99.0").add("minicore", "99.0").write_json()
        for name in ("minigpu", "minicore"):
            document = self.json("create", self.environment, name, "--gpu", "RTX 5090", "--index", self.address("squatted"), exit=4)
            self.assertIn("--framework-index minigpu=URL", document["explanation"] + document["error"]["hint"])
        self.assertFalse(self.environment.exists())
        asked = [line for line in self.server.requests() if "/squatted/" in line]
        self.assertEqual(asked, [])


if __name__ == "__main__":
    main()
