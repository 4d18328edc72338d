# SPDX-License-Identifier: Apache-2.0
"""The grid as tables for the eye, made from kenv's answers. tests/grid/grid_test.py --write writes them."""
import itertools

from dimensions import DRIVERS, GPUS, PYTHONS, SHOWN_PYTHON, SYSTEMS
from oracle import Cell, numbers

MARKS = {"jit": "~", "partial": "*"}
LEGEND = """A cell is the version of torch and its CUDA variant; ' means index pypi, else it is PyTorch's own index.
  *  served in part: some library has no code for the GPU    ~  compiled from PTX when it is loaded
  -  no build exists; after it what speaks against most of them: cov(erage), drv (driver), ptx, py(thon)
"""
SHORT = {"coverage": "cov", "driver": "drv", "python": "py", "ptx": "ptx", "channel": "chn"}


def cell_text(answer):
    chosen, how, _, rules = answer
    if chosen == "-":
        # Where nothing is left, the rules that would have to give way: those about Python speak before all others.
        spoken = {}
        for rule, times in rules.items():
            name = SHORT[rule.split("@")[0]]
            spoken[name] = spoken.get(name, 0) + times
        order = sorted((name for name in spoken if name != "py"), key=lambda name: -spoken[name]) or list(spoken)
        return "- " + "+".join(order[:2])
    version, variant, index = chosen.split("/")
    marks = "".join(sorted({MARKS.get(one, "") for one in how}))
    return version.split("+")[0] + " " + variant + ("'" if index == "pypi" else "") + marks


def aligned(rows):
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "".join("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() + "\n" for row in rows)


def by_driver(system):
    def make(test):
        rows = [["", *("unknown" if driver == "-" else driver for driver in DRIVERS), "GPUs"]]
        for capability in sorted({test.capability(gpu) for gpu in GPUS}, key=numbers):
            gpus = [gpu for gpu in GPUS if test.capability(gpu) == capability]
            cells = [test.cell(gpus[0], driver=driver, system=system) for driver in DRIVERS]
            test.kenv.learn(cells)
            rows.append([capability, *(cell_text(test.kenv[cell]) for cell in cells), ", ".join(gpus)])
        return f"torch on {system[0]} {system[1]}, Python {SHOWN_PYTHON}: GPU by driver.\n{LEGEND}\n" + aligned(rows)
    return make


def by_python(test):
    text = f"torch by Python, driver 580.65.06.\n{LEGEND}"
    for system in SYSTEMS:
        rows = [["capability", *PYTHONS]]
        for capability in sorted({test.capability(gpu) for gpu in GPUS}, key=numbers):
            cells = [Cell("torch", *system, python, "580.65.06", (capability,)) for python in PYTHONS]
            test.kenv.learn(cells)
            rows.append([capability, *(cell_text(test.kenv[cell]) for cell in cells)])
        text += f"\n{system[0]} {system[1]}\n" + aligned(rows)
    return text


def pairs(test):
    capabilities = sorted({test.capability(gpu) for gpu in GPUS}, key=numbers)
    cells = {(one, other): Cell("torch", "linux", "x86_64", SHOWN_PYTHON, "580.65.06", (one, other))
             for one, other in itertools.combinations(capabilities, 2)}
    test.kenv.learn(list(cells.values()))
    rows = [["", *capabilities[1:]]]
    for one in capabilities[:-1]:
        rows.append([one, *("" if (one, other) not in cells else cell_text(test.kenv[cells[one, other]]) for other in capabilities[1:])])
    return f"torch for two GPUs of different capability, Linux x86_64, Python {SHOWN_PYTHON}, driver 580.65.06.\n{LEGEND}\n" + aligned(rows)


TABLES = {
    "linux_x86_64.txt": by_driver(("linux", "x86_64")),
    "linux_aarch64.txt": by_driver(("linux", "aarch64")),
    "windows_x86_64.txt": by_driver(("windows", "x86_64")),
    "pythons.txt": by_python,
    "pairs.txt": pairs,
}
