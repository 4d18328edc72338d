# SPDX-License-Identifier: Apache-2.0
"""kenv fix --dry-run --from SNAPSHOT and doctor --from: a plan for a machine that is elsewhere, by the manifests alone."""
import json

from support import KenvTest, main


class SnapshotTest(KenvTest):
    def snapshot(self, gpu="NVIDIA H100 80GB HBM3", capability="9.0", driver="535.104.05", package="torch==2.15.0", libc=None, python=None):
        file, (name, version) = self.folder / "machine.json", package.split("==")
        file.write_text(json.dumps({
            "schema": "kenv-snapshot/1",
            "machine": {"os": "linux", "arch": "x86_64", **(libc or {"glibc": "2.39"}), "driver": {"version": driver}, "errors": {"nvml": 9, "cuInit": "no answer"},
                        "gpus": [{"index": 0, "name": gpu, "compute_capability": capability, "seen_by": ["nvml"]}]},
            "environment": {"kind": "venv", "python": {"version": "3.12.3", **(python or {})}, "packages": [{"name": name, "version": version}]}}))
        return file

    def plan(self, *words, exit=0, **options):
        return self.json("fix", "--dry-run", "--from", self.snapshot(**options), *words, exit=exit)

    def torch(self, *words, **options):
        return self.steps(self.plan(*words, **options))["torch"]

    def test_a_driver_that_is_too_old_gets_a_build_that_goes_with_it(self):
        for machine in ({}, {"gpu": "NVIDIA GeForce RTX 5090", "capability": "12.0", "driver": "570.86.15"}):
            with self.subTest(machine):
                document = self.plan(**machine)
                self.assertEqual(document["findings"][0]["code"], "driver-too-old")
                self.assertTrue(document["choice"]["variant"].startswith("cu12"), document["choice"])
                advice = self.json("doctor", "--from", self.snapshot(**machine), exit=3)["findings"][0]["remedy"]
                self.assertEqual(advice["packages"], [f"torch=={self.steps(document)['torch']}"])

    def test_a_system_or_interpreter_without_wheels_gets_no_plan(self):
        blackwell = {"gpu": "NVIDIA GeForce RTX 5090", "capability": "12.0", "driver": "580.65.06", "package": "torch==2.6.0+cu124"}
        for what, rule, reason in (({"libc": {"libc": "musl"}}, "platform", "is built for glibc, this system has musl"),
                                   ({"libc": {"glibc": "2.17"}}, "platform", "needs glibc 2.28 or newer, this system has 2.17"),
                                   ({"python": {"implementation": "pypy"}}, "python", "this Python is pp312"),
                                   ({"python": {"free_threaded": True}}, "python", "this Python is cp312t")):
            with self.subTest(what):
                document = self.plan(exit=4, **blackwell, **what)
                self.assertTrue(any(one["rule"] == rule and reason in one["reason"] for one in document["rejections"]), document["rejections"][:3])
                self.assertEqual(self.json("doctor", "--from", self.snapshot(**blackwell, **what), exit=3)["findings"][0]["remedy"]["kind"], "none-exists")
        self.assertEqual(self.torch(package="torch==2.11.0+cu130", libc={"glibc": "2.17"}), "2.6.0")

    def test_a_driver_from_before_the_card_is_what_has_to_change(self):
        document = self.plan(exit=3, gpu="NVIDIA GeForce RTX 5090", capability="12.0", driver="550.54.14", package="torch==2.6.0+cu124")
        self.assertEqual((document["findings"][0]["code"], document["findings"][0]["remedy"]["kind"]), ("driver-too-old", "change-driver"))
        self.assertIn("R570 or newer", document["findings"][0]["remedy"]["text"])

    def test_a_word_for_no_gpu_says_what_a_gpu_is_called(self):
        error = self.plan("--gpu", "none", exit=2)["error"]
        self.assertEqual(error["code"], "unknown-gpu")
        self.assertIn("--gpu sm_120", error["hint"])

    def test_what_bounds_a_plan_bounds_that_for_a_snapshot(self):
        first = self.torch()
        version = first.split("+")[0]
        (self.folder / "bounds.txt").write_text(f"torch!={version},!={version}.*\n")
        self.assertNotEqual(self.torch("--constraint", "bounds.txt").split("+")[0], version)
        self.assertEqual(self.plan("--constraint", "absent.txt", exit=2)["error"]["code"], "no-such-file")
        elsewhere = self.plan("--without-index", self.plan()["choice"]["index"])
        self.assertNotEqual(elsewhere["choice"]["index"], self.plan()["choice"]["index"])
        self.assertEqual(self.plan("--without-index", "pypo", exit=2)["error"]["code"], "unknown-index")
        new_gpu = {"driver": "580.65.06", "package": "minigpu==1.1.0+old", "gpu": "NVIDIA GeForce RTX 5090", "capability": "12.0"}
        self.assertEqual(self.plan(**new_gpu)["choice"]["channel"], "stable")
        self.assertEqual(self.plan("--nightly", **new_gpu)["choice"]["channel"], "nightly")

    def test_another_gpu_or_driver_may_be_supposed(self):
        self.assertEqual(self.plan("--driver", "580.65.06")["status"], "nothing-to-do")
        self.assertEqual(self.plan("--gpu", "GTX 1080 Ti")["findings"][0]["code"], "torch-arch-dropped-old-gpu")
        self.assertEqual(self.json("doctor", "--from", self.snapshot(), "--driver", "580.65.06")["findings"][0]["code"], "healthy")
        self.assertEqual(self.json("fix", "--check", "--from", self.snapshot(), exit=10)["findings"][0]["code"], "driver-too-old")

    def test_what_a_snapshot_cannot_heed_is_refused(self):
        for words, code in ((["--index", "https://h/simple"], "not-for-a-snapshot"), (["--find-links", "."], "not-for-a-snapshot"), (["--try", "2"], "not-for-a-snapshot"),
                            (["--keep-failed"], "not-for-a-snapshot"), (["--facts", "x.json"], "not-for-a-snapshot"), (["env"], "two-environments")):
            with self.subTest(words):
                error = self.plan(*words, exit=2)["error"]
                self.assertEqual(error["code"], code)
                self.assertIn(words[0], error["message"])
        self.assertEqual(self.json("doctor", "--from", self.snapshot(), "--facts", "x.json", exit=2)["error"]["code"], "two-snapshots")

    def test_settings_of_this_machine_do_not_bound_another_one(self):
        (self.folder / "bounds.txt").write_text("torch==0.1\n")
        words = ["fix", "--dry-run", "--from", self.snapshot()]
        self.assertEqual(self.steps(self.json(*words, variables={"PIP_CONSTRAINT": str(self.folder / "bounds.txt")})), self.steps(self.json(*words)))


if __name__ == "__main__":
    main()
