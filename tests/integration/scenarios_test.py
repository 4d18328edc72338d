# SPDX-License-Identifier: Apache-2.0
"""Holds kenv against scenario files that are kept outside the repository: ../shared/cases, or what KENV_CASES names.

How many of them kenv answers well is printed for information; what fails the test is a kenv that crashes on one.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import EXIT_CODES, KENV, LIMIT, SOURCE_FOLDER, main

CASES = pathlib.Path(os.environ.get("KENV_CASES", SOURCE_FOLDER.parent / "shared/cases"))


@unittest.skipUnless(CASES.is_dir(), f"not run: there is no {CASES}")
class ScenariosTest(unittest.TestCase):
    def test_no_scenario_crashes_kenv(self):
        files = sorted((CASES / "scenarios").glob("*.json"))
        with tempfile.TemporaryDirectory() as folder:
            variables = os.environ | {"HOME": folder, "KENV_STORE_DIR": folder + "/store", "KENV_CACHE_DIR": folder + "/cache"}

            def run(file):
                snapshot = pathlib.Path(folder, file.name)
                snapshot.write_text(json.dumps(json.loads(file.read_text())["snapshot"]))
                ends = []
                for words in (["doctor"], ["fix", "--dry-run"]):
                    done = subprocess.run([KENV, *words, "--from", snapshot, "--json", "--offline"], capture_output=True,
                                          text=True, env=variables, timeout=LIMIT)
                    ends.append((words[0], done.returncode, done.stdout, done.stderr[-500:]))
                return ends
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                for file, ends in zip(files, pool.map(run, files)):
                    for verb, end, output, errors in ends:
                        with self.subTest(f"{file.stem} {verb}"):
                            self.assertIn(end, EXIT_CODES, errors)
                            self.assertNotEqual(json.loads(output).get("error", {}).get("code"), "internal", output)

    def test_shares_for_information(self):
        judge = subprocess.run([sys.executable, CASES / "judge.py", KENV, CASES / "scenarios"], capture_output=True, text=True)
        lines = (judge.stdout + judge.stderr).splitlines()
        print("scenarios:", lines[-1] if lines else "the judge said nothing")


if __name__ == "__main__":
    main()
