# SPDX-License-Identifier: Apache-2.0
"""Runs the checks of one framework's probe in the environment that is to be proven, with that environment's own Python.

    python -I harness.py MARKER PROBE_FILE --gpus 0,1      every check on each of these CUDA devices
    python -I harness.py MARKER PROBE_FILE --cpu           no GPU: that everything imports, and works on the CPU

Only the standard library is used here, and no syntax that Python 3.8 lacks. Libraries print what they like, so every line
for kenv starts with MARKER: "MARKER begin {...}" before a check (it names the check that a crash or a hang interrupted),
and "MARKER document {...}" once, as the last line.

A probe file defines
    FRAMEWORK            its name
    load()               imports the framework and returns its version
    describe(index)      (name, "major.minor") of a CUDA device
    gpu_checks(index)    yields (framework, check, function)
    cpu_checks()         the same without a GPU
A function raises if what it did is wrong, or Skip where there is nothing to do it with; it returns the largest error that
it saw against its reference, or None. It has waited for the GPU when it returns.
"""
import argparse
import importlib.util
import json
import os
import sys
import time
import traceback

LONGEST_ERROR = 2000


class Skip(Exception):
    """This check cannot be made here, and that is no fault."""


class Channel:
    """Lines for kenv on the real standard output, whatever the framework does to sys.stdout."""

    def __init__(self, marker):
        self.marker = marker
        sys.stdout.flush()
        self.descriptor = os.dup(1)

    def send(self, kind, document):
        line = "\n%s %s %s\n" % (self.marker, kind, json.dumps(document))
        data = line.encode("utf-8", "replace")
        while data:
            data = data[os.write(self.descriptor, data):]


def failing_line(error, path):
    """The line of the probe that raised: the operation by name."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == path:
            return frame.line
    return None


def error_text(error):
    text = "%s: %s" % (type(error).__name__, error)
    return text if len(text) <= LONGEST_ERROR else text[:LONGEST_ERROR] + "..."


def run(channel, path, gpu, framework, name, function):
    """One check as an entry of the document."""
    channel.send("begin", {"gpu": gpu, "framework": framework, "check": name})
    check = {"framework": framework, "check": name, "status": "passed", "error": None, "symbol": None, "max_error": None}
    start = time.perf_counter()
    try:
        result = function()
        check["max_error"] = None if result is None else float(result)
    except Skip as reason:
        check["status"], check["error"] = "skipped", str(reason)
    except Exception as error:  # whatever the framework raises is the result
        check["status"], check["error"] = "failed", error_text(error)
        check["symbol"] = getattr(error, "symbol", None) or failing_line(error, path)
    check["ms"] = round((time.perf_counter() - start) * 1000, 3)
    return check


def load_probe(path):
    spec = importlib.util.spec_from_file_location("kenv_framework_probe", path)
    probe = importlib.util.module_from_spec(spec)
    probe.Skip = Skip
    spec.loader.exec_module(probe)
    return probe


def check_gpu(channel, probe, path, index):
    gpu = {"index": index, "name": "", "compute_capability": "", "checks": []}

    def describe():
        gpu["name"], gpu["compute_capability"] = probe.describe(index)

    found = run(channel, path, index, probe.FRAMEWORK, "device", describe)
    gpu["checks"].append(found)
    if found["status"] == "passed":
        for framework, name, function in probe.gpu_checks(index):
            gpu["checks"].append(run(channel, path, index, framework, name, function))
    return gpu


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("marker")
    parser.add_argument("probe")
    parser.add_argument("--gpus", default="")
    parser.add_argument("--cpu", action="store_true")
    arguments = parser.parse_args()

    channel = Channel(arguments.marker)
    probe = load_probe(arguments.probe)
    document = {"schema": "kenv-framework-probe/1", "framework": probe.FRAMEWORK, "version": None, "prefix": sys.prefix,
                "checks": [], "gpus": []}

    def load():
        document["version"] = str(probe.load())

    loaded = run(channel, arguments.probe, None, probe.FRAMEWORK, "import", load)
    document["checks"].append(loaded)
    if loaded["status"] == "passed":
        if arguments.cpu:
            for framework, name, function in probe.cpu_checks():
                document["checks"].append(run(channel, arguments.probe, None, framework, name, function))
        else:
            for index in arguments.gpus.split(","):
                document["gpus"].append(check_gpu(channel, probe, arguments.probe, int(index)))
    channel.send("document", document)


if __name__ == "__main__":
    main()
