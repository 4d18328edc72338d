# SPDX-License-Identifier: Apache-2.0
"""packse's scenarios through the built program and a real index: once as JSON, once as HTML that tells of no METADATA.

What each asks, what the index holds and what has to come of it stands in a TOML file; KENV_SUITES names the folder.
"""
import concurrent.futures
import itertools
import os
import pathlib
import re
import tomllib
import unittest

from support import SOURCE_FOLDER, main
from tiny import TinyIndexTest
from tiny_index import normal

SUITE = pathlib.Path(os.environ.get("KENV_SUITES", SOURCE_FOLDER.parent / "shared/suites")) / "packse"
DEFAULT_PYTHON = "3.12"

def scenarios():
    return sorted((tomllib.loads(path.read_text()) for path in SUITE.rglob("*.toml")), key=lambda one: one["name"])


def pythons(scenario):
    """The Python that a scenario is about. One that names none and is a lock for all may end as expected on any."""
    options, environment = scenario.get("resolver_options", {}), scenario.get("environment", {})
    named = options.get("python") or environment.get("python")
    if named:
        return [named]
    return [DEFAULT_PYTHON, "3.13"] if options.get("universal") else [DEFAULT_PYTHON]


def fits(tags, python):
    """Whether a CPython of this version on Linux x86_64 with glibc loads a wheel of these tags; shares no code with kenv."""
    minor = int(python.split(".")[1])

    def one(interpreter, abi, platform):
        kind, number = re.fullmatch(r"([a-z]+)(\d*)", interpreter).groups()
        older = number in ("3", "") or (number.startswith("3") and int(number[1:] or 0) <= minor)
        own = interpreter == abi == f"cp3{minor}"
        code = own or (kind in ("py", "cp") and older and (abi == "none" or (kind == "cp" and abi == "abi3")))
        return code and (platform == "any" or re.fullmatch(r"(many)?linux\w*_x86_64", platform) is not None)

    return any(one(*parts) for parts in itertools.product(*(part.split(".") for part in tags.split("-"))))


def tags_of(row):
    return row.get("wheel_tags", ["py3-none-any"]) if row.get("wheel", True) else []


def source_only(row, python):
    """There is a source distribution and no wheel that fits: who builds gets it, kenv does not."""
    return row.get("sdist", True) and not any(fits(tags, python) for tags in tags_of(row))


def fill(index, scenario, built_for=None):
    """`built_for`: as if somebody had made wheels of what is there as source only, for this Python."""
    for name, package in scenario.get("packages", {}).items():
        for version, row in package.get("versions", {}).items():
            tags = ["py3-none-any"] if built_for and source_only(row, built_for) else tags_of(row)
            index.add(name, version, row.get("requires", []), row.get("requires_python"), row.get("extras"), tags,
                      row.get("sdist", True), row.get("yanked", False))
    return index


def reachable(scenario):
    """The names that requirements lead to from the root: an expectation about others speaks of groups, not of [root]."""
    packages = scenario.get("packages", {})
    names, left = set(), list(scenario["root"].get("requires", []))
    while left:
        name, extras = re.match(r"([\w.-]+)(?:\[(.*?)\])?", left.pop()).groups()
        for asked in ["", *(extras or "").split(",")]:
            if (name, asked) in names:
                continue
            names.add((name, asked))
            for row in packages.get(normal(name), {}).get("versions", {}).values():
                left += row.get("extras", {}).get(asked.strip(), []) if asked else row.get("requires", [])
    return {normal(name) for name, _ in names}


@unittest.skipUnless(SUITE.is_dir(), f"not run: {SUITE} is not there (KENV_SUITES names its folder)")
class PackseTest(TinyIndexTest):
    def outcome(self, scenario, form, python):
        """What `kenv resolve` chooses ({name: version}, or None) and its document."""
        words = ["resolve", *scenario["root"].get("requires", []), "--python", python, "--index",
                 self.address(f"{scenario['name']}/{form}") + "/", "--without-index", "pytorch", "--no-input", "--json"]
        words += ["--pre"] if scenario.get("resolver_options", {}).get("prereleases") else []
        result = self.read_document(self.finish(self.start(*words), words))
        self.assertIn(result.exit, (0, 4), result)
        steps = {step["name"]: step["to"] for step in result.document["steps"]} if result.exit == 0 else None
        return steps, result.document

    def as_expected(self, scenario, found):
        expected = scenario["expected"]
        if (found is not None) != expected["satisfiable"]:
            return False
        wanted = {normal(name): version for name, version in expected.get("packages", {}).items()}
        if found is None or not wanted:
            return True
        if scenario.get("resolver_options", {}).get("universal"):  # what other platforms need is named too
            named = reachable(scenario)
            wanted = {name: version for name, version in wanted.items() if name in found or name in named}
            return all(found.get(name) == version for name, version in wanted.items())
        return found == wanted

    def check(self, form):
        def served(scenario, part, built_for=None):
            index = fill(self.new_index(f"{scenario['name']}/{part}"), scenario, built_for)
            index.write_json() if form == "json" else index.write_html()

        def run(scenario):
            served(scenario, form)
            outcomes = [(python, *self.outcome(scenario, form, python)) for python in pythons(scenario)]
            if any(self.as_expected(scenario, found) for _, found, _ in outcomes) or any(found is not None for _, found, _ in outcomes):
                return outcomes, None
            python = outcomes[0][0]
            served(scenario, form + "-built", python)
            return outcomes, self.outcome(scenario, form + "-built", python)[0]

        with concurrent.futures.ThreadPoolExecutor(4) as workers:
            outcomes_of = dict(zip((one["name"] for one in scenarios()), workers.map(run, scenarios())))
        for scenario in scenarios():
            with self.subTest(scenario["name"]):
                outcomes, built = outcomes_of[scenario["name"]]
                if built is not None and self.as_expected(scenario, built):
                    self.check_that_sources_are_told(scenario, built, outcomes)
                    continue
                shown = [(found, document.get("explanation")) for _, found, document in outcomes]
                self.assertTrue(any(self.as_expected(scenario, found) for _, found, _ in outcomes), (scenario["expected"], shown))

    def check_that_sources_are_told(self, scenario, built, outcomes):
        """Only building a source distribution would do: kenv says which version has nothing else, or what its wheels are for."""
        for python, _, document in outcomes:
            needed = [(name, version, row) for name, package in scenario["packages"].items() for version, row in package["versions"].items()
                      if source_only(row, python) and built.get(normal(name)) == version]
            self.assertTrue(needed, "the outcome does not hang on a source distribution")
            for name, version, row in needed:
                self.assertRegex(document["explanation"], rf"\b{re.escape(f'{normal(name)} {version}')} (cannot be used: )?has ")
                self.assertIn("has wheels for" if tags_of(row) else "only a source distribution", document["explanation"])

    def test_as_json_with_metadata_beside_the_files(self):
        self.check("json")

    def test_as_html_with_metadata_in_the_wheels_only(self):
        self.check("html")


if __name__ == "__main__":
    main()
