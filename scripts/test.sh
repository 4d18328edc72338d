#!/bin/sh
# Builds kenv and runs all its tests. The command of the README.
# usage: scripts/test.sh [debug|release|asan|tsan]   (default: debug, then the parsers once more under sanitizers and
#                                                     some seconds of fuzzing for each)
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh --tests

preset="${1:-debug}"
jobs="$(nproc)"
cmake --preset "$preset"
cmake --build --preset "$preset" -j "$jobs"
ctest --preset "$preset" -j "$jobs"

# What parses bytes of strangers, once more under the sanitizers. It says so where it cannot run.
[ -n "${1:-}" ] || scripts/fuzz.sh --quick || [ $? = 77 ]
