#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks kenv and the library `packaging` the same 100,000 random questions and compares the answers.

usage: packaging_test.py ANSWERS_PROGRAM BUILD_FOLDER [SEED] [CASES]

Where the two decide otherwise on purpose, deviations.json says so, with the reason. A difference that it does not list
is a failure, and so is a listed one that is gone.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import time

PINNED = "26.4"
HERE = pathlib.Path(__file__).resolve().parent
NOT_RUN = 77
CASES = 95_000
EXAMPLES = 5  # shown of each kind of difference
SHARES = {"version": 20, "order": 15, "specifiers": 7, "marker": 15, "requirement": 14, "wheel": 12, "tag set": 6, "name": 5,
          "supported": 0.3}  # a question about specifiers counts as the versions that it asks about


EXAMPLE_FACTS = {"implementation": "cpython", "major": 3, "minor": 12, "free_threaded": False, "os": "linux", "machine": "x86_64",
                 "libc": "glibc", "libc_major": 2, "libc_minor": 36, "macos_major": 14, "macos_minor": 0}


def oracle_python(build_folder):
    """An interpreter that has the library, installed through pip into an environment of its own."""
    folder = build_folder / f"packaging-{PINNED}"
    python = folder / "bin/python"
    if not (folder / "complete").exists():
        for command in ([sys.executable, "-m", "venv", "--clear", str(folder)],
                        [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"packaging=={PINNED}"]):
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                print(f"NOT RUN: packaging {PINNED} cannot be had: {(done.stderr or done.stdout).strip()[-400:]}")
                sys.exit(NOT_RUN)
        (folder / "complete").touch()
    return python


def example_question(entry, text):
    """The question that an example of a deviation stands for."""
    from questions import FIELDS
    environment = {field: values[0] for field, values in FIELDS.items()}
    environment |= {"platform_release": "6.8.0-45-generic", "platform_version": "10.0.19045"}
    return {"kind": entry["kind"], "text": text, "versions": ["1.0", "1.0a1", "2.0"], "extras": entry.get("extras", ["cuda"]),
            "environment": environment, "facts": EXAMPLE_FACTS}


def settled(kind, answer):
    """Without what the two need not agree on: wording, and the order of sets."""
    if not isinstance(answer, dict):
        return answer
    if "refused" in answer:
        return "refused"
    answer = {key: "" if key == "undefined" else value for key, value in answer.items()}
    for key in ("extras", "clauses", "tags"):
        if key in answer:
            answer[key] = sorted(set(answer[key]))
    return answer


def difference(kind, ours, theirs):
    ours, theirs = settled(kind, ours), settled(kind, theirs)
    if ours == theirs:
        return None
    if kind == "supported" and sorted(ours) == sorted(theirs):
        return "another order"
    if ours == "refused":
        return "only packaging accepts"
    if theirs == "refused":
        return "only kenv accepts"
    if isinstance(ours, dict):
        for key in ("undefined", "holds"):
            if (key in ours) != (key in theirs):
                return "only kenv decides" if "holds" in ours else "only packaging decides"
    return "the answers differ"


def ask(program, questions):
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run([program], input=lines, capture_output=True, text=True, encoding="utf-8")
    if done.returncode != 0:
        sys.exit(f"{program} ended with {done.returncode}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def main():
    program, build_folder = sys.argv[1], pathlib.Path(sys.argv[2])
    python = oracle_python(build_folder)
    if pathlib.Path(sys.prefix).resolve() != python.parent.parent.resolve():
        os.execv(python, [str(python), "-B", *sys.argv])
    from oracle import answer
    from questions import Questions
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 20261201
    cases = int(sys.argv[4]) if len(sys.argv) > 4 else CASES
    print(f"seed {seed}, packaging {PINNED}")

    started = time.monotonic()
    make = Questions(seed)
    deviations = json.loads((HERE / "deviations.json").read_text())
    questions, counts = [], {}
    for kind, share in SHARES.items():
        per_question = 5 if kind == "specifiers" else 1
        questions += [getattr(make, kind.replace(" ", "_") + "_question")() for _ in range(int(cases * share / 100))]
        counts[kind] = int(cases * share / 100) * per_question
    examples = [(entry, example_question(entry, text)) for entry in deviations for text in entry["examples"]]

    found = ask(program, questions + [question for _, question in examples])
    failures, listed, groups = [], 0, {}
    for question, ours in zip(questions, found):
        theirs = answer(question)
        what = difference(question["kind"], ours, theirs)
        if what is None:
            continue
        text = question.get("text", json.dumps(question))
        if any(entry["kind"] == question["kind"] and entry["difference"] == what and re.search(entry["pattern"], text)
               for entry in deviations):
            listed += 1
            continue
        groups.setdefault((question["kind"], what), []).append((text, ours, theirs, question))
    for (kind, what), cases in groups.items():
        failures.append(f"{kind}: {what}: {len(cases)} cases, the shortest:")
        for text, ours, theirs, question in sorted(cases, key=lambda case: len(case[0]))[:EXAMPLES]:
            asked = {key: value for key, value in question.items() if key not in ("kind", "text")}
            failures.append(f"  {text!r} {asked or ''}\n    kenv      {str(ours)[:400]}\n    packaging {str(theirs)[:400]}")
    for (entry, question), ours in zip(examples, found[len(questions):]):
        what = difference(question["kind"], ours, answer(question))
        if what != entry["difference"] or not re.search(entry["pattern"], question["text"]):
            failures.append(f"listed as {entry['difference']!r} but it is {what!r}: {question['text']!r} ({entry['reason']})")

    print(f"{sum(counts.values())} cases in {time.monotonic() - started:.0f} s: {counts}")
    print(f"{listed} differences of {len(deviations)} listed kinds, {sum(map(len, groups.values()))} others")
    if sum(counts.values()) < 100_000 and len(sys.argv) <= 4:
        failures.append("fewer than 100,000 cases")
    print(*failures, sep="\n")
    sys.exit(1 if failures else 0)


main()
