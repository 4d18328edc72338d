# SPDX-License-Identifier: Apache-2.0
"""packse's scenarios through the built program and a real index: once as JSON, once as HTML that tells of no METADATA.

What each asks, what the index holds and what has to come of it stands in a TOML file; KENV_SUITES names the folder.
"""
import concurrent.futures
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

# Scenarios that can only be met by building a source distribution, and what kenv says of it instead.
SOURCE_ONLY = {
    "no-wheels": ["a 1.0.0", "only a source distribution"],
    "no-wheels-with-matching-platform": ["a 1.0.0", "has wheels for py3-any on macosx_10_0_ppc64", "this system is Linux"],
    "incompatible-python-compatible-override-available-no-wheels": ["a 1.0.0", "only a source distribution"],
    "incompatible-python-compatible-override-unavailable-no-wheels": ["a 1.0.0", "only a source distribution"],
    "incompatible-python-compatible-override-other-wheel":
        ["a 1.0.0 cannot be used: has no wheel, only a source distribution", "a 2.0.0 cannot be used: requires Python >=3.12"],
    # Beside the sources it has wheels for 3.9 to 3.11; the scenario's Python is 3.12.
    "requires-python-wheels": ["a 1.0.0", "has wheels for cp39 to cp311; this interpreter is cp312: Python 3.12"],
}


def scenarios():
    return sorted((tomllib.loads(path.read_text()) for path in SUITE.rglob("*.toml")), key=lambda one: one["name"])


def pythons(scenario):
    """The Python that a scenario is about. One that names none and is a lock for all may end as expected on any."""
    options, environment = scenario.get("resolver_options", {}), scenario.get("environment", {})
    named = options.get("python") or environment.get("python")
    if named:
        return [named]
    return [DEFAULT_PYTHON, "3.13"] if options.get("universal") else [DEFAULT_PYTHON]


def fill(index, scenario):
    for name, package in scenario.get("packages", {}).items():
        for version, row in package.get("versions", {}).items():
            tags = row.get("wheel_tags", ["py3-none-any"]) if row.get("wheel", True) else []
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
        def run(scenario):
            index = fill(self.new_index(f"{scenario['name']}/{form}"), scenario)
            index.write_json() if form == "json" else index.write_html()
            return [self.outcome(scenario, form, python) for python in pythons(scenario)]

        seen = set()
        with concurrent.futures.ThreadPoolExecutor(4) as workers:
            outcomes_of = dict(zip((one["name"] for one in scenarios()), workers.map(run, scenarios())))
        for scenario in scenarios():
            name = scenario["name"]
            seen.add(name)
            with self.subTest(name):
                outcomes = outcomes_of[name]
                if name not in SOURCE_ONLY:
                    shown = [(found, document.get("explanation")) for found, document in outcomes]
                    self.assertTrue(any(self.as_expected(scenario, found) for found, _ in outcomes), (scenario["expected"], shown))
                    continue
                for found, document in outcomes:
                    self.assertIsNone(found, "no longer a known difference")
                    for words in SOURCE_ONLY[name]:
                        self.assertIn(words, document["explanation"])
        self.assertLessEqual(SOURCE_ONLY.keys(), seen)

    def test_as_json_with_metadata_beside_the_files(self):
        self.check("json")

    def test_as_html_with_metadata_in_the_wheels_only(self):
        self.check("html")


if __name__ == "__main__":
    main()
