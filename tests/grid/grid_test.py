#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds kenv's choice of a build against an oracle of its own, for every GPU, driver, system and Python.

usage: grid_test.py CELLS_PROGRAM SOURCE_FOLDER [--sample N] [--write]

--sample N looks at every Nth cell of the Pythons other than the one that the tables show, and at pairs of GPUs with one
driver only (without it at all cells).
--write writes the tables of tests/scenarios/grid anew, to be read and committed when a manifest or a rule has changed.
"""
import argparse
import concurrent.futures
import itertools
import pathlib
import subprocess
import sys
import unittest

from dimensions import DRIVERS, GPUS, LIBCS, PYTHONS, SHOWN_PYTHON, SYSTEMS
from oracle import Cell, Oracle, numbers
from tables import TABLES

ARGUMENTS = argparse.ArgumentParser(description=__doc__)
ARGUMENTS.add_argument("program", type=pathlib.Path)
ARGUMENTS.add_argument("source", type=pathlib.Path)
ARGUMENTS.add_argument("--sample", type=int, default=1)
ARGUMENTS.add_argument("--write", action="store_true")


class Kenv:
    """Answers of the program under test. GPUs of one capability ask the same question, which is put once."""

    def __init__(self, program):
        self.program, self.known = program, {}

    def learn(self, cells):
        asked = [cell for cell in dict.fromkeys(cells) if cell not in self.known]
        if not asked:
            return
        with concurrent.futures.ThreadPoolExecutor() as pool:  # two processes at a time are enough to keep the machine busy
            for half, lines in zip((asked[::2], asked[1::2]), pool.map(self.ask, (asked[::2], asked[1::2]))):
                assert len(lines) == len(half), f"{len(lines)} answers to {len(half)} cells"
                self.known.update(zip(half, map(self.read, lines)))

    def ask(self, cells):
        text = "".join(cell.line() + "\n" for cell in cells)
        return subprocess.run([self.program], input=text, capture_output=True, text=True, check=True).stdout.splitlines()

    @staticmethod
    def read(line):
        chosen, coverage, eligible, rules = line.split("\t")
        counts = {rule: int(times) for rule, times in (one.split("=") for one in rules.split())}
        return chosen, [one.split(":")[0] for one in coverage.split()], eligible.split(), counts

    def __getitem__(self, cell):
        if cell not in self.known:
            self.learn([cell])
        return self.known[cell]


class GridTest(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.oracle = Oracle(OPTIONS.source / "manifests")
        cls.kenv = Kenv(OPTIONS.program)

    def capability(self, gpu):
        return self.oracle.gpus[gpu]["capability"]

    def cell(self, *gpus, driver="580.65.06", system=SYSTEMS[0], python=SHOWN_PYTHON, framework="torch", libc="-"):
        how = "resolve" if python == SHOWN_PYTHON else "rank"
        return Cell(framework, *system, python, driver, tuple(self.capability(gpu) for gpu in gpus), how, libc)

    def hold(self, cells):
        self.kenv.learn(cells)
        differing = []
        for cell in dict.fromkeys(cells):
            expected, found = self.oracle.answer(cell), self.kenv[cell]
            if expected != found:
                names = ("chosen", "coverage", "admissible", "rules")
                differing.append(f"{cell.line()}\n" + "\n".join(
                    f"    {name}: oracle {one}\n    {' ' * len(name)}  kenv   {other}"
                    for name, one, other in zip(names, expected, found) if one != other))
        self.assertEqual(len(differing), 0, f"{len(differing)} of {len(cells)} cells differ, the first:\n" + "\n".join(differing[:3]))

    def test_every_cell_agrees_with_the_oracle(self):
        self.assertGreaterEqual(len(GPUS), 40)
        cells = []
        for number, (gpu, driver, system, python) in enumerate(itertools.product(GPUS, DRIVERS, SYSTEMS, PYTHONS)):
            if python == SHOWN_PYTHON or number % OPTIONS.sample == 0:
                cells.append(self.cell(gpu, driver=driver, system=system, python=python))
        self.hold(cells)

    def test_every_pair_of_generations_agrees_with_the_oracle(self):
        capabilities = sorted({self.capability(gpu) for gpu in GPUS}, key=numbers)
        pairs = list(itertools.combinations(capabilities, 2))
        self.hold([Cell("torch", *system, SHOWN_PYTHON, driver, pair)
                   for pair in pairs for driver in ("-", "580.65.06")[OPTIONS.sample > 1:] for system in SYSTEMS])

    def test_a_framework_with_an_index_of_its_own_agrees_too(self):
        self.hold([self.cell(gpu, driver=driver, system=system, framework="minigpu")
                   for gpu in GPUS for driver in DRIVERS for system in SYSTEMS[:2]])

    def test_every_c_library_and_pypy_agree_with_the_oracle(self):
        self.hold([self.cell(gpu, driver=driver, system=system, python=python, libc=libc)
                   for gpu in ("GeForce GTX 1080 Ti", "NVIDIA A100", "GeForce RTX 5090") for driver in ("-", "550.54.14", "580.65.06")
                   for system in SYSTEMS for python in ("3.9", "3.12", "3.13t", "pp3.10") for libc in LIBCS])

    def test_without_a_gpu_nothing_is_rejected_for_coverage(self):
        self.hold([Cell(framework, "linux", "x86_64", python, "-", ()) for framework in ("torch", "minigpu") for python in PYTHONS])

    def test_the_tables_show_what_is_chosen(self):
        for name, make in TABLES.items():
            with self.subTest(name):
                path = OPTIONS.source / "tests/scenarios/grid" / name
                table = make(self)
                if OPTIONS.write:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(table)
                self.assertEqual(path.read_text(), table, f"{name} has changed; `grid_test.py ... --write` makes it anew, read it then")

    # Cells that people ask about, each by name and with the answer in words.

    def chosen(self, *gpus, **options):
        return self.kenv[self.cell(*gpus, **options)][0]

    def rules(self, *gpus, **options):
        return set(self.kenv[self.cell(*gpus, **options)][3])

    def test_gtx_1080_ti_runs_the_last_line_with_pascal_code_until_the_driver_drops_it(self):
        self.assertEqual(self.chosen("GeForce GTX 1080 Ti"), "2.14.0+cu126/cu126/pytorch")
        self.assertEqual(self.chosen("GeForce GTX 1080 Ti", driver="590.44.01"), "-")
        self.assertEqual(self.rules("GeForce GTX 1080 Ti", driver="590.44.01"), {"driver@0", "python"})

    def test_v100_has_one_line_left_and_t4_is_served_in_part_by_the_newest(self):
        self.assertEqual(self.chosen("NVIDIA V100"), "2.14.0+cu126/cu126/pytorch")
        self.assertEqual(self.kenv[self.cell("Tesla T4")][:2], ("2.15.0/cu132/pypi", ["partial"]))

    def test_code_for_8_6_serves_8_9(self):
        for gpu in ("GeForce RTX 3090", "GeForce RTX 4090"):
            self.assertEqual(self.kenv[self.cell(gpu)][:2], ("2.15.0/cu132/pypi", ["native"]))

    def test_rtx_5090_needs_cuda_12_8_and_takes_13_where_the_driver_does(self):
        self.assertEqual(self.chosen("GeForce RTX 5090", driver="580.65.06"), "2.15.0/cu132/pypi")
        self.assertEqual(self.chosen("GeForce RTX 5090", driver="570.86.15"), "2.13.0+cu129/cu129/pytorch")

    def test_a_driver_from_before_the_card_does_not_see_it_whatever_the_build(self):
        self.assertEqual(self.chosen("GeForce RTX 5090", driver="550.54.14"), "-")
        self.assertIn("driver@0", self.rules("GeForce RTX 5090", driver="550.54.14"))

    def test_an_old_glibc_takes_the_last_line_that_was_built_for_it_and_musl_none(self):
        self.assertEqual(self.chosen("NVIDIA A100", libc="2.28"), "2.15.0/cu132/pypi")
        self.assertEqual(self.chosen("NVIDIA A100", libc="2.17"), "2.6.0/cu124/pypi")
        self.assertEqual(self.rules("NVIDIA A100", libc="musl"), {"platform", "python"})
        self.assertEqual(self.chosen("NVIDIA A100", libc="musl"), "-")

    def test_pypy_has_no_build(self):
        self.assertEqual((self.chosen("NVIDIA A100", python="pp3.10"), self.rules("NVIDIA A100", python="pp3.10")), ("-", {"python"}))

    def test_blackwell_data_centre_gb10_thor_and_orin(self):
        arm = ("linux", "aarch64")
        self.assertEqual(self.kenv[self.cell("NVIDIA B200")][:2], ("2.15.0/cu132/pypi", ["native"]))
        self.assertEqual(self.kenv[self.cell("NVIDIA GB10", system=arm)][:2], ("2.15.0/cu132/pypi", ["native"]))
        self.assertEqual(self.kenv[self.cell("Jetson T5000", system=arm)][:2], ("2.15.0/cu132/pypi", ["native"]))
        self.assertEqual(self.chosen("Jetson T5000", system=arm, driver="570.86.15"), "-")
        self.assertEqual(self.kenv[self.cell("Jetson AGX Orin", system=arm)][:2], ("2.15.0/cu132/pypi", ["native"]))

    def test_a_pascal_and_a_blackwell_card_have_no_build_in_common(self):
        self.assertEqual(self.chosen("GeForce GTX 1080 Ti", "GeForce RTX 5090"), "-")

    def test_kepler_lives_on_its_last_driver_alone(self):
        self.assertEqual(self.chosen("Tesla K80", driver="470.256.02"), "2.7.1+cu118/cu118/pytorch")  # sm_37 for the last time
        self.assertEqual(self.chosen("Tesla K80", driver="535.183.01"), "-")
        self.assertIn("driver@0", self.rules("Tesla K80", driver="535.183.01"))
        self.assertEqual(self.chosen("GeForce GTX 780 Ti", driver="470.256.02"), "-")

    def test_a_build_is_offered_to_the_pythons_that_it_has_wheels_for(self):
        self.assertEqual(self.chosen("NVIDIA H100", python="3.10"), "2.14.1/cu130/pypi")
        self.assertEqual(self.chosen("NVIDIA H100", python="3.8"), "2.4.1+cu124/cu124/pytorch")

    def test_one_build_serves_volta_and_blackwell_together(self):
        self.assertEqual(self.chosen("NVIDIA V100", "GeForce RTX 5090"), "2.10.0/cu128/pypi")

    def test_ptx_newer_than_the_driver_is_no_coverage(self):
        # Windows builds for CUDA 11.8 hold PTX for 3.7, which any later GPU could compile, if the driver knows its version.
        windows = ("windows", "x86_64")
        self.assertIn("ptx@0", self.rules("NVIDIA H100", driver="470.256.02", system=windows, python="3.10"))
        self.assertEqual(self.kenv[self.cell("Jetson T5000", driver="570.86.15", system=windows)][1], ["jit"])


if __name__ == "__main__":
    OPTIONS = ARGUMENTS.parse_args()
    unittest.main(argv=sys.argv[:1])
