# SPDX-License-Identifier: Apache-2.0
"""Which build is right for a cell of the grid, by brute force from the raw manifest rows.

Written from the rules as documents state them (docs/manifests.md, NVIDIA's compatibility guides), not from kenv's code,
of which it uses nothing: every build is tried against every rule, and whatever is left is sorted.
"""
import functools
import pathlib
import re
import tomllib
from dataclasses import dataclass

# Which capabilities code for a family target runs on ("Family-Specific Features" of the CUDA programming guide).
FAMILIES = {(10, 0): {(10, 0), (10, 3), (10, 7)}, (10, 3): {(10, 3), (10, 7)}, (11, 0): {(11, 0)}, (12, 0): {(12, 0), (12, 1)}}
THOR_IN_CUDA_12, THOR = (10, 1), (11, 0)


@dataclass(frozen=True)
class Cell:
    framework: str
    os: str
    machine: str
    python: str           # "3.12", "3.14t", "pp3.10" for PyPy
    driver: str           # "580.65.06", "-" if it is not known
    capabilities: tuple   # ("7.5", "12.0")
    how: str = "rank"     # what kenv shall do: only rank the builds, or resolve
    libc: str = "-"       # "2.28" for glibc, "musl", "-" if it is not known

    def line(self):
        return " ".join([self.how, self.framework, self.os, self.machine, self.libc, self.python, self.driver, *self.capabilities])

    def tag(self):
        return (self.python if self.python.startswith("pp") else "cp" + self.python).replace(".", "")


@functools.cache
def numbers(text):
    return tuple(int(part) for part in re.findall(r"\d+", text))


def at_least(one, other):
    """Dotted numbers of unlike length: 580 is 580.0.0."""
    length = max(len(one), len(other))
    return one + (0,) * (length - len(one)) >= other + (0,) * (length - len(other))


def spoken_of(versions, version):
    """Whether a set of versions (">=2.6,<2.7", "==2.6.*") holds a release; as far as the manifests use them."""
    def holds(clause):
        operator, bound = re.fullmatch(r"(>=|==|<)(.+)", clause.strip()).groups()
        own, limit = numbers(version.split("+")[0]), numbers(bound)
        if operator == "==":
            return own[:len(limit)] == limit if bound.endswith(".*") else at_least(own, limit) and at_least(limit, own)
        return at_least(own, limit) == (operator == ">=")
    return all(map(holds, versions.split(",")))


@functools.cache
def target_parts(target):
    digits, suffix = re.fullmatch(r"(?:sm|compute)_(\d+)([af]?)", target).groups()
    capability = (int(digits[:-1]), int(digits[-1]))
    return (THOR if capability == THOR_IN_CUDA_12 else capability), suffix


@functools.cache
def fits(target, gpu):
    """Whether code for the target can be executed by the GPU, drivers left aside."""
    built_for, suffix = target_parts(target)
    if suffix == "a":
        return gpu == built_for
    if suffix == "f":
        return gpu in FAMILIES.get(built_for, {built_for})
    if target.startswith("compute_"):
        return gpu >= built_for
    return gpu[0] == built_for[0] and gpu[1] >= built_for[1]


def cuda_of_variant(variant):
    match = re.fullmatch(r"cu(\d+)(\d)", variant)
    return (int(match[1]), int(match[2])) if match else (0, 0)


class Oracle:
    def __init__(self, manifests):
        self.frameworks = {}
        for path in pathlib.Path(manifests, "frameworks").glob("*.toml"):
            table = tomllib.loads(path.read_text())
            self.frameworks[table["name"]] = table
        self.cuda = tomllib.loads(pathlib.Path(manifests, "cuda.toml").read_text())
        self.gpus = {gpu["name"]: gpu for gpu in tomllib.loads(pathlib.Path(manifests, "gpus.toml").read_text())["gpu"]}

    # Facts about drivers.

    def floor(self, row, os):
        """The oldest driver for machine code of the row's CUDA version."""
        if "driver" in row:
            return numbers(row["driver"])
        return self.floor_of(row["cuda"], os) if "cuda" in row else None

    @functools.cache
    def floor_of(self, cuda, os):
        floors = {floor["cuda"]: numbers(floor["driver"]) for floor in self.cuda["driver-floor"] if floor["os"] == os}
        return floors.get(cuda, floors.get(cuda.split(".")[0] + ".0"))

    @functools.cache
    def driver_cuda(self, driver):
        brought = [numbers(row["cuda"]) for row in self.cuda["driver-cuda"] if at_least(driver, numbers(row["driver"]))]
        return max(brought, default=None)

    @functools.cache
    def last_branch(self, gpu):
        return min((row["branch"] for row in self.cuda["last-branch"] if gpu <= numbers(row["up-to"])), default=None)

    @functools.cache
    def first_branch(self, gpu):
        return max((row["branch"] for row in self.cuda["first-branch"] if gpu >= numbers(row["from"])), default=None)

    # One build in one cell.

    def refused_by_system(self, row, cell):
        """Whether the C library is none that the build's wheels are for (PEP 600: a glibc at least as new; never musl)."""
        if cell.os != "linux" or cell.libc == "-":
            return False
        for fact in self.frameworks[cell.framework].get("glibc", []):
            if (spoken_of(fact["versions"], row["version"]) and fact.get("variant", row["variant"]) == row["variant"]
                    and fact.get("machine", cell.machine) == cell.machine):
                return cell.libc == "musl" or not at_least(numbers(cell.libc), numbers(fact["oldest"]))
        return False

    def serves(self, row, gpu, driver):
        """("native" | "jit" | "ptx-too-new" | "none", the libraries that leave the GPU out)."""
        holes = sorted(library["path"] for library in row.get("library", [])
                       if library["targets"] and not any(fits(target, gpu) for target in library["targets"]))
        if any(fits(target, gpu) for target in row.get("targets", [])):
            return "native", holes
        if any(fits(target, gpu) for target in row.get("ptx", [])):
            # PTX is compiled by the driver, which must know the language version of the toolkit that wrote it (222).
            known, needed = self.driver_cuda(driver) if driver else None, numbers(row["cuda"]) if "cuda" in row else None
            return ("jit" if known is None or needed is None or known >= needed else "ptx-too-new"), holes
        return "none", []

    def objections(self, row, cell):
        """Every (rule, GPU index or None) that speaks against the build; those about the build itself come alone."""
        tag = cell.tag()
        tags = row.get("python", [])
        if tags and tag not in tags and not ("py3" in tags and not tag.endswith("t")):
            return [("python", None)]
        if self.refused_by_system(row, cell):
            return [("platform", None)]
        driver = None if cell.driver == "-" else numbers(cell.driver)
        floor = self.floor(row, cell.os)
        if cell.capabilities and driver and floor and not at_least(driver, floor):
            return [("driver", None)]
        found = []
        for index, gpu in enumerate(map(numbers, cell.capabilities)):
            last, first = self.last_branch(gpu), self.first_branch(gpu)
            branch = driver[0] - driver[0] % 5 if driver else None
            if row.get("variant") == "cpu":
                found.append(("coverage", index))
            elif last and ((branch and branch > last) or (floor and floor[0] > last)):
                found.append(("driver", index))
            elif first and branch and branch < first:
                found.append(("driver", index))
            else:
                served, _ = self.serves(row, gpu, driver)
                if served in ("none", "ptx-too-new"):
                    found.append(("ptx" if served == "ptx-too-new" else "coverage", index))
        return found

    @functools.cache
    def rows(self, framework, os, machine, tag):
        """The builds for this system; where a version has several rows, the one for this Python."""
        chosen = {}
        for row in self.frameworks[framework]["build"]:
            if (row.get("os", "linux"), row.get("machine", "x86_64")) != (os, machine):
                continue
            key = (row["version"], row["variant"], row["index"])
            if key not in chosen or (tag in row.get("python", [tag]) and tag not in chosen[key].get("python", [tag])):
                chosen[key] = row
        return list(chosen.values())

    def order(self, row, cell):
        """Smaller is better: stable first, then native code, the newest version, whole, measured, the newest CUDA."""
        driver = None if cell.driver == "-" else numbers(cell.driver)
        served = [self.serves(row, numbers(capability), driver) for capability in cell.capabilities]
        channels = {"stable": 0, "test": 1, "nightly": 2}
        return (channels[row.get("channel", "stable")], any(how != "native" for how, _ in served),
                tuple(-number for number in numbers(row["version"].split("+")[0])),
                row["variant"] != "cpu" if not cell.capabilities else 0,
                any(holes for _, holes in served), "measured" not in row,
                tuple(-number for number in cuda_of_variant(row["variant"])),
                self.frameworks[cell.framework]["indexes"].index(row["index"]))

    def answer(self, cell):
        """(the build chosen or "-", how it serves each GPU, all admissible builds best first, rules with their counts)."""
        admissible, rules = [], {}
        for row in self.rows(cell.framework, cell.os, cell.machine, cell.tag()):
            objections = self.objections(row, cell)
            for rule, gpu in objections:
                name = rule if gpu is None else f"{rule}@{gpu}"
                rules[name] = rules.get(name, 0) + 1
            if not objections:
                admissible.append(row)
        stable = [row for row in admissible if row.get("channel", "stable") == "stable"]
        if stable and len(stable) < len(admissible):  # a nightly only where nothing stable serves
            rules["channel"] = len(admissible) - len(stable)
            admissible = stable
        admissible.sort(key=lambda row: self.order(row, cell))
        names = [f"{row['version']}/{row['variant']}/{row['index']}" for row in admissible]
        if not names:
            return "-", [], [], rules
        driver = None if cell.driver == "-" else numbers(cell.driver)
        how = []
        for capability in cell.capabilities:
            served, holes = self.serves(admissible[0], numbers(capability), driver)
            how.append("partial" if holes else served)
        return names[0], how, names, rules
