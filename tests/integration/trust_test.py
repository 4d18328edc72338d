# SPDX-License-Identifier: Apache-2.0
"""What indexes, locks and addresses say and nobody may rely on: foreign digests, passwords, control characters, unknown
sizes; and what kenv advises where a source is missing."""
import hashlib
import json
import shutil

from indexes import closed_port_url
from support import main
from tiny import TinyIndexTest

PASSWORD = "geheim-4711"


class TrustTest(TinyIndexTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.world_index = cls.new_index("world").add("a", "1.0", ["b"]).add("b", "1.0").add("other", "9.9").write_json()

    def change_page(self, name, project, change):
        """A copy of the world whose page of one project is changed."""
        index = self.new_index(name).add("a", "1.0", ["b"]).add("b", "1.0").write_json()
        page = index.folder / "simple" / project / "index.json"
        document = json.loads(page.read_text())
        change(document)
        page.write_text(json.dumps(document))

    def file_address(self, pattern, user=""):
        (path,) = (self.world_index.folder / "files").glob(pattern + ".whl")
        return self.address("world", "files").replace("//", f"//{user}@" if user else "//") + "/" + path.name, path

    def pylock(self, name, version, filename, url, digest):
        text = (f'lock-version = "1.0"\ncreated-by = "test"\n[[packages]]\nname = "{name}"\nversion = "{version}"\n'
                f'[[packages.wheels]]\nname = "{filename}"\nurl = "{url}"\nhashes = {{sha256 = "{digest}"}}\n')
        (self.folder / f"pylock.{name}.toml").write_text(text)
        return self.folder / f"pylock.{name}.toml"

    def test_a_wheel_of_the_store_is_not_installed_as_another_package(self):
        url, path = self.file_address("other-9.9-*")
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        self.text("create", self.folder / "first", "-r", self.pylock("other", "9.9", path.name, url, digest), "--without-pip")
        for name, version, filename in (("a", "1.0", "a-1.0-py3-none-any.whl"), ("other", "1.0", "other-1.0-py3-none-any.whl")):
            with self.subTest(filename):
                lock = self.pylock(name, version, filename, url.replace(path.name, filename), digest)
                error = self.json("create", self.environment, "-r", lock, "--without-pip", exit=6)["error"]
                self.assertEqual(error["code"], "hash-mismatch")
                self.assertIn(filename, error["message"])
                self.assertIn("other-9.9", error["message"])
                self.assertFalse(self.environment.exists())

    def test_no_password_that_a_package_names_is_kept_or_said(self):
        url, _ = self.file_address("b-1.0-*", f"user:{PASSWORD}")
        index = self.new_index("carrying").add("carrier", "1.0", [f"b @ {url}?signature={PASSWORD}"]).write_json()
        (carrier,) = (index.folder / "files").glob("carrier-*.whl")
        without = ["--index", self.address("world"), "--without-index", "pytorch"]
        said = self.text("lock", carrier, *without, "-o", self.folder / "locks")
        self.assertNotIn(f"user:{PASSWORD}", "".join(path.read_text() for path in (self.folder / "locks").iterdir()))
        self.text("create", self.environment, carrier, *without, "--without-pip")
        said.output += self.text("resolve", carrier, *without, "--why", "b").output
        (record,) = self.environment.rglob("b-1.0.dist-info")
        shutil.rmtree(record)  # what somebody removed by hand: of what is missing it is told who requires it
        said.errors += self.text("install", "-p", self.environment, "other", *without, "--dry-run").errors
        self.assertNotIn(PASSWORD, said.output + said.errors)

    def test_an_address_that_does_not_answer_is_not_blamed_on_an_index(self):
        error = self.json("resolve", f"b @ {closed_port_url()}/b-1.0-py3-none-any.whl", "--index", self.address("world"), "--without-index", "pytorch", exit=5)["error"]
        self.assertIn("no connection", error["message"])
        self.assertNotIn("index", error["message"] + error["hint"])

    def test_no_password_of_an_address_is_kept_or_said(self):
        url, _ = self.file_address("b-1.0-*", f"user:{PASSWORD}")
        index = self.address("world").replace("//", f"//user:{PASSWORD}@")
        words = ["--index", index, "--without-index", "pytorch", "--without-pip"]
        said = self.text("create", self.environment, f"b @ {url}", *words, "-v")
        said.errors += self.text("install", "-p", self.environment, f"b @ {url}", "other", "--index", index, "--without-index", "pytorch").errors
        said.output += self.text("history", self.environment).output
        self.assertNotIn(PASSWORD, said.output + said.errors)
        for path in self.folder.rglob("*"):
            if path.is_file():
                self.assertNotIn(PASSWORD.encode(), path.read_bytes(), path)
        self.assertIn("b @ http://****@127.0.0.1", self.text("history", self.environment, "--json").output)

    def misstated(self, name, claim):
        """An index that serves as METADATA of a 1.0 what `claim` makes of it; the digest of that is the stated one."""
        index = self.new_index(name).add("a", "1.0", ["b<2"]).add("a", "0.9", ["b"]).add("b", "1.0").add("b", "2.0").add("c", "1.0").write_json()
        (served,) = (index.folder / "files").glob("a-1.0-*.whl.metadata")
        text = claim(served.read_text())
        served.write_text(text)
        page = index.folder / "simple/a/index.json"
        document = json.loads(page.read_text())
        for entry in document["files"]:
            if entry["filename"].startswith("a-1.0"):
                entry["core-metadata"] = {"sha256": hashlib.sha256(text.encode()).hexdigest()}
        page.write_text(json.dumps(document))
        return ["--index", self.address(name), "--without-index", "pytorch", "--without-pip"]

    def test_what_an_index_serves_as_metadata_of_a_wheel_does_not_count_against_the_wheel(self):
        words = self.misstated("lies", lambda text: text.replace("b<2", "c"))
        result = self.text("create", self.environment, "a", *words)
        self.assertEqual(self.versions(self.environment), {"a": "1.0", "b": "1.0"})
        self.assertIn("says that Requires-Dist of a-1.0-py3-none-any.whl is c; in the wheel it is b<2", result.errors)
        self.assertIn("lies", result.errors)

    def test_a_wheel_that_this_python_may_not_have_is_not_installed_on_an_index_s_word(self):
        index = self.new_index("old-python").add("a", "1.0", requires_python="<3").add("a", "0.9").write_json()
        (served,) = (index.folder / "files").glob("a-1.0-*.whl.metadata")
        text = served.read_text().replace("Requires-Python: <3\n", "")
        served.write_text(text)
        page = index.folder / "simple/a/index.json"
        document = json.loads(page.read_text())
        for entry in document["files"]:
            entry.pop("requires-python", None)
            if entry["filename"].startswith("a-1.0"):
                entry["core-metadata"] = {"sha256": hashlib.sha256(text.encode()).hexdigest()}
        page.write_text(json.dumps(document))
        words = ["--index", self.address("old-python"), "--without-index", "pytorch", "--without-pip"]
        self.assertIn("Requires-Python", self.text("create", self.environment, "a", *words).errors)
        self.assertEqual(self.versions(self.environment), {"a": "0.9"})
        with self.unchanged(self.environment):
            message = self.json("install", "-p", self.environment, "a==1.0", *words[:-1], exit=4)["error"]["message"]
        self.assertIn("Python", message)

    def test_metadata_that_says_the_same_in_other_words_is_no_fault(self):
        words = self.misstated("same", lambda text: text.replace("b<2", "B (<2); python_version >= '3'") + "\nanother description\n")
        result = self.text("create", self.environment, "a", *words)
        self.assertEqual(self.versions(self.environment), {"a": "1.0", "b": "1.0"})
        self.assertNotIn("in the wheel it is", result.errors)

    def test_no_signature_of_an_address_is_shown_and_the_lock_can_still_fetch(self):
        url, path = self.file_address("b-1.0-*")
        words = ["--index", self.address("world"), "--without-index", "pytorch"]
        said = self.text("create", self.environment, f"b @ {url}?sig={PASSWORD}", *words, "--without-pip", "-v")
        shown = said.output + said.errors + self.text("history", self.environment).output + self.text("history", self.environment, "--json").output
        plan = self.text("install", "-p", self.environment, f"b @ {url}?sig={PASSWORD}x", *words, "--dry-run", "--json").output
        config = self.text("config", "--json", "--find-links", f"{url}?sig={PASSWORD}").output
        lists = self.text("lock", f"b @ {url}?sig={PASSWORD}#sha256=" + hashlib.sha256(path.read_bytes()).hexdigest(), *words, "-o", self.folder)
        self.assertNotIn(PASSWORD, shown + plan + config + lists.output + lists.errors)
        self.assertIn(f"{url}?****", shown)
        self.assertIn(f"{url}?sig={PASSWORD}", (self.folder / "pylock.cpu.toml").read_text())
        kept = self.run_in(self.environment, "python", "-c", "import importlib.metadata as m; print(m.distribution('b').read_text('direct_url.json'))")
        self.assertIn(f"sig={PASSWORD}", kept)
        for stored in (self.world / "store").rglob("object"):
            self.assertNotIn(PASSWORD, stored.read_text())

    def test_an_index_writes_nothing_on_the_terminal(self):
        def spoil(document):
            document["project-status"] = {"status": "archived", "reason": "\u001b[31mred\nhint: pretended"}
            for entry in document["files"]:
                entry["yanked"] = "bad \u001b[2J\u001b]0;title\u0007\nerror: pretended"
        self.change_page("spoilt", "b", spoil)
        said = self.text("resolve", "b==1.0", "--index", self.address("spoilt"), "--without-index", "pytorch", "-v")
        shown = said.output + said.errors
        self.assertIn("bad ?[2J", shown)
        self.assertFalse([c for c in shown if ord(c) < 32 and c not in "\n\t"], shown)
        self.assertFalse([line for line in shown.splitlines() if line.startswith(("error:", "hint:"))], shown)

    def test_how_much_there_is_to_fetch_is_told_also_where_the_pages_state_no_sizes(self):
        index = self.new_index("html").add("a", "1.0", ["b"]).add("b", "1.0").write_html(metadata=True)
        sizes = sum(path.stat().st_size for path in (index.folder / "files").glob("*.whl"))
        document = self.resolved("html", "a")
        self.assertEqual((document["download_bytes"], None in self.sizes(document)), (sizes, False))
        offline = {"KENV_CACHE_DIR": str(self.folder / "cache")}
        for path in (index.folder / "files").glob("*.whl"):
            path.rename(path.with_suffix(".away"))  # the server does not know them any more
        words = ["a", "--index", self.address("html"), "--without-index", "pytorch"]
        document = self.json("resolve", *words, variables=offline)
        self.assertEqual((document["download_bytes"], self.sizes(document)), (0, [None, None]))
        self.assertIn("download and disk unknown: the size of 2 wheels is not known", self.text("resolve", *words, variables=offline).output)

    @staticmethod
    def sizes(document):
        return [step["wheel"]["size"] for step in document["steps"]]

    def refused(self, *words, exit, variables=None):
        error = self.json("resolve", *words, exit=exit, variables=variables)["error"]
        return error["message"], error["hint"]

    def test_advice_about_a_source_that_does_not_answer_helps(self):
        gone = closed_port_url()
        message, hint = self.refused("a", "--index", gone, "--without-index", "pytorch", exit=5)
        self.assertIn("--index URL", hint)
        self.assertNotIn("--without-index", hint, "without its only source nothing can be had")
        message, hint = self.refused("torch", "--gpu", "RTX 5090", "--framework-index", f"pytorch={gone}", "--framework-index",
                                     f"pytorch-nightly={gone}", "--index", self.address("world"), exit=5)
        self.assertIn("--framework-index pytorch=URL", hint)
        self.assertEqual((message + hint).count("--without-index pytorch"), 1)

    def test_an_index_that_answers_nonsense_is_not_called_unreachable(self):
        page = self.new_index("nonsense").folder / "simple" / "a" / "index.json"
        page.parent.mkdir(parents=True)
        page.write_text("{")
        message, _ = self.refused("a", "--index", self.address("nonsense"), "--without-index", "pytorch", exit=5)
        self.assertNotIn("reached", message)
        self.assertEqual(message.count("/nonsense/simple/a/"), 1, message)

    def test_a_file_of_requirements_that_is_not_at_its_address_is_no_fault_of_an_index(self):
        message, hint = self.refused("-r", self.address("world") + "/absent.txt", exit=5)
        self.assertIn("404", message)
        self.assertNotIn("index", hint)

    def test_a_quarantined_project_is_called_so(self):
        self.change_page("quarantined", "b", lambda document: document.update({"project-status": {"status": "quarantined", "reason": "malware"}}))
        message, hint = self.refused("a", "--index", self.address("quarantined"), "--without-index", "pytorch", exit=4)
        self.assertIn("b is quarantined on index pypi: malware", message)
        self.assertNotIn("spelling", hint)

    def test_who_switched_the_index_off_is_named(self):
        message, hint = self.refused("a", "--without-index", "pytorch", exit=4, variables={"PIP_NO_INDEX": "1"})
        self.assertIn("switched off by PIP_NO_INDEX", message)
        self.assertNotIn("  ", message)
        self.assertIn("--find-links", hint)
        self.assertNotIn("--without-index", hint)

    def test_offline_what_was_not_there_long_ago_is_not_known(self):
        cache = {"KENV_CACHE_DIR": str(self.folder / "cache")}
        words = ["absent", "--index", self.address("world"), "--without-index", "pytorch"]
        self.refused(*words, exit=4, variables=cache)
        for path in (self.folder / "cache").rglob("*"):
            if path.is_file() and b"kenv page" in path.read_bytes()[:20]:
                old = path.read_bytes()
                mark = old.index(b"\n") + 1
                path.write_bytes(old[:mark] + (10 ** 9).to_bytes(8, "little") + old[mark + 8:])  # fetched long ago
        message, hint = self.refused(*words, "--offline", exit=5, variables=cache)
        self.assertIn("--offline", message)


if __name__ == "__main__":
    main()
