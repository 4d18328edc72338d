# SPDX-License-Identifier: Apache-2.0
"""kenv create and kenv resolve: which build is chosen, and whether what is made is an environment that works."""
import re
import shutil

from indexes import closed_port_url
from support import NEW, OLD, KenvTest, main

NEWEST = {"minigpu": "1.2.0+new", "minivision": "0.3.0+new", "minicore": "2.0.0", "minicolor": "1.1.0"}
LAST_FOR_OLD = {"minigpu": "1.1.0+old", "minivision": "0.2.0+old", "minicore": "1.1.0", "minicolor": "1.1.0"}


class ChoiceTest(KenvTest):
    def test_the_newest_build_that_serves_the_gpu_is_chosen(self):
        table = [
            (NEW, "1.2.0+new", "native", "sm_120"), ("sm_120", "1.2.0+new", "native", "sm_120"),
            ("NVIDIA H200", "1.2.0+new", "native", "sm_90"), ("8.9", "1.2.0+new", "native", "sm_89"),
            ("Tesla V100", "1.1.0+old", "native", "sm_70"), (OLD, "1.1.0+old", "native", "sm_61"),
            ("5.2", "1.1.0+old", "native", "sm_50"), ("Tesla V100,GTX 1080 Ti", "1.1.0+old", "native", "sm_70"),
        ]
        for gpu, version, status, target in table:
            with self.subTest(gpu):
                choice = self.json("resolve", "minigpu", "--gpu", gpu)["choice"]
                self.assertEqual((choice["version"], choice["index"]), (version, "minigpu"))
                self.assertEqual((choice["coverage"][0]["status"], choice["coverage"][0]["target"]), (status, target))

    def test_the_rejections_say_why_newer_builds_were_not_chosen(self):
        document = self.json("resolve", "minigpu", "--gpu", "Tesla V100")
        rejection = self.rejected(document, "minigpu")["1.2.0", "new"]
        self.assertEqual((rejection["rule"], rejection["gpu"]), ("coverage", 0))
        self.assertIn("7.0", rejection["reason"])

    def test_dependencies_with_extras_markers_and_bounds_are_solved(self):
        document = self.json("resolve", "minicore[color]", "--gpu", NEW)
        self.assertEqual(self.steps(document), {"minicore": "2.0.0", "minicolor": "1.1.0"})
        document = self.json("resolve", "minicore[color]<2", "minicolor<1.1", "--gpu", NEW)
        self.assertEqual(self.steps(document), {"minicore": "1.1.0", "minicolor": "1.0.0"})
        self.assertEqual(self.steps(self.json("resolve", "minicore", "--gpu", NEW)), {"minicore": "2.0.0"})

    def test_a_bound_on_a_dependency_moves_the_framework(self):
        document = self.json("resolve", "minigpu", "minicore<2", "--gpu", NEW)
        self.assertEqual(self.steps(document)["minigpu"], "1.1.0+new")

    def test_both_page_formats_lead_to_the_same_plan(self):
        plans = []
        for name, spoil in (("html", "index.json"), ("json", "index.html")):
            index = self.server.add(name, lambda index: [page.unlink() for page in index.folder.rglob(spoil)])
            sources = {"KENV_INDEX": index.default, "KENV_FRAMEWORK_INDEX_MINIGPU": index.simple}
            document = self.json("resolve", "minivision", "--gpu", NEW, variables=sources)
            plans.append([(step["name"], step["to"], step["wheel"]["filename"], step["wheel"]["sha256"]) for step in document["steps"]])
        self.assertEqual(plans[0], plans[1])
        self.assertEqual(len(plans[0]), 4)

    def test_sources_may_be_given_by_options_instead_of_variables(self):
        nowhere = {"KENV_INDEX": closed_port_url(), "KENV_FRAMEWORK_INDEX_MINIGPU": closed_port_url()}
        document = self.json("resolve", "minigpu", "--gpu", NEW, "--index", self.index.default, "--framework-index",
                             f"minigpu={self.index.simple}", variables=nowhere)
        self.assertEqual(document["choice"]["version"], "1.2.0+new")

    def test_pip_s_configuration_names_the_default_index(self):
        configuration = self.folder / "pip.conf"
        configuration.write_text(f"[global]\nindex-url = {self.index.default}\n")
        document = self.json("resolve", "minicore", "--gpu", NEW, variables={"KENV_INDEX": "", "PIP_CONFIG_FILE": str(configuration)})
        self.assertEqual(self.steps(document), {"minicore": "2.0.0"})


class CreateTest(KenvTest):
    def test_the_document_of_a_creation_is_exact(self):
        document = self.json("create", self.environment, "minigpu", "--gpu", NEW)
        self.assertEqual(document.pop("elapsed_ms") >= 0, True)
        wheels = {path.name: path for path in (self.index.folder / "wheels").glob("*.whl")}
        for step in document["steps"]:
            self.assertEqual(step["wheel"]["size"], wheels[step["wheel"]["filename"]].stat().st_size)
        self.assertEqual(document["download_bytes"], sum(step["wheel"]["size"] for step in document["steps"]))
        self.assertGreater(document["disk_bytes"], 0)
        coverage = [{"gpu": 0, "name": "GeForce RTX 5090", "status": "native", "target": "sm_120", "uncovered": []}]
        wanted = {"schema": "kenv-create/1", "command": "create", "status": "ok", "exit_code": 0, "changed": True, "findings": [],
                  "environment": str(self.environment), "generation": 1}
        self.assertEqual({name: document[name] for name in wanted}, wanted)
        choice = document["choice"]
        self.assertEqual((choice["framework"], choice["version"], choice["variant"], choice["channel"], choice["index"]),
                         ("minigpu", "1.2.0+new", "new", "stable", "minigpu"))
        self.assertEqual((choice["evidence"]["kind"], choice["coverage"]), ("measured", coverage))
        self.assertEqual([choice], document["choices"])
        self.assertEqual(self.steps(document, "add"), {name: NEWEST[name] for name in ("minigpu", "minicore", "minicolor")})
        self.assertEqual(document["guard"]["constraints"], ["minigpu==1.2.0+new"])
        self.assertEqual((document["probe"]["status"], document["probe"]["checks"], document["probe"]["gpus"]), ("not-run", [], []))
        self.assertEqual(document["probe"]["reason"], "the GPU was named and is not in this machine")

    def test_what_is_made_works_as_an_environment(self):
        for name, gpu, wanted in (("new", NEW, NEWEST), ("old", "Tesla V100", LAST_FOR_OLD)):
            with self.subTest(gpu):
                environment = self.folder / name
                said = self.text("create", environment, "minivision", "--gpu", gpu)
                self.assertIn(wanted["minigpu"], said.output)
                versions = self.versions(environment)
                self.assertIn("pip", versions)
                self.assertEqual({name: versions.get(name) for name in wanted}, wanted)
                script = "import minigpu, minivision; print((minigpu.arange(3) + minigpu.full(3, 1.0)).tolist(), minigpu.variant)"
                self.assertEqual(self.run_in(environment, "python", "-c", script).strip(), f"[1.0, 2.0, 3.0] {name}")
                self.assertIn(f"minigpu {wanted['minigpu']}", self.run_in(environment, "minigpu-info"))
                self.assertIn("minicolor", self.run_in(environment, "minicolor-show"))
                self.assertTrue((environment / "share/minicolor/palette.txt").is_file())
                self.assertIn("No broken requirements", self.pip(environment, "check"))
                self.assertEqual(self.text("doctor", environment, "--gpu", gpu).output.count("healthy"), 1)

    def test_pip_goes_on_managing_what_kenv_installed(self):
        self.text("create", self.environment, "minivision", "--gpu", OLD)
        listed = self.pip(self.environment, "list", "--format=freeze")
        self.assertIn("minigpu==1.1.0+old", listed)
        self.pip(self.environment, "install", "minicore==1.0.0", "--no-deps")
        self.pip(self.environment, "install", "--upgrade", "minicore<2")
        self.assertEqual(self.versions(self.environment)["minicore"], "1.1.0")
        self.pip(self.environment, "uninstall", "-y", "minivision", "minicore", "minicolor")
        left = [path for path in self.environment.rglob("*") if re.search("minivision|minicore|minicolor", path.name)]
        self.assertEqual(left, [])
        self.assertIn("requires minicore", self.run_in(self.environment, "python", "-m", "pip", "check", exit=1))

    def test_the_constraints_keep_pip_from_undoing_the_choice(self):
        self.text("create", self.environment, "minigpu", "--gpu", OLD)
        (constraints,) = self.environment.rglob("*constraints*.txt")
        self.pip(self.environment, "install", "--upgrade", "minigpu", "-c", constraints)
        self.assertEqual(self.versions(self.environment)["minigpu"], "1.1.0+old")

    def test_a_second_environment_downloads_nothing_and_shares_its_files(self):
        self.text("create", self.environment, "minigpu", "--gpu", NEW)
        before = len([line for line in self.server.requests() if ".whl " in line])
        other = self.folder / "other"
        self.text("create", other, "minigpu", "--gpu", NEW)
        self.assertEqual(len([line for line in self.server.requests() if ".whl " in line]), before)
        (one,), (two,) = (list(root.rglob("libminigpu.so")) for root in (self.environment, other))
        self.assertEqual(one.stat().st_ino, two.stat().st_ino)

    def test_a_dry_run_makes_nothing(self):
        with self.unchanged(self.folder, self.world / "store"):
            document = self.json("create", self.environment, "minigpu", "--gpu", NEW, "--dry-run")
        self.assertEqual((document["changed"], document["choice"]["version"]), (False, "1.2.0+new"))
        self.assertEqual(document["choice"]["evidence"]["kind"], "declared")

    def test_a_dry_run_of_an_environment_without_packages_says_what_would_be_made(self):
        with self.unchanged(self.folder, self.world / "store"):
            document = self.json("create", self.environment, "--gpu", NEW, "--dry-run")
            text = self.text("create", self.environment, "--gpu", NEW, "--dry-run").output
        self.assertEqual((document["status"], document["changed"], document["steps"]), ("ok", False, []))
        self.assertIn(f"would make {self.environment}", text)

    def test_requirements_and_constraints_come_from_files_too(self):
        requirements, constraints = self.folder / "requirements.txt", self.folder / "constraints.txt"
        requirements.write_text("# what we need\nminivision  # and its family\n\nminicolor>=1.0\n")
        constraints.write_text("minicolor<1.1\nminigpu<1.2\n")
        self.text("create", self.environment, "-r", requirements, "--constraint", constraints, "--gpu", NEW)
        versions = self.versions(self.environment)
        self.assertEqual((versions["minigpu"], versions["minicolor"]), ("1.1.0+new", "1.0.0"))

    def test_a_folder_of_wheels_is_enough(self):
        wheels = self.folder / "wheels"
        wheels.mkdir()
        for pattern in ("minigpu-1.2.0+new-*", "minicore-2.0.0-*", "minicolor-1.1.0-*"):
            shutil.copy(self.index.wheel(pattern), wheels)
        nowhere = {"KENV_INDEX": "", "PIP_NO_INDEX": "1", "KENV_FRAMEWORK_INDEX_MINIGPU": ""}
        requests = len(self.server.requests())
        self.text("create", self.environment, "minigpu", "--gpu", NEW, "--find-links", wheels, variables=nowhere)
        self.assertEqual(self.versions(self.environment)["minigpu"], "1.2.0+new")
        self.assertEqual(len(self.server.requests()), requests)

    def test_an_index_whose_versions_name_no_build_is_measured(self):
        for gpu, version in ((NEW, "1.2.0"), (OLD, "1.1.0")):
            with self.subTest(gpu):
                environment = self.folder / version
                document = self.json("create", environment, "minigpu", "--gpu", gpu, variables={"KENV_FRAMEWORK_INDEX_MINIGPU": self.index.default})
                self.assertEqual(self.versions(environment)["minigpu"], version)
                self.assertEqual(document["choice"]["evidence"]["kind"], "measured")

    def test_odd_names_do_no_harm(self):
        for name in ("mit Leerzeichen", "umgebung-é-环境", "it's", "-dash"):
            with self.subTest(name):
                environment = self.folder / name
                self.text("create", "./" + name, "minigpu", "--gpu", NEW)
                self.assertIn("minigpu 1.2.0+new", self.run_in(environment, "minigpu-info"))
                self.assertEqual(self.json("doctor", "./" + name, "--gpu", NEW)["status"], "ok")

    def test_without_pip_there_is_no_pip(self):
        self.text("create", self.environment, "minicore", "--without-pip", "--gpu", NEW)
        self.assertEqual(self.versions(self.environment), {"minicore": "2.0.0"})

    def test_what_was_fetched_once_needs_no_network_again(self):
        self.text("create", self.folder / "first", "minigpu", "--gpu", NEW)
        requests = len(self.server.requests())
        self.text("create", self.environment, "minigpu", "--gpu", NEW, "--offline")
        self.assertEqual(self.versions(self.environment)["minigpu"], "1.2.0+new")
        self.assertEqual(len(self.server.requests()), requests)


if __name__ == "__main__":
    main()
