# SPDX-License-Identifier: Apache-2.0
"""kenv fix --dry-run --from SNAPSHOT and doctor --from: a plan for a machine that is elsewhere, by the manifests alone."""
import json

from support import KenvTest, main


class SnapshotTest(KenvTest):
    def snapshot(self, gpu="NVIDIA H100 80GB HBM3", capability="9.0", driver="535.104.05", package="torch==2.15.0"):
        file, (name, version) = self.folder / "machine.json", package.split("==")
        file.write_text(json.dumps({
            "schema": "kenv-snapshot/1",
            "machine": {"os": "linux", "arch": "x86_64", "glibc": "2.39", "driver": {"version": driver}, "errors": {"nvml": 9, "cuInit": "no answer"},
                        "gpus": [{"index": 0, "name": gpu, "compute_capability": capability, "seen_by": ["nvml"]}]},
            "environment": {"kind": "venv", "python": {"version": "3.12.3"}, "packages": [{"name": name, "version": version}]}}))
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
