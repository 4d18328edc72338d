#!/bin/sh
# Builds kenv and runs all its tests. The command of the README.
# usage: scripts/test.sh [debug|release|asan|tsan]   (default: debug, then the parsers once more under the sanitizers
#                                                     and some seconds of fuzzing for each)
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh --tests

preset="${1:-debug}"
jobs="$(nproc)"
cmake --preset "$preset"
cmake --build --preset "$preset" -j "$jobs"
ctest --preset "$preset" -j "$jobs"

if [ -z "${1:-}" ]; then
  # What parses bytes of strangers, once more under the sanitizers.
  cmake --preset asan
  cmake --build --preset asan -j "$jobs" --target sanitized_tests
  ctest --preset asan -j "$jobs" -L sanitized
  scripts/fuzz.sh --quick || [ $? = 77 ]  # it says so where it cannot run
fi
