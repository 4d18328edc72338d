# SPDX-License-Identifier: Apache-2.0
"""The verbs that only look: inspect, manifest, probe, history, help; and GPUs that are detected instead of named."""
import os
import re
import unittest

from schema import Schema
from support import NEW, OLD, SOURCE_FOLDER, KenvTest, main

NEW_TARGETS = ["sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_103", "sm_110", "sm_120", "sm_121"]
SCHEMAS = SOURCE_FOLDER / "docs/schemas"


class InspectTest(KenvTest):
    def test_wheel_folder_and_file_tell_the_same(self):
        environment = self.made_by_pip("minigpu==1.2.0+new", "minicore==2.0.0")
        (library,) = environment.rglob("libminigpu.so")
        for path in (self.index.wheel("minigpu-1.2.0+new-*"), environment, library):
            with self.subTest(path.name):
                (file,) = self.json("inspect", path, "--gpu", f"{NEW},{OLD}")["files"]
                self.assertEqual(file["fatbins"], 4)
                self.assertEqual([entry["target"] for entry in file["targets"]], NEW_TARGETS)
                self.assertEqual({(entry["kind"], entry["containers"]) for entry in file["targets"]}, {("sass", 4)})
                coverage = [(entry["status"], entry["uncovered_containers"]) for entry in file["coverage"]]
                self.assertEqual(coverage, [("native", 0), ("none", 4)])
                self.assertTrue(file["path"].endswith("minigpu/lib/libminigpu.so"))

    def test_what_holds_no_gpu_code_says_so(self):
        file = self.folder / "text.so"
        file.write_text("no library at all")
        for path in (self.index.wheel("minicore-2.0.0-*"), self.index.wheel("minigpu-1.2.0+cpu-*")):
            self.assertEqual(self.json("inspect", path)["files"], [])
            self.assertIn("no GPU code", self.text("inspect", path).output)
        self.json("inspect", file)


class ManifestTest(KenvTest):
    def test_every_framework_that_is_listed_can_be_shown(self):
        frameworks = {entry["name"]: entry["builds"] for entry in self.json("manifest", "list")["frameworks"]}
        self.assertLessEqual({"minigpu", "minivision", "torch", "torchvision"}, frameworks.keys())
        for name, builds in frameworks.items():
            document = self.json("manifest", "show", name)
            self.assertEqual((document["name"], len(document["builds"])), (name, builds))

    def test_rows_carry_their_evidence(self):
        builds = self.json("manifest", "show", "minigpu")["builds"]
        row = next(entry for entry in builds if entry["version"] == "1.2.0+new" and entry["machine"] == "x86_64")
        self.assertEqual((row["variant"], row["index"], row["targets"], row["ptx"]), ("new", "minigpu", NEW_TARGETS, []))
        self.assertEqual(row["evidence"]["kind"], "declared")
        for name in ("torch", "torchvision", "minigpu"):
            for entry in self.json("manifest", "show", name)["builds"]:
                evidence = entry["evidence"]
                proof = evidence["source"] if evidence["kind"] == "declared" else re.fullmatch("[0-9a-f]{64}", evidence["sha256"])
                self.assertTrue(proof, f"{name} {entry['version']}")


class ProbeTest(KenvTest):
    def test_a_named_gpu_is_not_launched_on_and_the_reason_is_stored(self):
        self.text("create", self.environment, "minivision", "--gpu", NEW)
        document = self.json("probe", self.environment, "--gpu", NEW)
        self.assertEqual(document["gpus"], [])
        self.assertEqual(document["probe"], {"status": "not-run", "reason": "the GPU was named and is not in this machine"})
        self.assertEqual({check["status"] for check in document["checks"]}, {"passed"})
        self.assertLessEqual({"matmul", "blur"}, {check["check"] for check in document["checks"]})
        (generation,) = self.json("history", self.environment)["generations"]
        self.assertEqual((generation["probe"]["status"], generation["probe"]["reason"]),
                         (document["probe"]["status"], document["probe"]["reason"]))

    def test_a_framework_that_cannot_be_imported_fails_the_probe(self):
        environment = self.made_by_pip("minigpu==1.2.0+new")  # without minicore nothing is wrong yet
        (library,) = environment.rglob("libminigpu.so")
        library.write_bytes(b"not a library")
        document = self.json("probe", environment, "--gpu", NEW, exit=7)
        self.assertEqual(document["status"], "problems")
        self.assertTrue(any(check["status"] == "failed" and check["error"] for check in document["checks"]), document["checks"])

    def test_an_environment_that_kenv_never_changed_has_no_history(self):
        environment = self.made_by_pip("minicore==2.0.0")
        self.assertEqual(self.json("history", environment)["generations"], [])
        self.assertEqual(self.json("rollback", environment)["status"], "nothing-to-do")


class SchemaTest(unittest.TestCase):
    """The schemas themselves, and the check of documents against them, which every other test leans on."""

    def test_every_verb_has_a_schema_whose_keywords_are_all_checked(self):
        names = {path.name.split(".")[0] for path in SCHEMAS.glob("*.schema.json")}
        self.assertLessEqual({"create", "doctor", "fix", "history", "inspect", "manifest", "probe", "resolve", "rollback", "snapshot", "usage"}, names)
        for path in SCHEMAS.glob("*.schema.json"):
            self.assertEqual([problem for problem in Schema(path).problems({}) if "keyword" in problem], [], path.name)

    def test_faults_in_documents_are_found(self):
        sound = {"schema": "kenv-history/1", "command": "history", "status": "failed", "exit_code": 2, "changed": False, "findings": [],
                 "elapsed_ms": 3, "error": {"code": "usage", "message": "", "hint": ""}}
        schema = Schema(SCHEMAS / "history.schema.json")
        self.assertEqual(schema.problems(sound), [])
        for spoilt in ({"exit_code": 9}, {"changed": 0}, {"error": {"code": "usage"}}, {"findings": [{}]}, {"elapsed_ms": 0.5},
                       {"generations": [{"id": 1}]}, {"schema": "kenv-history/2"}, {"status": "ok"}):
            self.assertTrue(schema.problems(sound | spoilt), spoilt)


class HelpTest(KenvTest):
    def test_every_verb_explains_itself(self):
        overview = self.text("--help").output
        for verb in ("create", "doctor", "fix", "probe", "rollback", "history", "inspect", "resolve", "manifest"):
            self.assertIn(f"\n  {verb} ", overview)
            said = self.text(verb, "--help").output
            self.assertIn("--json", said)
            self.assertEqual(said, self.text("help", verb).output)
        self.assertTrue(re.fullmatch(r"kenv \d+\.\d+\.\d+\n", self.text("--version").output))
        self.assertEqual(self.text().output, overview)


@unittest.skipIf(os.path.exists("/dev/nvidiactl"), "this machine has a driver of its own")
class DetectedGpuTest(KenvTest):
    """The GPU is detected, through a libnvidia-ml.so.1 that tells of one."""

    def test_doctor_sees_gpu_and_driver(self):
        environment = self.broken_environment()
        there = self.detected("NVIDIA GeForce RTX 5090", "12.0")
        document = self.json("doctor", environment, exit=3, variables=there)
        machine = document["snapshot"]["machine"]
        self.assertEqual((machine["gpus"][0]["name"], machine["gpus"][0]["compute_capability"]), ("NVIDIA GeForce RTX 5090", "12.0"))
        self.assertEqual(machine["driver"]["version"], "580.65.06")
        self.assertEqual(document["findings"][0]["code"], "framework-arch-missing")
        said = self.text("doctor", environment, exit=3, variables=there).output
        self.assertIn("driver 580.65.06", said)
        self.assertNotIn("[named", said)
        self.json("doctor", environment, variables=self.detected("Tesla V100-SXM2-16GB", "7.0"))

    def test_the_driver_bounds_the_choice(self):
        for driver, cuda, version in (("580.65.06", 13000, "1.2.0+new"), ("570.86.15", 12080, None)):
            there = self.detected("NVIDIA H200", "9.0", driver, cuda)
            document = self.json("resolve", "minigpu", exit=0 if version else 4, variables=there)
            self.assertEqual((document.get("choice") or {}).get("version"), version)

    def test_a_launch_that_fails_switches_nothing(self):
        environment = self.broken_environment()
        there = self.detected("NVIDIA GeForce RTX 5090", "12.0")
        with self.unchanged(environment):
            document = self.json("fix", environment, exit=7, variables=there)
        self.assertEqual((document["error"]["code"], document["changed"]), ("launch-failed", False))
        self.assertEqual((document["choice"]["version"], document["probe"]["status"]), ("1.1.0+new", "failed"))
        self.assert_no_leftovers(environment)
        document = self.json("create", self.folder / "new", "minigpu", exit=7, variables=there)
        self.assertFalse((self.folder / "new").exists())
        document = self.json("fix", environment, "--keep-failed", exit=7, variables=there)
        kept = re.search(r"/\S+", document["error"]["hint"])[0]
        self.assertTrue(os.path.isdir(kept), document["error"])

    def test_a_mask_hides_a_gpu(self):
        two = self.detected("NVIDIA GeForce RTX 5090", "12.0")
        two["KENV_FAKE_NVML"] += ";gpu=NVIDIA GeForce GTX 1080 Ti|6.1|00000000:02:00.0|1b06|-"
        environment = self.broken_environment()
        gpus = self.json("doctor", environment, exit=3, variables=two)["findings"][0]["gpus"]
        self.assertEqual(gpus, [0])
        self.json("doctor", environment, variables=two | {"CUDA_VISIBLE_DEVICES": "1", "CUDA_DEVICE_ORDER": "PCI_BUS_ID"})

    def test_a_mask_that_counts_by_speed_hides_nothing(self):
        """Without CUDA_DEVICE_ORDER, CUDA numbers GPUs in an order of its own, which nobody knows beforehand."""
        two = self.detected("NVIDIA GeForce RTX 5090", "12.0")
        two["KENV_FAKE_NVML"] += ";gpu=NVIDIA GeForce GTX 1080 Ti|6.1|00000000:02:00.0|1b06|-"
        environment = self.broken_environment()
        said = self.text("doctor", environment, exit=3, variables=two | {"CUDA_VISIBLE_DEVICES": "1"})
        self.assertIn("CUDA_DEVICE_ORDER=PCI_BUS_ID", said.errors)


if __name__ == "__main__":
    main()
