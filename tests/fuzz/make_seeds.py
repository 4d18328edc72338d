#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes FOLDER/TARGET/*: inputs from which the fuzz targets start.

usage: make_seeds.py FOLDER

They come from tests/fuzz/seeds, from the fixtures of other tests, from the manifests and, where they are at hand, from
the public vectors of other projects ($KENV_SUITES, by default ../shared/suites); a few binary ones are made here.
"""
import hashlib
import io
import json
import os
import pathlib
import shutil
import struct
import sys
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUITES = pathlib.Path(os.environ.get("KENV_SUITES", ROOT.parent / "shared/suites"))
LARGEST = 64 << 10
# Files of tests/fuzz/seeds/python: one input a line, or one input a file.
LINES = {"versions": "version", "specifiers": "specifier", "markers": "marker", "requirements": "requirement", "wheel_names": "wheel_name"}
FILES = {"entry_points": "entry_points", "metadata": "metadata", "record": "record", "wheel": "wheel_file", "pylock": "pylock",
         "pyproject": "pyproject", "requirements_file": "requirements_file", "script": "script_metadata"}
# Keys of the rows in the suite's documents.
ROWS = {"versions": [("input", "version")], "specifiers": [("specifier", "specifier"), ("version", "version")],
        "markers": [("marker", "marker")], "requirements": [("input", "requirement")], "wheel_names": [("input", "wheel_name")]}


class Seeds:
    def __init__(self, folder):
        self.folder, self.count = folder, 0

    def add(self, target, content):
        content = content.encode() if isinstance(content, str) else bytes(content)
        place = self.folder / target / hashlib.sha256(content).hexdigest()[:16]
        if len(content) <= LARGEST and not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
            self.count += 1


def from_this_repository(seeds):
    for file in (ROOT / "tests/fuzz/seeds").glob("*/*"):
        if file.parent.name != "python":
            seeds.add(file.parent.name, file.read_bytes())
        elif file.stem in LINES:
            for line in file.read_text().splitlines():
                seeds.add(LINES[file.stem], line)
        elif file.stem in FILES:
            seeds.add(FILES[file.stem], file.read_bytes())
    for file in (ROOT / "manifests").rglob("*.toml"):
        which = b"\0" if file.parent.name == "frameworks" else b""
        which = which or {"gpus": b"\1", "cuda": b"\2", "extensions": b"\3", "known_bad": b"\4"}[file.stem]
        content = file.read_bytes()
        seeds.add("manifest", which + (content if len(content) < 4000 else content[:4000].rpartition(b"\n\n")[0]))
    for file in (ROOT / "tests/unit/gpu/fixtures").glob("*.txt"):
        content = from_fixture(file.read_text())
        for target in ("fatbin", "elf", "static_archive"):
            seeds.add(target, content)


def from_fixture(text):
    """The bytes that a fixture text stands for: its size, then pieces of hexadecimal digits with their places."""
    lines = [line.split(" ", 1) for line in text.splitlines() if line and not line.startswith("#")]
    content = bytearray(int(lines[0][1]))
    for place, digits in lines[1:]:
        content[int(place):int(place) + len(digits) // 2] = bytes.fromhex(digits)
    return content


def from_suites(seeds):
    for file in (SUITES / "packaging").glob("*.json"):
        document = json.loads(file.read_text())
        rows = document.get("rows", []) if isinstance(document, dict) else []
        for key, target in ROWS.get(file.stem, []):
            for row in rows[::max(1, len(rows) // 300)]:
                if key in row:
                    seeds.add(target, row[key])
    for file in (SUITES / "pylock").glob("*.toml"):
        seeds.add("pylock", file.read_bytes())
    for file in (SUITES / "elf").glob("*"):
        seeds.add("executable_header", file.read_bytes())
        seeds.add("elf", file.read_bytes())
    for file in (SUITES / "zip").rglob("*"):
        if file.is_file() and file.suffix in (".zip", ".jar", ".xps"):
            seeds.add("zip", file.read_bytes())


def made_here(seeds):
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", method) as wheel:
            wheel.writestr("demo/__init__.py", "x = 1\n")
            wheel.writestr("demo-1.0.dist-info/METADATA", "Metadata-Version: 2.4\nName: demo\nVersion: 1.0\n")
            wheel.writestr("demo-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr("demo-1.0.dist-info/RECORD", "demo/__init__.py,,\ndemo-1.0.dist-info/RECORD,,\n")
        seeds.add("wheel", content.getvalue())
        seeds.add("zip", content.getvalue())
    for plain in (b"", b"a" * 300, bytes(range(256)) * 4):
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        seeds.add("inflate", struct.pack(">H", len(plain)) + packer.compress(plain) + packer.flush())
    sections = b"".join(name.ljust(8, b"\0") + struct.pack("<IIIIIIHHI", 16, 4096 * (i + 1), 16, 512, 0, 0, 0, 0, 0)
                        for i, name in enumerate([b".text", b".nv_fatb"]))
    optional = struct.pack("<H", 0x20B) + bytes(238)
    coff = struct.pack("<HHIIIHH", 0x8664, 2, 0, 0, 0, len(optional), 0x2022)
    seeds.add("pe", (b"MZ" + bytes(58) + struct.pack("<I", 64) + b"PE\0\0" + coff + optional + sections).ljust(528, b"\0"))
    seeds.add("fatbin", (b"MZ" + bytes(58) + struct.pack("<I", 64) + b"PE\0\0" + coff + optional + sections).ljust(528, b"\0"))
    number = lambda value: struct.pack("<Q", value)
    text = lambda value: number(len(value)) + value
    page = number(1) + number(600) + number(0) + text(b"\"e\"") + text(b"") * 4 + number(0) * 2 + number(1)
    page += b"\x22" + text(b"a-1-py3-none-any.whl") + text(b"https://h/") + text(b">=3.9") + number(7)
    seeds.add("cached_page", b"kenv page 7\n" + page + b"\nend\n")


def main():
    folder = pathlib.Path(sys.argv[1])
    shutil.rmtree(folder, ignore_errors=True)
    seeds = Seeds(folder)
    from_this_repository(seeds)
    made_here(seeds)
    from_suites(seeds)
    print(f"{seeds.count} seeds" + ("" if SUITES.is_dir() else f"; without the public vectors, which are not at {SUITES}"))


main()
