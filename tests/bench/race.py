# SPDX-License-Identifier: Apache-2.0
"""Runs commands in turns and compares them: medians, spread, peak memory and the ratio of the first to the second.

usage: race.py ROUNDS WARMUPS -- LABEL COMMAND... -- LABEL COMMAND...
Warm-up rounds fill caches and are not counted. A command that fails ends the race.
"""
import os
import statistics
import subprocess
import sys
import time


def run(command):
    """Seconds, and the peak memory in MB of this one child."""
    before = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - before
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {process.returncode}\n{errors.decode()[-2000:]}")
    return seconds, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def main():
    rounds, warmups = int(sys.argv[1]), int(sys.argv[2])
    racers, words = {}, []
    for word in sys.argv[4:] + ["--"]:
        if word != "--":
            words.append(word)
            continue
        racers[words[0]], words = words[1:], []
    results = {label: [] for label in racers}
    for number in range(warmups + rounds):
        for label, command in racers.items():
            result = run(command)
            if number >= warmups:
                results[label].append(result)
    medians = {}
    for label, runs in results.items():
        walls = sorted(wall for wall, _, _ in runs)
        medians[label] = statistics.median(walls)
        busy = statistics.median(cpu for _, _, cpu in runs)
        print(f"{label:<8} median {medians[label]:6.3f} s  ({walls[0]:.3f} to {walls[-1]:.3f}, {len(walls)} runs), "
              f"processor {busy:.3f} s, peak {max(peak for _, peak, _ in runs):.0f} MB")
    first, second = list(medians)[:2]
    print(f"{first} takes {medians[first] / medians[second]:.2f} x {second}'s time")


if __name__ == "__main__":
    main()
