# SPDX-License-Identifier: Apache-2.0
"""Compiles the kernels for every target and writes the fatbins as text. Started by make_fatbins.sh."""
import argparse
import base64
import ctypes
import hashlib
import json
import pathlib
import subprocess
import textwrap
import zlib

HERE = pathlib.Path(__file__).resolve().parent
# Machine code made by 12.9 loads in drivers of the CUDA 12 and 13 lines (525 and later), so the probe takes it
# wherever 12.9 knows the GPU; sm_110 has that name only since 13.0.
PROBE_TARGETS_12 = ["sm_50", "sm_60", "sm_61", "sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_103", "sm_120", "sm_121"]
PROBE_TARGETS_13 = ["sm_110"]


class Nvrtc:
    """The run-time compiler of CUDA 12.9: CUDA C++ text to a cubin, for the GPUs that nvcc 13 has dropped."""

    def __init__(self, folder):
        self.library = ctypes.CDLL(str(folder / "nvidia/cuda_nvrtc/lib/libnvrtc.so.12"))

    def check(self, code, program=None):
        if code == 0:
            return
        size = ctypes.c_size_t()
        log = b""
        if program:
            self.library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
            buffer = ctypes.create_string_buffer(size.value)
            self.library.nvrtcGetProgramLog(program, buffer)
            log = buffer.value
        raise SystemExit(f"nvrtc: error {code}: {log.decode()}")

    def cubin(self, source, target):
        program = ctypes.c_void_p()
        name = source.name.encode()
        self.check(self.library.nvrtcCreateProgram(ctypes.byref(program), source.read_bytes(), name, 0, None, None))
        options = (ctypes.c_char_p * 1)(f"--gpu-architecture={target}".encode())
        self.check(self.library.nvrtcCompileProgram(program, 1, options), program)
        size = ctypes.c_size_t()
        self.check(self.library.nvrtcGetCUBINSize(program, ctypes.byref(size)))
        buffer = ctypes.create_string_buffer(size.value)
        self.check(self.library.nvrtcGetCUBIN(program, buffer))
        self.library.nvrtcDestroyProgram(ctypes.byref(program))
        return buffer.raw


def pack(images, scratch):
    """One container. images: (kind, target, path)."""
    out = scratch / "packed.fatbin"
    # Not compressed: machine code is small here, and old drivers cannot read CUDA 13's default (Zstandard).
    arguments = ["fatbinary", "-64", "--compress-mode=none", f"--create={out}"]
    arguments += [f"--image3=kind={kind},sm={target.split('_')[1]},file={path}" for kind, target, path in images]
    subprocess.run(arguments, check=True)
    return out.read_bytes()


def write_text(path, container, targets):
    digest = hashlib.sha256(container).hexdigest()
    body = "\n".join(textwrap.wrap(base64.b64encode(zlib.compress(container, 9)).decode(), 116))
    path.write_text(f"# made by kernels/make_fatbins.sh: a fatbin container, zlib, base64\n"
                    f"# targets: {' '.join(targets)}\n# sha256: {digest}\n{body}\n")
    print(f"{path.relative_to(HERE)}: {len(container)} bytes, text {path.stat().st_size}")


def make_minigpu(nvrtc, scratch):
    variants = json.loads((HERE / "minigpu/builds.json").read_text())["variants"]
    for source in sorted((HERE / "minigpu/kernels").glob("*.cu")):
        for variant, facts in variants.items():
            images = []
            for target in facts["targets"]:
                cubin = scratch / f"{source.stem}.{target}.cubin"
                if facts["toolkit"] == "12.9":
                    cubin.write_bytes(nvrtc.cubin(source, target))
                else:
                    subprocess.run(["nvcc", "-cubin", f"-arch={target}", "-o", cubin, source], check=True)
                images.append(("elf", target, cubin))
            for target in facts.get("ptx", []):
                ptx = scratch / f"{source.stem}.{target}.ptx"
                subprocess.run(["nvcc", "-ptx", f"-arch={target}", "-o", ptx, source], check=True)
                images.append(("ptx", target, ptx))
            if images:
                write_text(HERE / f"minigpu/fatbins/{source.stem}.{variant}.txt", pack(images, scratch), [image[1] for image in images])


def make_probe(cuda12, scratch):
    source = HERE / "native_probe/sum.ptx"
    ptxas12 = cuda12 / "nvidia/cuda_nvcc/bin/ptxas"
    ptxas12.chmod(0o755)
    newer = scratch / "sum.ptx"  # ptxas 13 starts at sm_75; the text needs nothing of it
    newer.write_text(source.read_text().replace(".target sm_50", ".target sm_75").replace(".version 6.0", ".version 6.3"))
    images = []
    for target in PROBE_TARGETS_12 + PROBE_TARGETS_13:
        cubin = scratch / f"sum.{target}.cubin"
        compiler, text = (ptxas12, source) if target in PROBE_TARGETS_12 else ("ptxas", newer)
        subprocess.run([compiler, f"-arch={target}", "-o", cubin, text], check=True)
        images.append(("elf", target, cubin))
    write_text(HERE / "native_probe/fatbins/machine_code.txt", pack(images, scratch), [target for _, target, _ in images])
    ptx = [("ptx", "compute_50", source)]
    write_text(HERE / "native_probe/fatbins/ptx.txt", pack(ptx, scratch), ["compute_50"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuda12", type=pathlib.Path, required=True)
    parser.add_argument("--scratch", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    make_minigpu(Nvrtc(arguments.cuda12), arguments.scratch)
    make_probe(arguments.cuda12, arguments.scratch)


main()
