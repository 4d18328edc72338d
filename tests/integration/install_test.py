# SPDX-License-Identifier: Apache-2.0
"""kenv install and kenv remove: packages of an environment that anybody made, without losing what runs on the GPU."""
import os
import shutil
import sys

from indexes import closed_port_url
from support import NEW, OLD, SOURCE_FOLDER, KenvTest, main

sys.path.insert(0, str(SOURCE_FOLDER / "tests/support"))
from tiny_index import metadata_text  # noqa: E402


class InstallTest(KenvTest):
    def test_what_is_installed_stays_and_a_framework_comes_in_the_build_for_the_gpu(self):
        environment = self.made_by_pip("minicore==1.1.0", "minicolor==1.0.0")
        document = self.json("install", "-p", environment, "minigpu", "--gpu", OLD)
        self.assertEqual(self.steps(document), {"minigpu": "1.1.0+old"})
        self.assertEqual(self.versions(environment), {"minicore": "1.1.0", "minicolor": "1.0.0", "minigpu": "1.1.0+old"})
        folder = next(environment.glob("lib/python*/site-packages/minigpu-*.dist-info"))
        self.assertEqual((folder / "INSTALLER").read_text().strip(), "kenv")
        self.assertTrue((folder / "REQUESTED").exists())
        self.pip_from_outside(environment, "minicolor==1.1.0")  # pip goes on working there

    def test_the_change_is_a_generation_and_can_be_taken_back(self):
        environment = self.made_by_pip("minicore==1.1.0")
        with self.unchanged(environment):
            self.json("install", "-p", environment, "minigpu", "--gpu", OLD)
            last = self.json("history", environment)["generations"][-1]
            self.assertEqual((last["reason"], last["command"]), ("install minigpu", f"kenv install minigpu --environment {environment} --gpu '{OLD}'"))
            self.assertIn({"name": "minigpu", "from": None, "to": "1.1.0+old"}, last["changes"])
            self.json("rollback", environment)

    def test_a_build_that_runs_is_never_replaced_by_one_that_does_not(self):
        environment = self.made_by_pip("minigpu==1.2.0+new", "minicore==2.0.0", "minicolor==1.1.0")
        document = self.json("install", "-p", environment, "minivision", "--gpu", NEW)
        self.assertEqual(self.steps(document), {"minivision": "0.3.0+new"})
        document = self.json("install", "-p", environment, "minigpu<1.2", "--gpu", NEW)
        self.assertEqual(self.steps(document)["minigpu"], "1.1.0+new")
        with self.unchanged(environment):
            document = self.json("install", "-p", environment, "minigpu==1.0.0", "--gpu", NEW, exit=4)
            self.assertEqual(self.rejected(document, "minigpu")["1.0.0", "old"]["rule"], "coverage")

    def test_another_fault_of_the_environment_is_told_and_left(self):
        environment = self.broken_environment()
        result = self.text("install", "-p", environment, "minicolor==1.0.0", "--gpu", NEW)
        self.assertIn("minigpu in this environment does not run on the GPU; kenv fix", result.errors)
        self.assertEqual(self.versions(environment)["minicolor"], "1.0.0")
        self.assertEqual(self.versions(environment)["minigpu"], "1.1.0+old")

    def test_asking_for_a_framework_that_is_there_and_does_not_run_repairs_it(self):
        environment = self.broken_environment()
        self.json("install", "-p", environment, "minigpu", "--gpu", NEW)
        self.assertTrue(self.versions(environment)["minigpu"].endswith("+new"))

    def test_a_path_that_is_not_utf_8(self):
        environment = self.folder / os.fsdecode(b"caf\xe9")
        self.json("create", environment, "minicore==1.0.0")
        self.json("install", "-p", environment, "minicolor==1.0.0")
        self.json("doctor", environment)
        self.assertTrue(self.json("lock", environment, "-o", self.folder / "locks")["complete"])
        self.json("rollback", environment)
        self.assertNotIn("minicolor", self.versions(environment))
        self.assertEqual(len(self.json("history", environment)["generations"]), 2)

    def test_twice_in_a_row_there_is_nothing_to_do(self):
        environment = self.made_by_pip("minicore==1.1.0")
        self.json("install", "-p", environment, "minicolor", "--gpu", NEW)
        again = self.json("install", "-p", environment, "minicolor", "--gpu", NEW)
        self.assertEqual((again["status"], again["changed"]), ("nothing-to-do", False))

    def test_upgrades_take_the_newest_that_keeps_the_rest_working(self):
        environment = self.made_by_pip("minicore==1.0.0")
        self.assertEqual(self.json("install", "-p", environment, "minicore")["status"], "nothing-to-do")
        self.assertEqual(self.steps(self.json("install", "-U", "-p", environment, "minicore", "--dry-run")), {"minicore": "2.0.0"})
        self.json("install", "-p", environment, "minigpu<1.2", "--gpu", OLD)
        self.assertEqual(self.versions(environment)["minicore"], "1.1.0")
        document = self.json("install", "-U", "-p", environment, "minicore", "--gpu", OLD)
        self.assertEqual((document["status"], self.versions(environment)["minicore"]), ("nothing-to-do", "1.1.0"))

    def test_an_upgraded_framework_takes_its_family_along(self):
        environment = self.made_by_pip("minigpu==1.1.0+new", "minivision==0.2.0+new", "minicore==1.1.0", "minicolor==1.1.0")
        document = self.json("install", "-U", "-p", environment, "minigpu", "--gpu", NEW)
        self.assertEqual(self.steps(document), {"minigpu": "1.2.0+new", "minivision": "0.3.0+new", "minicore": "2.0.0"})

    def test_wheels_by_path_and_by_address(self):
        environment = self.made_by_pip("minicolor==1.1.0")
        wheel = self.index.wheel("minicore-1.0.0-*")
        self.assertEqual(self.steps(self.json("install", "-p", environment, wheel)), {"minicore": "1.0.0"})
        address = self.index.simple.replace("/simple", "/wheels/") + self.index.wheel("minicore-1.1.0-*").name
        self.assertEqual(self.steps(self.json("install", "-p", environment, f"minicore @ {address}")), {"minicore": "1.1.0"})
        with self.unchanged(environment):
            error = self.json("install", "-p", environment, self.index.wheel("minigpu-1.1.0+old-*"), "--gpu", NEW, exit=4)["error"]
            self.assertIn("12.0", error["message"])

    def test_a_dry_run_changes_nothing(self):
        environment = self.made_by_pip("minicore==1.1.0")
        with self.unchanged(self.folder):
            document = self.json("install", "-p", environment, "minigpu", "--gpu", NEW, "--dry-run")
        self.assertEqual(self.steps(document), {"minigpu": "1.2.0+new", "minicore": "2.0.0", "minicolor": "1.1.0"})

    def test_the_environment_is_the_active_one_or_dot_venv(self):
        environment = self.made_by_pip("minicore==1.1.0", name=".venv")
        self.json("install", "minicolor==1.0.0")
        self.assertEqual(self.versions(environment)["minicolor"], "1.0.0")
        other = self.made_by_pip("minicore==1.1.0", name="other")
        self.json("remove", "minicore", variables={"VIRTUAL_ENV": str(other)})
        self.assertNotIn("minicore", self.versions(other))

    def test_what_cannot_be_done_is_said_and_nothing_changes(self):
        environment = self.made_by_pip("minicore==1.1.0")
        with self.unchanged(environment):
            self.assertEqual(self.json("install", "-p", environment, exit=2)["error"]["code"], "usage")
            self.assertEqual(self.json("install", "-p", self.folder / "nowhere", "minicolor", exit=2)["error"]["code"], "no-such-environment")
            self.assertIn("minicolour", self.json("install", "-p", environment, "minicolour", exit=4)["error"]["message"])
            self.json("install", "-p", environment, "minicolor", exit=5, variables={
                "KENV_INDEX": closed_port_url(), "KENV_FRAMEWORK_INDEX_MINIGPU": closed_port_url(), "KENV_CACHE_DIR": str(self.folder / "cache")})
            result = self.finish(self.start("install", "-p", environment, "minicolor", "--json", agree=False))
            self.assertEqual(self.read_document(result).error["code"], "consent-needed")

    def installed_by_hand(self, environment, name, version, *requires):
        """As a tool leaves it that writes neither REQUESTED nor INSTALLER."""
        site = next(environment.glob("lib/python*/site-packages"))
        folder = site / f"{name.replace('-', '_')}-{version}.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(metadata_text(name, version, requires))
        (folder / "RECORD").write_text(f"{folder.name}/METADATA,,\n{folder.name}/RECORD,,\n")

    def test_packages_that_need_each_other_go_on_working_though_nobody_asked_for_them(self):
        environment = self.made_by_pip()
        self.installed_by_hand(environment, "minicore", "1.0.0")
        self.installed_by_hand(environment, "cyc-a", "1.0", "cyc-b", "minicore<2")
        self.installed_by_hand(environment, "cyc-b", "1.0", "cyc-a")
        with self.unchanged(environment):
            error = self.json("install", "-p", environment, "minicore==2.0.0", exit=4)["error"]
            self.assertIn("cyc-a 1.0 depends on minicore<2", error["message"])

    def test_a_package_whose_version_is_outside_of_the_standard_is_replaced_and_can_be_removed(self):
        environment = self.made_by_pip()
        self.installed_by_hand(environment, "minicolor", "2004d")
        site = next(environment.glob("lib/python*/site-packages"))
        (site / "minicolor").mkdir()
        (site / "minicolor/__init__.py").write_text("old = True\n")
        with (site / "minicolor-2004d.dist-info/RECORD").open("a") as record:
            record.write("minicolor/__init__.py,,\n")
        document = self.json("install", "-p", environment, "minicolor==1.1.0")
        self.assertEqual(self.steps(document, "replace"), {"minicolor": "1.1.0"})
        self.assertEqual([path.name for path in site.glob("minicolor*.dist-info")], ["minicolor-1.1.0.dist-info"])
        self.json("rollback", environment)
        self.assertEqual(self.steps(self.json("install", "-p", environment, "minicore==1.0.0")), {"minicore": "1.0.0"})
        self.json("remove", "-p", environment, "minicolor")
        self.assertEqual(list(site.glob("minicolor*")), [])

    def test_a_request_that_does_not_apply_here_takes_no_protection_away(self):
        environment = self.made_by_pip()
        self.installed_by_hand(environment, "minicore", "1.0.0")
        self.installed_by_hand(environment, "pinner", "1.0", "minicore<2")
        with self.unchanged(environment):
            error = self.json("install", "-p", environment, "minicore==2.0.0", "pinner; python_version < '3'", exit=4)["error"]
            self.assertIn("pinner 1.0 depends on minicore<2", error["message"])
            self.assertEqual(self.json("install", "-p", environment, "minicolor; python_version < '3'")["status"], "nothing-to-do")

    def test_an_environment_that_was_copied_by_hand_is_told_with_a_way_to_a_whole_one(self):
        environment = self.made_by_pip("minicore==1.1.0")
        self.assertNotIn("was made for", self.text("install", "-p", environment, "minicolor").errors)
        copy = self.folder / "copy"
        shutil.copytree(environment, copy, symlinks=True)
        said = self.text("remove", "-p", copy, "minicolor").errors
        self.assertIn(f"was made for {environment}", said)
        self.assertIn(f"kenv create NEW --from {copy}", said)

    def test_a_base_interpreter_is_not_written_to(self):
        document = self.json("install", "-p", sys.base_prefix, "minicolor", exit=2)
        self.assertIn("kenv create", document["error"]["hint"])


class RemoveTest(KenvTest):
    def test_it_is_gone_what_it_needed_stays_and_all_comes_back(self):
        environment = self.made_by_pip("minigpu==1.2.0+new", "minivision==0.3.0+new", "minicore==2.0.0", "minicolor==1.1.0")
        with self.unchanged(environment):
            document = self.json("remove", "-p", environment, "minivision", "--gpu", NEW)
            self.assertEqual(self.steps(document), {"minivision": "0.3.0+new"})
            self.assertEqual(sorted(self.versions(environment)), ["minicolor", "minicore", "minigpu"])
            self.assertFalse(list(environment.glob("lib/python*/site-packages/minivision*")))
            self.json("rollback", environment)

    def test_what_nothing_needs_any_more_is_named(self):
        environment = self.made_by_pip()
        self.json("install", "-p", environment, "minigpu", "--gpu", NEW)
        document = self.json("remove", "-p", environment, "minigpu", "--gpu", NEW)
        self.assertIn("minicore", " ".join(document["notes"]))
        self.assertIn("minicore", self.versions(environment))

    def test_what_others_need_is_kept_unless_that_is_meant(self):
        environment = self.made_by_pip("minigpu==1.2.0+new", "minivision==0.3.0+new", "minicore==2.0.0", "minicolor==1.1.0")
        with self.unchanged(environment):
            error = self.json("remove", "-p", environment, "minigpu", exit=8)["error"]
            self.assertEqual(error["code"], "still-needed")
            self.assertIn("minivision 0.3.0+new needs minigpu", error["message"])
        self.json("remove", "-p", environment, "minigpu", "minivision", "--gpu", NEW)
        self.assertNotIn("minivision", self.versions(environment))
        result = self.text("install", "-p", environment, "minivision", "--gpu", NEW)
        self.text("remove", "-p", environment, "minigpu", "--allow-remove", "--gpu", NEW)
        self.assertEqual(sorted(self.versions(environment)), ["minicolor", "minicore", "minivision"])
        self.assertTrue(result.output)

    def test_what_is_needed_through_an_extra_is_kept_too(self):
        environment = self.made_by_pip("minigpu==1.2.0+new", "minicore==2.0.0", "minicolor==1.1.0")
        error = self.json("remove", "-p", environment, "minicolor", exit=8)["error"]
        self.assertIn("minicore 2.0.0 needs minicolor", error["message"])
        self.json("remove", "-p", environment, "minigpu", "minicolor", "--gpu", NEW)
        self.assertEqual(self.versions(environment), {"minicore": "2.0.0"})

    def test_what_is_not_there_is_told_and_is_no_failure(self):
        environment = self.made_by_pip("minicolor==1.1.0")
        result = self.text("remove", "-p", environment, "minicolour")
        self.assertIn("minicolour is not installed; did you mean minicolor?", result.errors)
        self.text("remove", "-p", environment, "minicolor")
        self.assertEqual(self.json("remove", "-p", environment, "minicolor")["status"], "nothing-to-do")

    def test_no_network_is_needed(self):
        environment = self.made_by_pip("minicolor==1.1.0")
        nowhere = {"KENV_INDEX": closed_port_url(), "KENV_FRAMEWORK_INDEX_MINIGPU": closed_port_url()}
        self.json("remove", "-p", environment, "minicolor", variables=nowhere)
        self.assertEqual(self.versions(environment), {})


if __name__ == "__main__":
    main()
