# SPDX-License-Identifier: Apache-2.0
"""Which build is chosen and why: the stories of resolve, nightlies as bridges, extensions that stand in the way."""
import json


from indexes import closed_port_url
from support import NEW, OLD, KenvTest, main

FUTURE = "13.0"  # no stable build has code for it; the nightly has PTX that a driver can compile for it
NIGHTLY = "1.3.0.dev20261101+next"
DRIVER = ("--driver", "580.65.06")


class BuildsTest(KenvTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.variables["KENV_FRAMEWORK_INDEX_MINIGPU_NIGHTLY"] = cls.index.nightly

    def explained(self, *words, exit=0, **options):
        """The explanations of a resolution, by what was asked."""
        document = self.json("resolve", *words, *DRIVER, exit=exit, **options)
        return {one["subject"]: one for one in document["explanations"]}


class ExplanationTest(BuildsTest):
    def test_why_tells_which_build_it_is_and_on_what_that_rests(self):
        story = self.explained("minigpu", "minivision", "--gpu", "Tesla V100", "--why", "minigpu")["minigpu"]
        self.assertEqual((story["question"], story["answer"]), ("why", "chosen"))
        text = "\n".join(story["sentences"])
        for part in ("minigpu 1.1.0+old (old, minigpu) is chosen", "compute capability 7.0, runs its sm_70 code",
                     "needs driver 525.60.13 or newer (CUDA 12.9); this machine has 580.65.06",
                     "declared by kernels/minigpu/builds.json", "minivision 0.2.0+old", "Passed over"):
            self.assertIn(part, text)
        passed = [one for one in story["verdicts"] if one["candidate"].startswith("minigpu 1.2.0+new")]
        self.assertEqual([(one["answer"], one["rule"], one["gpu"]) for one in passed], [("rejected", "coverage", 0)])
        self.assertEqual(passed[0]["evidence"][0]["kind"], "declared")
        self.assertIn({"by": "the request", "requirement": "minigpu"}, story["demands"])

    def test_why_an_ordinary_package_has_its_version(self):
        story = self.explained("minigpu", "minicolor", "--gpu", OLD, "--why", "minicore")["minicore"]
        self.assertEqual(story["answer"], "chosen")
        self.assertIn("minicore>=1.1,<2", {demand["requirement"] for demand in story["demands"]})
        newer = [one for one in story["verdicts"] if one["candidate"] == "minicore 2.0.0 (minigpu)"]
        self.assertEqual([one["answer"] for one in newer], ["conflict"])
        self.assertIn("minicore[color]>=1.1,<2", newer[0]["reason"])

    def test_why_not_names_rule_gpu_figure_and_evidence(self):
        table = [
            ("minigpu==1.2.0", "rejected"), ("minigpu==1.2.0+new", "rejected"), ("new", "rejected"),
            ("minigpu 1.2.0+new (new, minigpu)", "rejected"), ("minigpu==1.1.0+old", "chosen"), ("minigpu==1.0.0+old", "outranked"),
            ("minigpu==9.9", "does-not-exist"), ("minigpu==1.2.0+old", "does-not-exist"), ("numpy==1.26.4", "not-involved"),
            ("minigpu-nightly", "rejected"), ("minicore==1.0.0", "conflict"),
        ]
        questions = [word for subject, _ in table for word in ("--why-not", subject)]
        answers = self.explained("minigpu", "minicore<1.1.1", "--gpu", OLD, *questions)
        for subject, answer in table:
            with self.subTest(subject):
                self.assertEqual(answers[subject]["answer"], answer, answers[subject])
        (verdict,) = answers["minigpu==1.2.0+new"]["verdicts"]
        self.assertEqual((verdict["rule"], verdict["gpu"]), ("coverage", 0))
        self.assertIn("6.1", verdict["reason"])
        self.assertIn("its version is newer", answers["minigpu==1.0.0+old"]["sentences"][0])
        self.assertIn("minigpu 1.2.0+new (new, minigpu)", answers["minigpu==1.2.0+old"]["sentences"][0])

    def test_why_not_what_is_not_there_names_what_is(self):
        answers = self.explained("minigpu", "--gpu", OLD, "--why-not", "cu999", "--why-not", "minigpu==99", "--why-not", "nosuchpackage")
        self.assertEqual([answers[one]["answer"] for one in ("cu999", "minigpu==99", "nosuchpackage")], ["does-not-exist", "does-not-exist", "not-involved"])
        self.assertIn("minigpu has cpu, new, next, old", answers["cu999"]["sentences"][0])
        self.assertIn("the newest that is known is minigpu 1.2.0.", answers["minigpu==99"]["sentences"][0])
        self.assertIn("is not in the set: neither you nor anything that was chosen asks for it", answers["nosuchpackage"]["sentences"][0])

    def test_a_request_that_cannot_be_met_is_explained_too(self):
        answers = self.explained("minigpu==1.2.0", "--gpu", OLD, "--why", "minigpu", "--why-not", "minigpu==1.1.0+old", exit=4)
        self.assertEqual(answers["minigpu"]["answer"], "unsolved")
        self.assertIn("6.1", "\n".join(answers["minigpu"]["sentences"]))
        self.assertEqual(answers["minigpu==1.1.0+old"]["answer"], "conflict")
        self.assertIn("you ask for minigpu==1.2.0", "\n".join(answers["minigpu==1.1.0+old"]["sentences"]))

    def test_a_question_that_cannot_be_read_is_a_usage_error(self):
        document = self.json("resolve", "minigpu", "--gpu", NEW, "--why-not", "==", exit=2)
        self.assertEqual(document["error"]["code"], "bad-question")

    def test_two_gpus_without_a_build_in_common_are_told_who_serves_whom(self):
        document = self.json("resolve", "minigpu", "--gpu", f"{OLD},{NEW}", *DRIVER, exit=4)
        self.assertEqual([offer["kind"] for offer in document["offers"]], ["mask", "mask"])
        self.assertIn("GPU 0 (GeForce GTX 1080 Ti) alone can have minigpu 1.1.0+old", document["offers"][0]["text"])
        self.assertEqual(document["offers"][1]["commands"], ["CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=1"])
        machine = {"schema": "kenv-snapshot/1", "machine": {"os": "linux", "arch": "x86_64", "driver": {"version": "580.65.06"}, "gpus": [
            {"index": 0, "name": OLD, "compute_capability": "6.1", "uuid": "GPU-11111111-2222-3333-4444-555555555555"},
            {"index": 1, "name": NEW, "compute_capability": "12.0", "uuid": "GPU-66666666-7777-8888-9999-000000000000"}]}}
        facts = self.folder / "facts.json"
        facts.write_text(json.dumps(machine))
        document = self.json("resolve", "minigpu", "--facts", facts, exit=4)
        self.assertEqual(document["offers"][0]["commands"], ["CUDA_VISIBLE_DEVICES=GPU-11111111-2222-3333-4444-555555555555"])


class NightlyTest(BuildsTest):
    def test_stable_comes_first_and_the_nightly_index_is_not_even_asked(self):
        nowhere = {"KENV_FRAMEWORK_INDEX_MINIGPU_NIGHTLY": closed_port_url()}
        document = self.json("resolve", "minigpu", "--gpu", NEW, *DRIVER, variables=nowhere)
        self.assertEqual(document["choice"]["version"], "1.2.0+new")
        self.assertEqual(self.rejected(document, "minigpu")["1.3.0.dev20261101", "next"]["rule"], "channel")

    def test_a_nightly_comes_when_it_is_asked_for(self):
        for words in (("minigpu", "--nightly"), ("minigpu>=1.3.0.dev0",)):
            with self.subTest(words):
                document = self.json("resolve", *words, "--gpu", NEW, *DRIVER)
                self.assertEqual((document["choice"]["version"], document["choice"]["bridge"]), (NIGHTLY, None))
                self.assertTrue(any("nightly build of 2026-11-01, as asked for" in note for note in document["notes"]))

    def test_its_companions_come_from_the_same_index(self):
        self.assertEqual(self.steps(self.json("resolve", "minivision", "--nightly", "--gpu", NEW, *DRIVER)),
                         {"minigpu": NIGHTLY, "minivision": "0.4.0.dev20261101+next", "minicore": "2.0.0", "minicolor": "1.1.0"})

    def test_a_bridge_is_dated_recorded_and_left_when_stable_has_caught_up(self):
        document = self.json("create", self.environment, "minigpu", "--gpu", FUTURE, *DRIVER)
        bridge = document["choice"]["bridge"]
        self.assertEqual((document["choice"]["version"], bridge["built"]), (NIGHTLY, "2026-11-01"))
        self.assertIn("no stable build serves GPU 0", bridge["reason"])
        self.assertTrue(any("fix --check" in note for note in document["notes"]))
        (lock,) = (self.folder / ".kenv").glob("env/generations/*/files/kenv.lock")
        self.assertEqual(json.loads(lock.read_text())["targets"][0]["bridges"], [{"framework": "minigpu", "version": NIGHTLY} | bridge])

        # Nothing stable yet: said, and nothing to do.
        document = self.json("fix", self.environment, "--check", "--gpu", FUTURE, *DRIVER)
        self.assertEqual([finding["code"] for finding in document["findings"]], ["healthy", "nightly-bridge"])
        # A stable build serves the GPU that is there now.
        document = self.json("fix", self.environment, "--check", "--gpu", NEW, *DRIVER, exit=10)
        finding = document["findings"][0]
        self.assertEqual((finding["code"], finding["severity"], finding["remedy"]["packages"]), ("nightly-bridge", "warning", ["minigpu==1.2.0+new"]))
        self.assertEqual(self.json("fix", self.environment, "--gpu", NEW, *DRIVER)["choice"]["version"], "1.2.0+new")
        self.assertEqual(self.versions(self.environment)["minigpu"], "1.2.0+new")
        self.assertEqual(self.json("fix", self.environment, "--check", "--gpu", NEW, *DRIVER)["status"], "nothing-to-do")

    def test_a_nightly_index_that_is_out_of_reach_matters_only_where_nothing_else_serves(self):
        nowhere = {"KENV_FRAMEWORK_INDEX_MINIGPU_NIGHTLY": closed_port_url()}
        document = self.json("resolve", "minigpu", "--gpu", FUTURE, *DRIVER, exit=5, variables=nowhere)
        self.assertIn("minigpu-nightly", document["error"]["hint"])
        self.json("resolve", "minigpu", "--gpu", FUTURE, *DRIVER, "--without-index", "minigpu-nightly", exit=4, variables=nowhere)


class ExtensionTest(BuildsTest):
    def with_extension(self):
        return self.made_by_pip("minigpu==1.1.0+old", "minicore==1.1.0", "minicolor==1.1.0", "minifast==0.1.0+old")

    def test_the_build_moves_to_where_its_extension_can_follow(self):
        document = self.json("fix", self.with_extension(), "--gpu", NEW, *DRIVER, "--dry-run")
        steps = self.steps(document)
        self.assertEqual((steps["minigpu"], steps["minifast"]), ("1.2.0+new", "0.2.0+new"))

    def test_an_extension_that_blocks_every_build_goes_only_with_consent(self):
        environment = self.with_extension()
        pin = self.folder / "pin.txt"
        pin.write_text("minigpu==1.1.0\n")
        words = ("fix", environment, "--gpu", NEW, *DRIVER, "--constraint", pin)
        with self.unchanged(environment):
            document = self.json(*words, exit=4)
        (offer,) = document["offers"]
        self.assertEqual(offer["kind"], "allow-remove")
        self.assertIn("minifast 0.1.0+old would go, and minigpu 1.1.0+new", offer["text"])
        self.assertIn("--no-binary minifast", offer["commands"][0])
        self.assertIn("--allow-remove", document["error"]["hint"])
        document = self.json(*words, "--allow-remove")
        self.assertEqual(self.steps(document, "remove"), {"minifast": "0.1.0+old"})
        self.assertTrue(any("--no-binary minifast" in note for note in document["notes"]))
        self.assertNotIn("minifast", self.versions(environment))

    def test_a_new_environment_gets_the_build_that_the_extension_was_compiled_for(self):
        self.assertEqual(self.steps(self.json("resolve", "minifast", "--gpu", OLD, *DRIVER))["minigpu"], "1.1.0+old")
        self.assertEqual(self.steps(self.json("resolve", "minifast==0.2.0", "--gpu", NEW, *DRIVER))["minigpu"], "1.2.0+new")


class SnapshotPlanTest(BuildsTest):
    """Plans for a machine that is elsewhere: no index is asked."""

    def snapshot(self, *packages):
        file = self.folder / "snapshot.json"
        file.write_text(json.dumps({
            "schema": "kenv-snapshot/1",
            "machine": {"os": "linux", "arch": "x86_64", "driver": {"version": "570.86.16"},
                        "gpus": [{"index": 0, "name": "NVIDIA GeForce RTX 5090", "compute_capability": "12.0"}]},
            "environment": {"kind": "venv", "python": {"version": "3.12.9"},
                            "packages": [{"name": name, "version": version, "requires": list(requires)} for name, version, *requires in packages]}}))
        return file

    def test_what_pins_the_framework_moves_along_and_the_plan_says_why(self):
        file = self.snapshot(("torch", "2.5.1+cu124"), ("torchvision", "0.20.1+cu124", "torch==2.5.1"),
                             ("vllm", "0.7.2", "torch==2.5.1", "torchvision==0.20.1", "xformers==0.0.28.post3"),
                             ("xformers", "0.0.28.post3", "torch==2.5.1"))
        document = self.json("fix", "--dry-run", "--from", file, "--offline")
        self.assertEqual(self.steps(document, "replace"), {"torch": "2.7.1+cu128", "torchvision": "0.22.1+cu128",
                                                           "vllm": "0.10.1.1", "xformers": "0.0.31.post1"})
        reasons = {step["name"]: step.get("reason", "") for step in document["steps"]}
        self.assertEqual(reasons["vllm"], "it requires torch==2.5.1, and torch 2.7.1+cu128 (cu128, pytorch) is chosen")
        finding = self.json("doctor", "--from", file, exit=3)["findings"][0]
        self.assertEqual(finding["remedy"]["kind"], "change-packages")
        self.assertIn("vllm==0.10.1.1", finding["remedy"]["packages"])
        self.assertIn("vllm 0.7.2 moves along to 0.10.1.1: it requires torch==2.5.1", finding["remedy"]["text"])

    def test_where_only_an_index_knows_a_version_the_plan_says_so(self):
        file = self.snapshot(("torch", "2.5.1+cu124"), ("pinner", "1.0", "torch==2.5.1"))
        document = self.json("fix", "--dry-run", "--from", file, "--offline")
        (step,) = [step for step in document["steps"] if step["name"] == "pinner"]
        self.assertEqual((step["action"], step["from"], step["to"]), ("replace", "1.0", None))
        self.assertTrue(any(note.startswith("pinner 1.0 cannot stay: it requires torch==2.5.1") for note in document["notes"]))
        said = self.text("fix", "--dry-run", "--from", file, "--offline").output
        self.assertIn("~ pinner 1.0 -> another version: it requires torch==2.5.1", said)

    def test_a_library_older_than_its_pin_is_replaced_alone(self):
        file = self.snapshot(("torch", "2.7.1+cu128", "nvidia-nccl-cu12==2.26.2"), ("nvidia-nccl-cu12", "2.18.1"))
        document = self.json("fix", "--dry-run", "--from", file, "--offline")
        self.assertEqual(document["findings"][0]["code"], "nvidia-subpackage-mismatch")
        self.assertEqual(self.steps(document, "replace"), {"nvidia-nccl-cu12": "2.26.2"})


if __name__ == "__main__":
    main()
