# SPDX-License-Identifier: Apache-2.0
"""What people get wrong and what the world does wrong: the exit code, a message with a way out, nothing changed."""
import fcntl
import http.server
import json
import os
import subprocess
import threading

from indexes import closed_port_url
from support import KENV, NEW, OLD, KenvTest, main


class BadInputTest(KenvTest):
    def refused(self, words, exit, code, *expected, variables=None, changes_nothing_in=(), prefix=()):
        """kenv ends with `exit` and `code`; message and hint, the same in both outputs, hold what is expected."""
        with self.unchanged(*changes_nothing_in):
            error = self.json(*words, exit=exit, variables=variables, prefix=prefix)["error"]
            said = self.text(*words, exit=exit, variables=variables, prefix=prefix)
        self.assertEqual(error["code"], code, error)
        self.assertTrue(error["message"] and error["hint"], f"a message and a way out: {error}")
        self.assertIn(f"error: {error['message']}\nhint: {error['hint']}\n", said.errors)
        for text in expected:
            self.assertIn(text, error["message"] + "\n" + error["hint"])
        return error

    def test_command_lines_that_cannot_be_run(self):
        table = [
            (["docter"], "usage", "docter", "did you mean `kenv doctor`?"),
            (["create"], "usage", "ENV"),
            (["resolve"], "usage", "kenv resolve torch"),
            (["doctor", "a", "b"], "usage", "`b`"),
            (["doctor", "--gpus", NEW], "usage", "--gpus", "did you mean `--gpu`?"),
            (["resolve", "minigpu", "--gpu", "12"], "unknown-gpu", "1.2", "--gpu 12.0"),
            (["resolve", "minigpu", "--gpu", "RTX 5900"], "unknown-gpu", "did you mean \"GeForce RTX 5090\"?"),
            (["create", "e", "--try", "many"], "usage", "--try"),
            (["create", "e", "--color", "sometimes"], "usage", "sometimes"),
            (["manifest", "show"], "usage", "manifest show torch"),
            (["manifest", "show", "minigpo"], "unknown-framework", "did you mean `minigpu`?"),
            (["rollback", "e", "--to", "-1"], "no-environment", "e"),
            (["create", "e", "minigpu", "--gpu", "RTX 5900"], "unknown-gpu", "RTX 5900", "did you mean"),
            (["create", "e", "minigpu", "--gpu", ""], "usage", "--gpu"),
            (["create", "e", "minigpu", "--gpu", f"{NEW},"], "unknown-gpu", "sm_120"),
            (["create", "e", "minigpu", "--gpu", NEW, "--driver", "new"], "bad-driver", "--driver"),
            (["create", "e", "minigpu", "--gpu", NEW, "--python", "2.7"], "no-interpreter", "2.7", "--python"),
            (["create", "e", "mini gpu >>= 1", "--gpu", NEW], "bad-requirement", "mini gpu >>= 1"),
            (["resolve", "./nowhere-1.0-py3-none-any.whl"], "bad-requirement", "there is no file"),
            (["resolve", "minicore; 'x' in extras"], "bad-requirement", "extras"),
            (["create", "e", "-r", "absent.txt", "--gpu", NEW], "no-such-file", "absent.txt"),
            (["create", "e", "--constraint", ".", "--gpu", NEW], "no-such-file", "folder"),
            (["resolve", "minigpu", "--facts", "absent.json"], "no-such-file", "absent.json"),
            (["doctor", "--from", "absent.json"], "no-such-file", "absent.json"),
            (["fix", "--dry-run", "--from", "absent.json"], "no-such-file", "absent.json"),
            (["create", "e", "minigpu", "--gpu", NEW, "--index", "ftp://host/simple"], "bad-setting", "--index"),
            (["create", "e", "minigpu", "--gpu", NEW, "--framework-index", "minigpu"], "bad-setting", "NAME=URL"),
            (["inspect", "absent.so"], "no-such-file", "absent.so"),
            (["fix", "--from", "absent.json"], "snapshot-needs-dry-run", "--dry-run"),
        ]
        for words, code, *expected in table:
            with self.subTest(" ".join(words)):
                self.refused(words, 2, code, *expected, changes_nothing_in=[self.folder])

    def test_places_that_are_no_environment(self):
        (self.folder / "file").write_text("text")
        (self.folder / "folder").mkdir()
        table = [
            (["doctor", "absent"], "no-such-environment", "kenv create"), (["fix", "absent"], "no-such-environment", "kenv create"),
            (["doctor", "file"], "not-an-environment", "file"), (["fix", "file"], "not-an-environment", "file"),
            (["fix", "folder"], "not-an-environment", "pyvenv.cfg"), (["probe", "folder"], "not-an-environment", "pyvenv.cfg"),
            (["create", "file", "minicore"], "environment-exists", "file"), (["create", "folder", "minicore"], "environment-exists", "folder"),
            (["create", "/usr", "minicore"], "environment-exists", "/usr"),
            (["doctor"], "no-environment", "kenv doctor PATH"), (["rollback"], "no-environment", "kenv rollback PATH"), (["rollback", "absent"], "no-environment", "absent"),
        ]
        for words, code, *expected in table:
            with self.subTest(" ".join(words)):
                options = ["--gpu", NEW] if words[0] != "rollback" else []
                self.refused([*words, *options], 2, code, *expected, changes_nothing_in=[self.folder])

    def test_a_place_that_is_taken_and_one_that_is_missing_are_told_with_what_was_meant(self):
        environment = self.broken_environment("taken")
        self.refused(["create", environment, "minicore<2", "-r", "r.txt"], 2, "environment-exists",
                     f"kenv install -p {environment} 'minicore<2' -r r.txt")
        error = self.refused(["create", "new", "--from", "absent", "--gpu", NEW], 2, "no-such-environment", "absent")
        self.assertNotIn("kenv create", error["hint"])

    def test_environments_that_kenv_leaves_alone(self):
        conda, base, broken = (self.broken_environment(name) for name in ("conda", "base", "broken"))
        for root in (conda, base):
            (root / "pyvenv.cfg").unlink()
        (conda / "conda-meta").mkdir()
        for name in ("python", "python3"):
            (broken / "bin" / name).unlink()
            (broken / "bin" / name).symlink_to("/nonexistent/python3")
        table = [(conda, 2, "conda-environment", "--from"), (base, 2, "base-interpreter", "--from"),
                 (broken, 1, "broken-interpreter", "python")]
        for environment, exit, code, *expected in table:
            with self.subTest(code):
                findings = self.json("doctor", environment, "--gpu", NEW, exit=3)["findings"]
                self.assertEqual(findings[0]["code"], "framework-arch-missing", "it can be diagnosed all the same")
                self.refused(["fix", environment, "--gpu", NEW], exit, code, *expected, changes_nothing_in=[self.folder])

    def test_snapshots_that_cannot_be_read(self):
        for name, text in (("json", '{"schema": '), ("schema", '{"schema": "kenv-snapshot/99"}'), ("other", '{"schema": "pip"}'),
                           ("list", "[]"), ("type", '{"schema": "kenv-snapshot/1", "machine": {"gpus": 7}}'), ("empty", "")):
            with self.subTest(name):
                file = self.folder / (name + ".json")
                file.write_text(text)
                self.refused(["doctor", "--from", file], 2, "bad-snapshot", name + ".json")
                self.refused(["fix", "--dry-run", "--from", file], 2, "bad-snapshot", name + ".json")
                self.refused(["resolve", "minigpu", "--facts", file], 2, "bad-snapshot", name + ".json")

    def test_facts_of_another_platform_are_not_mixed_with_this_python(self):
        facts = self.folder / "facts.json"
        facts.write_text(json.dumps({"schema": "kenv-snapshot/1", "machine": {"os": "windows", "arch": "x86_64", "gpus": [
            {"index": 0, "name": NEW, "compute_capability": "12.0"}]}}))
        self.refused(["resolve", "minigpu", "--facts", facts], 2, "foreign-facts", "windows", "linux")

    def test_a_snapshot_that_is_no_json_is_refused_at_its_line_and_column(self):
        for text, place, said in (('{"schema":\n [1,\n}', ":3:1: ", "unexpected '}'"), ("", ":1:1: ", "unexpected end"), ('{"a": \u001b[2J}', ":1:7: ", "not a JSON")):
            with self.subTest(text):
                (self.folder / "facts.json").write_text(text)
                error = self.refused(["doctor", "--from", "facts.json"], 2, "bad-snapshot", "facts.json" + place, said)
                self.assertNotIn("\x1b", error["message"], "nothing of the file reaches the terminal as it is")

    def test_files_of_requirements_are_refused_with_file_line_and_a_way_out(self):
        table = [("r.txt", "minigpu\n--foo bar\n", "r.txt:2:", "--foo"), ("r.txt", "minigpu\nminicore==\n", "r.txt:2:", "=="),
                 ("r.txt", "-r r.txt\n", "r.txt:1:1: ", "itself"), ("r.txt", "-e ./src\n", "r.txt:1:1: ", "pip install"),
                 ("r.txt", "minigpu --hash=sha256:zz\n", "r.txt:1:", "64 hexadecimal"), ("r.txt", "minigpu\n-r absent.txt\n", "r.txt:2:1: ", "absent.txt"),
                 ("pyproject.toml", '[project\nname = "x"\n', "pyproject.toml:1:", "]"),
                 ("pyproject.toml", '[project]\nname = "x"\ndependencies = ["minigpu", "mini core"]\n', "pyproject.toml:3:28: ", "core"),
                 ("s.py", '# /// script\n# dependencies = ["minigpu"]\n', "s.py:1:1: ", "not closed"),
                 ("s.py", "print(1)\n", "s.py", "no \"# /// script\" block"),
                 ("pylock.toml", 'lock-version = "1.0"\ncreated-by = "x"\n[[packages]]\nname = "minigpu"\n', "pylock.toml:3:1: ", "wheels")]
        for name, text, *expected in table:
            with self.subTest(text):
                (self.folder / name).write_text(text)
                code = "bad-lock" if name == "pylock.toml" else "bad-requirement"
                self.refused(["resolve", "-r", name, "--gpu", NEW], 2, code, *expected, changes_nothing_in=[self.folder])

    def test_what_contradicts_is_shown_with_the_lines_that_ask_for_it(self):
        (self.folder / "r.txt").write_text("minicore==1.0.0\n")
        (self.folder / "more.txt").write_text("# why\nminicore==1.1.0\n")
        self.refused(["resolve", "-r", "r.txt", "-r", "more.txt", "--gpu", NEW], 4, "no-compatible-build",
                     "minicore==1.0.0 (r.txt:1)", "minicore==1.1.0 (more.txt:2)")
        self.refused(["resolve", "minigpu==1.2.0", "--constraint", "r.txt", "--gpu", NEW], 4, "no-compatible-build", "(r.txt:1)")

    def test_names_and_versions_that_no_index_has_are_shown_with_what_was_asked(self):
        self.refused(["resolve", "minigpo", "--gpu", NEW], 4, "no-compatible-build", "minigpo", self.index.default, "KENV_INDEX", "spelling")
        self.refused(["resolve", "minicore==9", "--gpu", NEW], 4, "no-compatible-build", "the newest on minigpu is 2.0.0")
        self.refused(["resolve", "minigpu==9", "--gpu", NEW], 4, "no-compatible-build", "the newest on minigpu is 1.2.0")
        self.refused(["resolve", "minicore", "--without-index", "minigpu", "--gpu", NEW], 4, "no-compatible-build",
                     "left out", "without --without-index minigpu")

    def test_a_file_without_gpu_code_says_what_it_is_not(self):
        (self.folder / "x.so").write_text("hello")
        self.assertEqual(self.json("inspect", "x.so", "--gpu", NEW)["files"][0]["fatbins"], 0)
        self.assertIn("neither an ELF nor a PE file", self.text("inspect", "x.so", "--gpu", NEW).output)

    def test_a_request_that_nothing_satisfies_lists_every_rejection(self):
        builds = {(version, variant) for version, variants in (("1.0.0", ("old", "cpu")), ("1.1.0", ("old", "new", "cpu")), ("1.2.0", ("new", "cpu")),
                                                        ("1.3.0.dev20261101", ("next",)))
                  for variant in variants}
        with self.unchanged(self.folder):
            document = self.json("create", self.environment, "minigpu", "--gpu", "3.5", exit=4)
            said = self.text("create", self.environment, "minigpu", "--gpu", "3.5", exit=4)
        self.assertEqual(document["error"]["code"], "no-compatible-build")
        rejected = self.rejected(document, "minigpu")
        self.assertEqual(rejected.keys(), builds)
        for build, entry in rejected.items():
            self.assertIn(entry["rule"], ("coverage", "driver"), build)
            self.assertIn(entry["reason"], said.output + said.errors)

    def test_requirements_that_contradict_each_other_are_explained(self):
        table = [(["minigpu==1.2.0+new", "minicore<2"], "minicore"), (["minicore>=3"], "minicore"), (["no-such-project"], "no-such-project")]
        for requirements, word in table:
            with self.subTest(requirements):
                self.refused(["create", self.environment, *requirements, "--gpu", NEW], 4, "no-compatible-build", word,
                             changes_nothing_in=[self.folder])

    def test_a_driver_that_is_too_old_for_every_fitting_build(self):
        document = self.json("create", self.environment, "minigpu", "--gpu", NEW, "--driver", "570.86.15", exit=4)
        self.assertTrue(any(entry["rule"] == "driver" and "580" in entry["reason"] for entry in document["rejections"]), document["rejections"])

    # The network.

    def sources(self, index):
        return {"KENV_INDEX": index.default, "KENV_FRAMEWORK_INDEX_MINIGPU": index.simple,
                "KENV_STORE_DIR": str(self.folder / "store"), "KENV_CACHE_DIR": str(self.folder / "cache")}

    def spoilt(self, name, exit, code, change, *expected):
        """Creating and repairing from an index that `change` spoilt both fail and change nothing."""
        variables = self.sources(self.server.add(name, change))
        environment = self.broken_environment("old")
        self.refused(["create", self.environment, "minigpu==1.1.0+new", "--gpu", NEW], exit, code, *expected, variables=variables)
        self.assertFalse(self.environment.exists())
        self.refused(["fix", environment, "--gpu", NEW], exit, code, *expected, variables=variables, changes_nothing_in=[environment])
        self.text("fix", environment, "--gpu", NEW)

    def test_nobody_answers(self):
        nowhere = closed_port_url()
        variables = {"KENV_INDEX": nowhere, "KENV_FRAMEWORK_INDEX_MINIGPU": nowhere, "KENV_CACHE_DIR": str(self.folder / "cache")}
        environment = self.broken_environment("old")
        port = nowhere.rsplit(":", 1)[1]
        self.refused(["create", self.environment, "minigpu", "--gpu", NEW], 5, "index-unreachable", port, variables=variables)
        self.refused(["fix", environment, "--gpu", NEW], 5, "index-unreachable", port, variables=variables,
                     changes_nothing_in=[environment])
        self.assertFalse(self.environment.exists())

    def test_offline_with_nothing_at_hand(self):
        variables = {"KENV_CACHE_DIR": str(self.folder / "cache"), "KENV_STORE_DIR": str(self.folder / "store")}
        error = self.json("create", self.environment, "minigpu", "--gpu", NEW, "--offline", exit=5, variables=variables)["error"]
        self.assertIn("offline", error["message"] + error["hint"])

    def test_an_unreachable_framework_index_is_not_passed_over_in_silence(self):
        variables = {"KENV_FRAMEWORK_INDEX_MINIGPU": closed_port_url(), "KENV_CACHE_DIR": str(self.folder / "cache")}
        self.refused(["create", self.environment, "minigpu", "--gpu", NEW], 5, "index-unreachable", "--without-index minigpu",
                     variables=variables, changes_nothing_in=[self.folder / "env"])
        # Left out on purpose, nothing takes its place: on the default index anybody could have taken the name.
        self.refused(["create", self.environment, "minigpu", "--gpu", NEW, "--without-index", "minigpu"], 4, "no-compatible-build",
                     "left out", variables=variables)

    def test_an_address_at_which_there_is_nothing(self):
        address = f"{self.index.default}/nowhere/minicolor-1.0.0-py3-none-any.whl"
        (self.folder / "v1.txt").write_text(f"minicolor @ {address}\n")
        error = self.refused(["resolve", "-r", self.folder / "v1.txt"], 4, "no-compatible-build", "there is nothing at its address",
                             "v1.txt:1", f"check the address, where the requirement is written: {address}")
        self.assertNotIn("index", error["message"] + error["hint"])

    def test_a_refusal_of_a_framework_index_is_not_passed_over_in_silence(self):
        def forbid(index):  # nginx answers 403 where it finds no page in a folder
            for page in (index.folder / "simple/minigpu").iterdir():
                page.unlink()
        variables = self.sources(self.server.add("forbidden", forbid)) | {"KENV_CACHE_DIR": str(self.folder / "cache")}
        for _ in range(2):  # the second time out of the cache
            self.refused(["resolve", "minigpu", "--gpu", NEW], 5, "index-unreachable", "403", "--framework-index minigpu=URL", variables=variables)

    def test_a_wheel_that_the_index_lists_and_does_not_have(self):
        self.spoilt("absent", 5, "http-status", lambda index: index.wheel("minigpu-1.1.0+new-*").unlink(), "404", "minigpu-1.1.0")

    def test_a_wheel_that_is_not_the_one_the_index_promised(self):
        def lie(entry):
            if entry["filename"].startswith("minigpu-1.1.0+new-"):
                entry["hashes"]["sha256"] = "0" * 64
        self.spoilt("lie", 6, "hash-mismatch", lambda index: index.change_files("minigpu", lie), "minigpu-1.1.0+new", "0000")

    def test_a_wheel_that_is_shorter_than_promised(self):
        def cut(index):
            wheel = index.wheel("minigpu-1.1.0+new-*")
            wheel.write_bytes(wheel.read_bytes()[:9000])
        self.spoilt("short", 6, "size-mismatch", cut, "minigpu-1.1.0+new")

    def test_a_wheel_that_is_damaged_though_its_digest_is_right(self):
        def damage(index):
            wheel = index.wheel("minigpu-1.1.0+new-*")
            content = bytearray(wheel.read_bytes())
            content[200:260] = bytes(60)
            wheel.write_bytes(content)
            index.restate(wheel)
        variables = self.sources(self.server.add("damaged", damage))
        document = self.json("create", self.environment, "minigpu==1.1.0+new", "--gpu", NEW, exit=6, variables=variables)
        self.assertIn("minigpu-1.1.0+new", document["error"]["message"])
        self.assertFalse(self.environment.exists())

    def test_a_wheel_that_carries_less_than_its_manifest_promises(self):
        def empty(index):
            index.replace_member("minigpu-1.2.0+new-*", "minigpu/lib/libminigpu.so", b"\x7fELF nothing here")
        variables = self.sources(self.server.add("hollow", empty))
        document = self.json("create", self.environment, "minigpu", "--gpu", NEW, variables=variables)
        self.assertEqual(document["choice"]["version"], "1.1.0+new", "the next build takes its place")
        self.assertIn("the wheel was read", self.rejected(document, "minigpu")["1.2.0", "new"]["reason"])

    def test_a_page_that_is_no_page(self):
        def garble(index):
            for page in index.folder.glob("*/minigpu/index.*"):
                page.write_text("<html><body>Log in to the hotel's network</body></html>" if page.suffix == ".html" else "{]")
        variables = self.sources(self.server.add("garbled", garble))
        error = self.json("create", self.environment, "minigpu", "--gpu", NEW, exit=5, variables=variables)["error"]
        self.assertIn("minigpu", error["message"])

    # Disk, locks, streams.

    def test_a_disk_that_is_too_full_for_the_plan(self):
        mount = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
                 'mount -t tmpfs -o size=128k none "$KENV_STORE_DIR" && exec "$@"', "sh"]
        if subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "true"], capture_output=True).returncode != 0:
            mount = mount[5:] if os.geteuid() == 0 else self.skipTest("this system lets nobody mount a small disk")
        store = self.folder / "store"
        store.mkdir()
        environment = self.broken_environment("old")
        self.refused(["fix", environment, "--gpu", NEW], 1, "disk-full", "free", "KENV_STORE_DIR",
                     variables={"KENV_STORE_DIR": str(store)}, changes_nothing_in=[environment], prefix=mount)

    def test_a_disk_that_is_too_full_for_the_environment(self):
        small = self.folder / "small"
        small.mkdir()
        mount = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
                 f"mount -t tmpfs -o size=64k none '{small}' && exec \"$@\"", "sh"]
        if subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "true"], capture_output=True).returncode != 0:
            mount = mount[5:] if os.geteuid() == 0 else self.skipTest("this system lets nobody mount a small disk")
        self.refused(["create", small / "env", "minigpu", "--gpu", NEW], 1, "disk-full", "this needs about", str(small), prefix=mount)

    def test_a_folder_that_may_not_be_written(self):
        if os.geteuid() == 0:
            self.skipTest("root may write everywhere")
        environment = self.broken_environment("old")
        self.folder.chmod(0o555)
        self.addCleanup(self.folder.chmod, 0o755)
        with self.unchanged(environment):
            self.json("fix", environment, "--gpu", NEW, exit=1)

    def test_a_second_kenv_waits_for_nobody_and_names_the_first(self):
        environment = self.broken_environment("old")
        marker = self.folder / "first"
        first = self.start("fix", environment, "--gpu", NEW, "--verify-with", f"touch '{marker}'; while [ -e '{marker}' ]; do sleep 0.05; done")
        try:
            while not marker.exists():
                self.assertIsNone(first.poll(), "the first kenv ended early")
                threading.Event().wait(0.02)
            for words in (["fix", environment, "--gpu", NEW], ["rollback", environment]):
                if words[0] == "rollback" and not (self.folder / ".kenv/old/journal").exists():
                    continue  # nothing is recorded yet
                error = self.refused(words, 8, "locked", str(first.pid), changes_nothing_in=[environment])
                self.assertIn("kenv fix", error["message"])
            self.json("doctor", environment, "--gpu", NEW, exit=3)
        finally:
            marker.unlink(missing_ok=True)
        self.assertEqual(self.finish(first).exit, 0)
        self.text("doctor", environment, "--gpu", NEW)

    def test_a_second_create_of_one_place_is_told_before_it_looks_for_anything(self):
        marker = self.folder / "first"
        words = ["create", self.environment, "minicore", "--gpu", NEW]
        first = self.start(*words, "--verify-with", f"touch '{marker}'; while [ -e '{marker}' ]; do sleep 0.05; done")
        try:
            while not marker.exists():
                self.assertIsNone(first.poll(), "the first kenv ended early")
                threading.Event().wait(0.02)
            error = self.refused(words, 8, "locked", str(first.pid), variables={"KENV_INDEX": "http://127.0.0.1:9/simple"})
            self.assertNotIn("kenv fix", error["hint"])
        finally:
            marker.unlink(missing_ok=True)
        self.assertEqual(self.finish(first).exit, 0)

    def test_a_place_that_was_taken_while_a_plan_was_made_is_left_alone_before_anything_is_fetched(self):
        store, environment = self.folder / "store", self.environment

        class Requirements(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                environment.mkdir()
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"minicore\n")

            def log_message(self, *_):
                pass

        with http.server.HTTPServer(("127.0.0.1", 0), Requirements) as server:
            threading.Thread(target=server.handle_request, daemon=True).start()
            error = self.json("create", environment, "-r", f"http://127.0.0.1:{server.server_port}/r.txt", "--gpu", NEW, exit=8,
                              variables={"KENV_STORE_DIR": str(store)})["error"]
        self.assertEqual(error["code"], "environment-exists")
        self.assertNotIn("kenv fix", error["hint"])
        self.assertEqual([*environment.iterdir()], [])
        self.assertEqual([*store.rglob("*.py")], [], "nothing was fetched")

    def test_a_lock_of_somebody_unknown_is_respected(self):
        environment = self.broken_environment("old")
        self.text("fix", environment, "--gpu", NEW)
        with open(self.folder / ".kenv/old/lock", "a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.refused(["rollback", environment], 8, "locked", changes_nothing_in=[environment])
        self.text("rollback", environment)

    def test_an_output_that_nobody_takes_is_a_failure(self):
        environment = self.broken_environment("old")
        for words in (["history", environment], ["manifest", "list"], ["history", environment, "--json"]):
            with self.subTest(" ".join(map(str, words))), open("/dev/full", "w") as full:
                self.assertEqual(self.finish(self.start(*words, stdout=full)).exit, 1)
        for redirection in (">&-", "| true"):
            subprocess.run(["sh", "-c", f'{{ "$0" manifest list; echo $? >exit; }} {redirection}', KENV], cwd=self.folder, env=self.variables)
            self.assertIn(int((self.folder / "exit").read_text()), (0, 1), redirection)

    def test_a_reader_that_goes_away_does_not_end_a_repair_halfway(self):
        environment = self.broken_environment("old")
        script = f'{{ "$0" fix old --gpu "{NEW}" --yes 2>&1; echo $? >exit; }} | true'
        subprocess.run(["sh", "-c", script, KENV], cwd=self.folder, env=self.variables)
        self.assertIn(int((self.folder / "exit").read_text()), (0, 1))
        self.assert_no_leftovers(environment)
        self.text("doctor", environment, "--gpu", NEW)

    def test_json_is_promised_on_a_faulty_line_too(self):
        self.assertEqual(self.json("fix", "--no-such-option", exit=2)["command"], "fix")
        self.assertEqual(self.json("--no-such-option", exit=2)["command"], "usage")


if __name__ == "__main__":
    main()
