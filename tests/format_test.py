#!/usr/bin/env python3
"""Holds the C++ sources to .clang-format, by the release in tests/support/tools.txt: others break lines elsewhere.
Skipped, and says so, where build/test-tools could not be made. Mends what it finds: tests/format_test.py --mend
"""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = pathlib.Path(os.environ.get("KENV_TEST_TOOLS") or ROOT / "build/test-tools") / "bin/clang-format"
FOLDERS = ("src", "resolvers", "kernels", "tests")
AT_ONCE = 50


def main(arguments):
    if not PROGRAM.exists():
        print(f"NOT RUN: no {PROGRAM} (scripts/setup.sh --tests makes it)")
        sys.exit(77)
    options = ["-i"] if arguments == ["--mend"] else ["--dry-run", "--Werror"]
    sources = sorted(str(p) for folder in FOLDERS for p in (ROOT / folder).rglob("*") if p.suffix in (".cpp", ".hpp"))
    if len(sources) < 500:
        sys.exit(f"only {len(sources)} sources found below {ROOT}: the test looks in the wrong place")
    complaints = ""
    for first in range(0, len(sources), AT_ONCE):
        done = subprocess.run([PROGRAM, *options, *sources[first:first + AT_ONCE]], capture_output=True, text=True, check=False)
        complaints += done.stderr if done.returncode else ""
    print(complaints or f"{len(sources)} files are formatted")
    sys.exit(bool(complaints))


if __name__ == "__main__":
    main(sys.argv[1:])
