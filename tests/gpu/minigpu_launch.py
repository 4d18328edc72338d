# SPDX-License-Identifier: Apache-2.0
"""Started by minigpu_launch.sh, which says what this proves."""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

PROBES = pathlib.Path(__file__).resolve().parents[2] / "kernels/probes"
INDEX, KENV_PROBE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
KERNELS = ("fill", "arange", "add", "clone", "random", "matmul", "blur", "nms")
FORCED = {"CUDA_FORCE_PTX_JIT": "1"}  # the driver ignores machine code, as if no build knew the GPU
failures = []


def expect(condition, text):
    print(("ok      " if condition else "FAILED  ") + text, flush=True)
    if not condition:
        failures.append(text)


def run(arguments, variables=None):
    return subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True, timeout=300,
                          env={**os.environ, **(variables or {})})


def native(variables=None):
    done = run([KENV_PROBE], variables)
    document = json.loads(done.stdout)
    if done.returncode != 0:
        raise SystemExit(f"kenv-probe: exit code {done.returncode}: {document.get('error')}")
    return document


def statuses(checks):
    return {check["check"]: check["status"] for check in checks}


def probe(python, name, gpus, variables=None):
    """The harness's document, as kenv's runner gets it."""
    done = run([python, "-I", "-B", "-X", "utf8", PROBES / "harness.py", "MARK", PROBES / f"{name}_probe.py",
                "--gpus", ",".join(str(gpu["index"]) for gpu in gpus)], {"CUDA_DEVICE_ORDER": "PCI_BUS_ID", **(variables or {})})
    last = done.stdout.splitlines()[-1] if done.stdout else ""
    if not last.startswith("MARK document "):
        raise SystemExit(f"{name} probe: exit code {done.returncode}: {done.stdout[-500:]}{done.stderr[-2000:]}")
    return json.loads(last[len("MARK document "):])


def environment(folder, release, vision_release, variant):
    """A virtual environment with that build, unpacked as an installer would."""
    root = pathlib.Path(folder) / f"{release}-{variant}"
    done = run([sys.executable, "-m", "venv", "--without-pip", root])
    if done.returncode != 0:
        raise SystemExit(done.stdout + done.stderr)
    site = next((root / "lib").glob("python*")) / "site-packages"
    wanted = [f"minigpu-{release}+{variant}-*.whl", f"minivision-{vision_release}+{variant}-*.whl", "minicore-1.1.0-*.whl"]
    for pattern in wanted:
        zipfile.ZipFile(next((INDEX / "wheels").glob(pattern))).extractall(site)
    return root / "bin/python"


def prove_driver(gpus, forced):
    for gpu, again in zip(gpus, forced):
        print(f"GPU {gpu['index']}: {gpu['name']}, compute capability {gpu['compute_capability']}")
        checks = statuses(gpu["checks"])
        expect(all(checks[name] == "passed" for name in ("context", "copy", "launch-sass", "launch-ptx")),
               f"kenv-probe: {checks}")
        checks = statuses(again["checks"])
        expect(checks["launch-sass"] == "skipped" and checks["launch-ptx"] == "passed",
               f"kenv-probe with machine code ignored: {checks}")


def prove_build(python, variant, gpus, variables=None):
    """Every kernel passes where the variant has a target for the GPU; else all fail with 209 after a copy that works."""
    document = probe(python, "minigpu", gpus, variables)
    for gpu in document["gpus"]:
        major = int(gpu["compute_capability"].split(".")[0])
        fits = (variant == "old") == (major < 8) and not variables
        checks = {check["check"]: check for check in gpu["checks"]}
        title = f"minigpu {document['version']}{' with machine code ignored' if variables else ''} on {gpu['name']}"
        expect(checks["device"]["status"] == checks["copy"]["status"] == "passed", f"{title}: the GPU is there and a copy works")
        if fits:
            wrong = {name: checks[name]["error"] for name in KERNELS if checks[name]["status"] != "passed"}
            worst = max(checks[name]["max_error"] or 0 for name in KERNELS)
            expect(not wrong, f"{title}: every kernel computes right (largest error {worst:.2g}) {wrong or ''}")
        else:
            missing = [name for name in KERNELS if "CUDA_ERROR_NO_BINARY_FOR_GPU (209)" in (checks[name]["error"] or "")]
            expect(missing == list(KERNELS), f"{title}: every kernel fails with 209 ({checks['fill']['error']})")


def prove_torch(gpus):
    if importlib.util.find_spec("torch") is None:
        print("not run: torch is not installed for this Python")
        return
    document = probe(sys.executable, "torch", gpus)
    for gpu in document["gpus"]:
        wrong = {check["check"]: check["error"] for check in gpu["checks"] if check["status"] == "failed"}
        expect(len(gpu["checks"]) >= 18 and not wrong, f"torch {document['version']} on {gpu['name']}: {statuses(gpu['checks'])} {wrong or ''}")
    for gpu in probe(sys.executable, "torch", gpus, FORCED)["gpus"]:
        checks = {check["check"]: check for check in gpu["checks"]}
        expect(checks["device"]["status"] == "passed" and "no kernel image" in (checks["fill"]["error"] or ""),
               f"torch with machine code ignored: fill fails with: {(checks['fill']['error'] or 'nothing').splitlines()[0]}")
        passed = [name for name, check in checks.items() if check["status"] == "passed"]
        print(f"        of {len(checks)} checks {len(passed)} passed: {' '.join(passed)}")


def main():
    gpus, forced = native()["gpus"], native(FORCED)["gpus"]
    prove_driver(gpus, forced)
    with tempfile.TemporaryDirectory() as folder:
        for variant in ("old", "new"):
            python = environment(folder, "1.1.0", "0.2.0", variant)
            prove_build(python, variant, gpus)
            if variant == "new":
                prove_build(python, variant, gpus, FORCED)
                print(run([python, "-m", "minigpu.info"]).stdout)
    prove_torch(gpus)
    print(f"{len(failures)} failed" if failures else "all passed")
    return 1 if failures else 0


sys.exit(main())
