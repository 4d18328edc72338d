# SPDX-License-Identifier: Apache-2.0
"""The way of somebody with a broken environment: doctor, fix, history, rollback, and pip in between."""
import shutil
import subprocess
import sys

from support import NEW, OLD, KenvTest, contents, main

REPAIRED = {"minigpu": "1.1.0+new", "minivision": "0.2.0+new", "minicore": "1.1.0", "minicolor": "1.1.0"}


class RepairTest(KenvTest):
    def test_the_whole_way_in_an_environment_of_venv_and_pip(self):
        subprocess.run([sys.executable, "-m", "venv", self.environment], check=True)
        self.pip(self.environment, "install", "--quiet", "minivision==0.2.0+old", "minigpu==1.1.0+old")
        broken = contents(self.environment)

        findings = self.json("doctor", self.environment, "--gpu", NEW, exit=3)["findings"]
        self.assertEqual((findings[0]["code"], findings[0]["subject"]), ("framework-arch-missing", "minigpu"))
        self.json("fix", self.environment, "--gpu", NEW, "--check", exit=10)
        self.text("fix", self.environment, "--gpu", NEW, "--dry-run")
        self.assert_same(broken, contents(self.environment))

        document = self.json("fix", self.environment, "--gpu", NEW)
        self.assertEqual((document["status"], document["changed"], document["generation"]), ("ok", True, 2))
        versions = self.versions(self.environment)
        self.assertEqual({name: versions[name] for name in REPAIRED}, REPAIRED)
        self.assertIn("No broken requirements", self.pip(self.environment, "check"))
        self.assertEqual(self.json("doctor", self.environment, "--gpu", NEW)["findings"][0]["code"], "healthy")
        self.assertIn("nothing to do", self.text("fix", self.environment, "--gpu", NEW).output)
        self.json("fix", self.environment, "--gpu", NEW, "--check")

        generations = self.json("history", self.environment)["generations"]
        self.assertEqual([(one["id"], one["current"]) for one in generations], [(1, False), (2, True)])
        self.assertIn("framework-arch-missing", generations[1]["reason"])
        self.assertIn({"name": "minigpu", "from": "1.1.0+old", "to": "1.1.0+new"}, generations[1]["changes"])
        self.assertEqual(generations[1]["probe"]["status"], "not-run")

        self.text("rollback", self.environment)
        self.assert_same(broken, contents(self.environment))
        self.json("doctor", self.environment, "--gpu", NEW, exit=3)
        self.assert_no_leftovers(self.environment)

    def test_the_diagnosis_names_cause_evidence_and_remedy(self):
        environment = self.broken_environment()
        with self.unchanged(environment, self.folder):
            document = self.json("doctor", environment, "--gpu", NEW, exit=3)
        self.assertEqual(document["status"], "problems")
        first = document["findings"][0]
        self.assertEqual((first["code"], first["severity"], first["subject"], first["gpus"]),
                         ("framework-arch-missing", "error", "minigpu", [0]))
        self.assertIn("minigpu/lib/libminigpu.so", first["evidence"][0]["where"])
        self.assertIn("sm_75", first["evidence"][0]["what"])
        remedy = first["remedy"]
        self.assertEqual(remedy["kind"], "change-packages")
        self.assertEqual(sorted(remedy["packages"]), ["minigpu==1.1.0+new", "minivision==0.2.0+new"])
        self.assertEqual(remedy["commands"], [f"kenv fix {environment} --gpu 'RTX 5090'"])
        self.assertIn("minivision", [finding["subject"] for finding in document["findings"][1:]])
        said = self.text("doctor", environment, "--gpu", NEW, exit=3).output
        for words in ("GeForce RTX 5090 (12.0)", "named", "framework-arch-missing", f"$ kenv fix {environment}"):
            self.assertIn(words, said)

    def test_each_fault_has_its_code(self):
        table = [
            (["minigpu==1.2.0+new", "minicore==2.0.0"], OLD, "framework-arch-missing", "minigpu"),
            (["minigpu==1.2.0+cpu", "minicore==2.0.0"], NEW, "cpu-only-wheel", "minigpu"),
            (["minigpu==1.2.0+new", "minicore==2.0.0", "minivision==0.2.0+new"], NEW, "torch-family-mismatch", "minivision"),
            (["minigpu==1.2.0+new", "minicore==2.0.0", "minivision==0.3.0+cpu"], NEW, "torch-family-mismatch", "minivision"),
        ]
        for number, (requirements, gpu, code, subject) in enumerate(table):
            with self.subTest(f"{requirements} {gpu}"):
                environment = self.made_by_pip(*requirements, name=f"env{number}")
                codes = [(finding["code"], finding["subject"]) for finding in self.json("doctor", environment, "--gpu", gpu, exit=3)["findings"]]
                self.assertIn((code, subject), codes)
                self.text("fix", environment, "--gpu", gpu)
                self.json("doctor", environment, "--gpu", gpu)
                self.run_in(environment, "python", "-c", "import minigpu")

    def test_a_dry_run_and_a_check_change_nothing(self):
        environment = self.broken_environment()
        with self.unchanged(self.folder, self.world / "store"):
            document = self.json("fix", environment, "--gpu", NEW, "--dry-run")
            self.assertEqual(self.json("fix", environment, "--gpu", NEW, "--check", exit=10)["changed"], False)
        self.assertEqual((document["status"], document["changed"]), ("ok", False))
        replaced = {name: version for name, version in REPAIRED.items() if name.startswith(("minigpu", "minivision"))}
        self.assertEqual(self.steps(document), replaced)
        self.assertEqual(self.steps(document, "keep").keys(), {"minicore", "minicolor"})
        self.assertFalse((self.folder / ".kenv").exists())

    def test_nothing_is_changed_without_consent(self):
        environment = self.broken_environment()
        with self.unchanged(environment):
            document = self.json("fix", environment, "--gpu", NEW, exit=2, agree=False)
        self.assertEqual(document["error"]["code"], "consent-needed")
        self.assertIn("--yes", document["error"]["hint"])

    def test_packages_that_have_nothing_to_do_with_it_stay_as_they_are(self):
        environment = self.broken_environment()
        site = next(environment.glob("lib/python3*/site-packages"))
        (site / "own_module.py").write_text("VALUE = 42\n")
        (environment / "notes.txt").write_text("mine\n")
        kept = contents(site / "minicore"), (site / "own_module.py").stat().st_ino
        self.text("fix", environment, "--gpu", NEW)
        self.assert_same(kept[0], contents(site / "minicore"))
        self.assertEqual((environment / "notes.txt").read_text(), "mine\n")
        self.assertIn("42", self.run_in(environment, "python", "-c", "import own_module; print(own_module.VALUE)"))
        requested = list(site.glob("minigpu-*.dist-info/REQUESTED"))
        self.assertEqual(len(requested), 1, "what was asked for by name still counts as asked for")

    def test_two_gpus_that_no_single_build_serves(self):
        environment = self.broken_environment()
        with self.unchanged(self.folder):
            document = self.json("fix", environment, "--gpu", f"{OLD},{NEW}", exit=4)
        rejected = self.rejected(document, "minigpu")
        self.assertEqual((rejected["1.1.0", "new"]["gpu"], rejected["1.2.0", "new"]["gpu"], rejected["1.0.0", "old"]["gpu"]), (0, 0, 1))
        self.assertIn("GTX 1080 Ti", rejected["1.2.0", "new"]["reason"])
        self.assertIn("RTX 5090", rejected["1.0.0", "old"]["reason"])

    def test_a_launch_test_of_the_user_s_own_decides(self):
        environment = self.broken_environment()
        with self.unchanged(environment):
            document = self.json("fix", environment, "--gpu", NEW, "--verify-with", "echo no luck >&2; exit 3", exit=7)
        self.assertEqual(document["error"]["code"], "launch-failed")
        self.assertIn("no luck", document["error"]["message"])
        self.assertEqual(document["choice"]["version"], "1.1.0+new")
        self.assert_no_leftovers(environment)
        check = "test \"$(python -c 'import minigpu; print(minigpu.variant)')\" = new"
        self.text("fix", environment, "--gpu", NEW, "--verify-with", check)

    def test_a_program_that_runs_from_the_environment_is_not_pulled_away_from_under(self):
        environment = self.broken_environment()
        program = subprocess.Popen([environment / "bin/python", "-c", "print('up', flush=True); input()"],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            program.stdout.readline()
            with self.unchanged(environment):
                error = self.json("fix", environment, "--gpu", NEW, exit=8)["error"]
            self.assertEqual(error["code"], "environment-in-use")
            self.assertIn(str(program.pid), error["message"])
            self.assertIn("--while-running", error["hint"])
            self.text("fix", environment, "--gpu", NEW, "--while-running")
        finally:
            program.communicate("\n")


class RollbackTest(KenvTest):
    def repaired(self):
        environment = self.broken_environment()
        broken = contents(environment)
        self.text("fix", environment, "--gpu", NEW)
        return environment, broken, contents(environment)

    def test_back_and_forth_to_the_byte(self):
        environment, broken, fixed = self.repaired()
        document = self.json("rollback", environment)
        self.assertEqual((document["from"], document["to"], document["outside_change"], document["drift"]), (2, 1, None, []))
        self.assert_same(broken, contents(environment))
        self.text("rollback", environment, "--to", 2)
        self.assert_same(fixed, contents(environment))
        self.text("rollback", environment, "--to", 1)
        self.assert_same(broken, contents(environment))
        self.assertEqual(self.json("rollback", environment)["status"], "nothing-to-do")
        self.assert_same(broken, contents(environment))

    def test_what_pip_did_behind_kenv_s_back_is_undone_and_kept(self):
        environment, broken, fixed = self.repaired()
        self.pip_from_outside(environment, "minicore==1.0.0")
        drifted = contents(environment)
        document = self.json("rollback", environment)
        self.assertEqual((document["to"], document["outside_change"]), (2, 3))
        self.assertTrue(any("minicore" in path for path in document["drift"]), document["drift"])
        recorded = self.json("history", environment)["generations"][2]
        self.assertEqual((recorded["reason"], [(change["name"], change["to"]) for change in recorded["changes"]]),
                         ("outside change", [("minicore", "1.0.0")]))
        self.assert_same(fixed, contents(environment))
        self.text("rollback", environment, "--to", 3)
        self.assert_same(drifted, contents(environment))
        self.text("rollback", environment, "--to", 1)
        self.assert_same(broken, contents(environment))

    def test_a_deleted_environment_comes_back(self):
        environment, broken, fixed = self.repaired()
        shutil.rmtree(environment)
        self.text("rollback", environment)
        self.assert_same(fixed, contents(environment))
        self.run_in(environment, "python", "-c", "import minigpu, minivision")
        self.text("rollback", environment, "--to", 1)
        self.assert_same(broken, contents(environment))

    def test_files_that_were_replaced_or_removed_come_back(self):
        environment, _, fixed = self.repaired()
        site = next(environment.glob("lib/python3*/site-packages"))
        (site / "minigpu/__init__.py").unlink()
        (site / "minigpu/__init__.py").write_text("raise ImportError('edited')\n")
        (environment / "bin/minigpu-info").unlink()
        self.text("rollback", environment)
        self.assert_same(fixed, contents(environment))

    def test_an_editor_that_writes_into_a_linked_file_does_no_lasting_harm(self):
        environment, _, fixed = self.repaired()
        file = next(environment.glob("lib/python3*/site-packages/minivision/version.py"))
        with file.open("a") as text:
            text.write("# edited\n")
        self.text("rollback", environment)
        self.assert_same(fixed, contents(environment))

    def test_a_mode_that_was_changed_on_a_linked_file_is_restored(self):
        environment, _, fixed = self.repaired()
        next(environment.glob("lib/python3*/site-packages/minivision/version.py")).chmod(0o600)
        self.text("rollback", environment)
        self.assert_same(fixed, contents(environment))

    def test_a_second_repair_after_a_rollback(self):
        environment, broken, fixed = self.repaired()
        self.text("rollback", environment)
        self.text("fix", environment, "--gpu", NEW)
        self.assert_same(fixed, contents(environment))
        self.text("rollback", environment)
        self.assert_same(broken, contents(environment))

    def test_a_dry_run_tells_and_changes_nothing(self):
        environment, _, _ = self.repaired()
        with self.unchanged(self.folder):
            document = self.json("rollback", environment, "--dry-run")
        self.assertEqual((document["from"], document["to"], document["changed"]), (2, 1, False))

    def test_generations_that_are_no_trees_any_more_are_built_from_the_store(self):
        environment, broken, _ = self.repaired()
        for gpu in (OLD, NEW, OLD):
            self.text("fix", environment, "--gpu", gpu, "--keep", 1)
        kept = [one["id"] for one in self.json("history", environment)["generations"] if one.get("kept_as_tree")]
        self.assertNotIn(1, kept)
        self.assertTrue(self.json("rollback", environment, "--to", 1)["rebuilt"])
        self.assert_same(broken, contents(environment))


if __name__ == "__main__":
    main()
